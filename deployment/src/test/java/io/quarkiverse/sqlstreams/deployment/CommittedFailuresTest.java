package io.quarkiverse.sqlstreams.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.DelayException;
import jakarta.transaction.Transactional;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.Test;

class CommittedFailuresTest {

    @Transactional
    static class OnClass {}

    static class Bean extends OnClass {

        @Consume(stream = "s", group = "inherited")
        void inherited(String payload) throws IOException {}

        @Consume(stream = "s", group = "covered")
        @Transactional(rollbackOn = IOException.class)
        void covered(String payload) throws FileNotFoundException {}

        @Consume(stream = "s", group = "unchecked")
        void unchecked(String payload) throws DelayException, IllegalStateException {}

        @Consume(stream = "s", group = "without")
        @Transactional(Transactional.TxType.NOT_SUPPORTED)
        void without(String payload) throws IOException {}

        @Consume(stream = "s", group = "own")
        @Transactional(rollbackOn = InterruptedException.class)
        void own(String payload) throws FileNotFoundException {}
    }

    @Test
    void namesTheMethodAndTheException() throws IOException {
        Index index = Index.of(
                Bean.class,
                OnClass.class,
                IOException.class,
                FileNotFoundException.class,
                DelayException.class,
                IllegalStateException.class,
                RuntimeException.class,
                Exception.class);
        List<String> warnings = new ArrayList<>();
        for (ConsumerCandidate candidate : ConsumerCandidate.of(index.getClassByName(Bean.class), index)) {
            warnings.addAll(CommittedFailures.warnings(candidate, index));
        }
        assertThat(warnings)
                .hasSize(2)
                .anyMatch(warning -> warning.startsWith("Consumer " + Bean.class.getName()
                        + "#inherited is @Transactional and declares java.io.IOException, which commits"))
                .anyMatch(warning -> warning.contains("#own") && warning.contains("java.io.FileNotFoundException"));
    }
}
