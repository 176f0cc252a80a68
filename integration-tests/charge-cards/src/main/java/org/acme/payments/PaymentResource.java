package org.acme.payments;

import io.quarkiverse.sqlstreams.ProduceOptions;
import io.quarkiverse.sqlstreams.Produced;
import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Stream;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import org.jboss.resteasy.reactive.ResponseStatus;

/** Takes payments, and says where they stand. */
@Path("payments")
public class PaymentResource {

    private final EntityManager entities;
    private final Producer<PaymentRequested> payments;
    private final CardGateway gateway;

    PaymentResource(
            EntityManager entities,
            @Stream("payments.requested") Producer<PaymentRequested> payments,
            CardGateway gateway) {
        this.entities = entities;
        this.payments = payments;
        this.gateway = gateway;
    }

    // tag::one[]
    @POST
    @Transactional
    @ResponseStatus(202)
    public Produced request(PaymentRequested payment) {
        entities.persist(new Payment(payment.reference(), payment.cents()));
        return payments.produce(payment); // <1>
    }
    // end::one[]

    // tag::many[]
    @POST
    @Path("batch")
    @Transactional
    @ResponseStatus(202)
    public List<Produced> request(List<PaymentRequested> batch) {
        for (PaymentRequested payment : batch) {
            entities.persist(new Payment(payment.reference(), payment.cents()));
        }
        return payments.produceAll(batch, ProduceOptions.NONE.withHeader("source", "batch"));
    }
    // end::many[]

    // tag::options[]
    @POST
    @Path("once")
    @Transactional
    @ResponseStatus(202)
    public Produced requestOnce(PaymentRequested payment) {
        entities.persist(new Payment(payment.reference(), payment.cents()));
        return payments.produce(
                payment,
                ProduceOptions.NONE
                        .withRoutingKey("eu")
                        .withHeader("source", "web")
                        .withMaxRetries(0)); // <1>
    }
    // end::options[]

    /**
     * Where a payment stands.
     *
     * @param charged what has been charged, in cents
     */
    public record State(long charged, boolean receiptSent) {}

    @GET
    @Path("{reference}")
    public State state(String reference) {
        Payment payment = entities.find(Payment.class, reference);
        if (payment == null) {
            throw new NotFoundException("There is no payment " + reference);
        }
        return new State(gateway.charged(reference), payment.isReceiptSent());
    }
}
