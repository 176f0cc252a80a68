package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsRecorder;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import java.util.List;

/** The consumer methods. */
final class ConsumerProcessor {

    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    DeclaredConsumersBuildItem record(SqlStreamsRecorder recorder) {
        return new DeclaredConsumersBuildItem(recorder.declaredConsumers(List.of(), List.of()));
    }
}
