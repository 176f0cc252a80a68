package org.acme.payments;

import io.quarkus.test.junit.QuarkusIntegrationTest;

@QuarkusIntegrationTest
class ChargeCardsIT extends ChargeCardsTest {}
