package io.quarkiverse.sqlstreams.runtime.lifecycle;

import io.smallrye.common.expression.Expression;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.eclipse.microprofile.config.Config;

/** Resolves configuration expressions such as <code>${charge.timeout:30s}</code> in annotation members. */
public final class Expressions implements UnaryOperator<String> {

    private final Config config;

    public Expressions(Config config) {
        this.config = config;
    }

    /** @throws NoSuchElementException naming the property that has neither a value nor a default */
    @Override
    public String apply(String text) {
        if (text == null || !text.contains("${")) {
            return text;
        }
        return Expression.compile(text, Expression.Flag.LENIENT_SYNTAX, Expression.Flag.NO_TRIM)
                .evaluate((context, target) -> {
                    Optional<String> value = config.getOptionalValue(context.getKey(), String.class);
                    if (value.isPresent()) {
                        target.append(value.get());
                    } else if (context.hasDefault()) {
                        context.expandDefault();
                    } else {
                        throw new NoSuchElementException("no value for ${" + context.getKey() + "}");
                    }
                });
    }
}
