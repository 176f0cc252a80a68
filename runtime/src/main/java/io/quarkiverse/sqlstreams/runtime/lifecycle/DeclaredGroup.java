package io.quarkiverse.sqlstreams.runtime.lifecycle;

import io.quarkiverse.sqlstreams.runtime.ConsumerMethod;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import java.util.Set;

/**
 * A consumer method with the group it consumes for.
 *
 * @param policy as this instance declares it
 * @param terminalOn names of the exceptions that make a message dead
 * @param enabled whether this instance consumes for the group
 */
public record DeclaredGroup(
        GroupRef ref, ConsumerMethod method, GroupPolicy policy, Set<String> terminalOn, boolean enabled) {}
