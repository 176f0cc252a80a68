package io.quarkiverse.sqlstreams.deployment;

import io.quarkus.deployment.builditem.BytecodeTransformerBuildItem;
import io.quarkus.gizmo.Gizmo;
import java.util.Optional;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;

/**
 * Gives the entities the configured schema. A naming strategy could do the same, but the application may have its own,
 * and there is only one.
 */
final class EntitySchema {

    /** The schema as the sources of the entities name it. */
    private static final String DEFAULT = "sqlstreams";

    private static final String TABLE = "Ljakarta/persistence/Table;";

    private EntitySchema() {}

    static Optional<BytecodeTransformerBuildItem> rewrite(String entity, String schema) {
        if (schema.equals(DEFAULT)) {
            return Optional.empty();
        }
        return Optional.of(new BytecodeTransformerBuildItem.Builder()
                .setClassToTransform(entity)
                .setVisitorFunction((name, visitor) -> new TableSchemaVisitor(visitor, '`' + schema + '`'))
                .build());
    }

    private static final class TableSchemaVisitor extends ClassVisitor {

        private final String schema;

        TableSchemaVisitor(ClassVisitor next, String schema) {
            super(Gizmo.ASM_API_VERSION, next);
            this.schema = schema;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            AnnotationVisitor next = super.visitAnnotation(descriptor, visible);
            if (!TABLE.equals(descriptor)) {
                return next;
            }
            return new AnnotationVisitor(Gizmo.ASM_API_VERSION, next) {
                @Override
                public void visit(String name, Object value) {
                    super.visit(name, name.equals("schema") ? schema : value);
                }
            };
        }
    }
}
