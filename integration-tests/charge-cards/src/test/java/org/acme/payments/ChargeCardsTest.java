package org.acme.payments;

import static io.restassured.RestAssured.given;
import static io.restassured.RestAssured.when;
import static java.time.Duration.between;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** The application as its users meet it: everything goes through HTTP, so that the packaged one is tested too. */
@QuarkusTest
class ChargeCardsTest {

    private static final String GROUP = "/streams/payments.requested/groups/charge-cards/";

    @Test
    void chargesAGoodCardAndSendsAReceipt() {
        PaymentRequested payment = newPayment(CardGateway.GOOD);
        long id = request("/payments", payment);
        eventually().until(() -> payment(payment.reference()).receiptSent());
        assertThat(payment(payment.reference()).charged()).isEqualTo(1999);
        eventually()
                .until(() ->
                        get(DeliveryResource.Progress.class, GROUP + "progress").committed() >= id);
        when().get(GROUP + "exceptions/" + id).then().statusCode(404);
        assertThat(runs(id)).isEmpty();
    }

    @Test
    void aDeclinedCardIsDeadAtOnce() {
        long id = request("/payments", newPayment(CardGateway.DECLINED));
        DeliveryResource.State state = state(id);
        assertThat(state.status()).isEqualTo("dead");
        assertThat(state.attempts()).isZero();
        assertThat(state.delays()).isZero();
        assertThat(state.lastError()).isEqualTo("delivery cannot succeed [SQL0055]: card declined");
        assertThat(runs(id)).extracting(DeliveryResource.Run::status).containsExactly("failure");
    }

    @Test
    void aFailureRunsAgainAfterItsBackoff() {
        long id = request("/payments", newPayment(CardGateway.UNREACHABLE));
        assertThat(state(id).lastError())
                .isEqualTo("org.acme.payments.GatewayUnavailableException: no answer from the card gateway");
        // 5 s after the first failure, by the real clock here.
        eventually().until(() -> runs(id).size() >= 2);
        List<DeliveryResource.Run> runs = runs(id);
        assertThat(runs).extracting(DeliveryResource.Run::status).containsOnly("failure");
        assertThat(runs).extracting(DeliveryResource.Run::attempt).startsWith(0, 1);
        assertThat(between(runs.get(0).attemptedAt(), runs.get(1).attemptedAt()))
                .isBetween(Duration.ofMillis(4_000), Duration.ofSeconds(20));
    }

    @Test
    void aPaymentThatMustNotBeTriedAgainIsDeadAfterItsFirstFailure() {
        long id = request("/payments/once", newPayment(CardGateway.UNREACHABLE));
        DeliveryResource.State state = state(id);
        assertThat(state.status()).isEqualTo("dead");
        assertThat(state.attempts()).isZero();
    }

    @Test
    void aBankThatHasNotDecidedIsAskedAgainInSixHours() {
        Instant before = Instant.now();
        long id = request("/payments", newPayment(CardGateway.SETTLES_LATER));
        DeliveryResource.State state = state(id);
        assertThat(state.status()).isEqualTo("ready");
        assertThat(state.attempts()).isZero();
        assertThat(state.delays()).isEqualTo(1);
        assertThat(state.lastError())
                .isEqualTo(
                        "could not complete the delivery yet, the handler asked to run it later: delay 6h0m0s [SQL0054]");
        assertThat(between(before, state.canRunAfter()))
                .isBetween(
                        Duration.ofHours(6).minusMinutes(1), Duration.ofHours(6).plusMinutes(1));
        assertThat(runs(id)).extracting(DeliveryResource.Run::status).containsExactly("delayed");
    }

    @Test
    void aBatchIsChargedToo() {
        List<PaymentRequested> batch = IntStream.range(0, 250)
                .mapToObj(i -> newPayment(i == 100 ? CardGateway.DECLINED : CardGateway.GOOD))
                .toList();
        List<Integer> ids = given().contentType(ContentType.JSON)
                .body(batch)
                .post("/payments/batch")
                .then()
                .statusCode(202)
                .extract()
                .path("id");
        assertThat(ids).hasSize(250).isSorted().doesNotHaveDuplicates();
        eventually()
                .until(() -> batch.stream()
                        .filter(payment -> !payment.card().equals(CardGateway.DECLINED))
                        .allMatch(payment -> payment(payment.reference()).charged() == payment.cents()));
        assertThat(state(ids.get(100)).status()).isEqualTo("dead");
        when().get(GROUP + "exceptions")
                .then()
                .statusCode(200)
                .body("messageId", hasItem(ids.get(100)))
                .body("messageId", everyItem(not(is(ids.get(99)))));
    }

    @Test
    void failedMessagesLeaveItReady() {
        state(request("/payments", newPayment(CardGateway.DECLINED)));
        when().get("/q/health/ready").then().statusCode(200).body("status", is("UP"));
    }

    private static PaymentRequested newPayment(String card) {
        return new PaymentRequested(UUID.randomUUID().toString(), card, 1999);
    }

    private static long request(String path, PaymentRequested payment) {
        return given().contentType(ContentType.JSON)
                .body(payment)
                .post(path)
                .then()
                .statusCode(202)
                .body("stream", is("payments.requested"))
                .extract()
                .jsonPath()
                .getLong("id");
    }

    private static PaymentResource.State payment(String reference) {
        return get(PaymentResource.State.class, "/payments/" + reference);
    }

    /** The exception row of a message, once its first run has ended. */
    private static DeliveryResource.State state(long id) {
        eventually().until(() -> !runs(id).isEmpty());
        return get(DeliveryResource.State.class, GROUP + "exceptions/" + id);
    }

    private static List<DeliveryResource.Run> runs(long id) {
        return List.of(get(DeliveryResource.Run[].class, GROUP + "runs/" + id));
    }

    private static <T> T get(Class<T> type, String path) {
        return when().get(path).then().statusCode(200).extract().as(type);
    }

    private static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(100));
    }
}
