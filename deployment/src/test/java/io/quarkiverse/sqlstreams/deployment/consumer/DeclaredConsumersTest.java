package io.quarkiverse.sqlstreams.deployment.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.Message;
import io.quarkiverse.sqlstreams.MessageMeta;
import io.quarkiverse.sqlstreams.Outcome;
import io.quarkiverse.sqlstreams.PolicyBounds;
import io.quarkiverse.sqlstreams.StartAt;
import io.quarkiverse.sqlstreams.entity.StreamConfig;
import io.quarkiverse.sqlstreams.entity.StreamConfigRepository;
import io.quarkiverse.sqlstreams.runtime.ConsumerMethod;
import io.quarkiverse.sqlstreams.runtime.ConsumerParameter;
import io.quarkiverse.sqlstreams.runtime.DeclaredConsumers;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DeclaredConsumersTest {

    static final List<String> CALLS = new ArrayList<>();

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Order.class, Base.class, WithoutScope.class, Cards.class))
            .setLogRecordPredicate(record -> record.getLevel().intValue() >= Level.WARNING.intValue()
                    && record.getMessage().startsWith("Consumer "))
            .assertLogRecords(records -> assertThat(records)
                    .extracting(LogRecord::getMessage)
                    .singleElement()
                    .asString()
                    .contains(Cards.class.getName() + "#charge is @Transactional and declares java.io.IOException"));

    public record Order(String id) {}

    abstract static class Base<T> {

        @Consume(stream = "orders", group = "audit", startAt = StartAt.HEAD)
        void audit(Message<List<T>> message) {
            CALLS.add("audit " + message.payload());
        }
    }

    static class WithoutScope extends Base<Order> {}

    @ApplicationScoped
    static class Cards {

        @Inject
        TransactionSynchronizationRegistry transactions;

        @Consume(
                stream = "orders",
                group = "cards",
                maxRetries = 5,
                timeout = "${charge.timeout:30s}",
                jitter = 0,
                terminalOn = {IllegalStateException.class},
                ceiling = @PolicyBounds(maxRetries = 10))
        @Transactional
        Outcome charge(MessageMeta meta, Order order) throws IOException {
            CALLS.add("charge " + order.id() + (transactions.getTransactionStatus() == Status.STATUS_ACTIVE));
            transactions.registerInterposedSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {}

                @Override
                public void afterCompletion(int status) {
                    CALLS.add(status == Status.STATUS_COMMITTED ? "committed" : "rolled back");
                }
            });
            if (order.id().isEmpty()) {
                throw new IllegalStateException("no id");
            }
            return Outcome.success();
        }

        @Consume(stream = "invoices", group = "cards")
        protected void nothing() {}
    }

    @Inject
    DeclaredConsumers declared;

    @Inject
    StreamConfigRepository streams;

    @Test
    void consumersAreSortedByStreamAndGroup() {
        assertThat(declared.consumers())
                .extracting(ConsumerMethod::getMethod)
                .containsExactly(
                        Cards.class.getName() + "#nothing",
                        WithoutScope.class.getName() + "#audit",
                        Cards.class.getName() + "#charge");
        assertThat(declared.streams()).containsExactly("invoices", "orders");
        QuarkusTransaction.requiringNew()
                .run(() -> assertThat(streams.listAll())
                        .extracting(StreamConfig::getName)
                        .containsExactlyInAnyOrder("invoices", "orders"));
    }

    @Test
    void whatTheAnnotationAndTheSignatureSay() {
        ConsumerMethod charge = declared.consumers().get(2);
        assertThat(charge.getStream()).isEqualTo("orders");
        assertThat(charge.getGroup()).isEqualTo("cards");
        assertThat(charge.getParameters()).containsExactly(ConsumerParameter.META, ConsumerParameter.PAYLOAD);
        assertThat(charge.getPayloadType()).isEqualTo(Order.class.getName());
        assertThat(charge.getModel().outcome()).isTrue();
        assertThat(charge.getStartAt()).isEqualTo("OLDEST");
        assertThat(charge.getPolicy().getMaxRetries()).isEqualTo(5);
        assertThat(charge.getPolicy().getTimeout()).isEqualTo("${charge.timeout:30s}");
        assertThat(charge.getPolicy().getJitter()).isZero();
        assertThat(charge.getPolicy().getExponent()).isNull();
        assertThat(charge.getPolicy().getTerminalOn()).containsExactly(IllegalStateException.class.getName());
        assertThat(charge.getPolicy().getFloor()).isNull();
        assertThat(charge.getPolicy().getCeiling().getMaxRetries()).isEqualTo(10);

        ConsumerMethod audit = declared.consumers().get(1);
        assertThat(audit.getParameters()).containsExactly(ConsumerParameter.MESSAGE);
        assertThat(audit.getPayloadType()).isEqualTo("java.util.List<" + Order.class.getName() + ">");
        assertThat(audit.getModel().outcome()).isFalse();
        assertThat(audit.getStartAt()).isEqualTo("HEAD");

        ConsumerMethod nothing = declared.consumers().get(0);
        assertThat(nothing.getParameters()).isEmpty();
        assertThat(nothing.getPayloadType()).isNull();
    }

    @Test
    void callsTheBeanWithItsInterceptors() throws Exception {
        CALLS.clear();
        ConsumerMethod charge = declared.consumers().get(2);
        Object outcome = charge.getInvoker().getValue().invoke(null, new Object[] {null, new Order("7")});
        assertThat(outcome).isEqualTo(Outcome.success());
        assertThat(CALLS).containsExactly("charge 7true", "committed");

        CALLS.clear();
        assertThatThrownBy(() -> charge.getInvoker().getValue().invoke(null, new Object[] {null, new Order("")}))
                .isInstanceOf(IllegalStateException.class);
        assertThat(CALLS).containsExactly("charge true", "rolled back");

        CALLS.clear();
        declared.consumers().get(1).getInvoker().getValue().invoke(null, new Object[] {
            new Message<>(List.of(new Order("8")), null)
        });
        assertThat(CALLS).containsExactly("audit [Order[id=8]]");
    }
}
