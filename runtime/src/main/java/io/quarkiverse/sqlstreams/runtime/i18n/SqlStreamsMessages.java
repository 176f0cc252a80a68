package io.quarkiverse.sqlstreams.runtime.i18n;

import java.lang.invoke.MethodHandles;
import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;
import org.jboss.logging.annotations.ValidIdRange;

/**
 * Every operator-facing error and log event. Ranges: 1–19 schema and start, 20–39 produce, 40–59 consumers and outcomes,
 * 60–79 claim, settle and leases, 80–89 test kit, 90–99 dev services. Texts returned as strings become exceptions by
 * {@link Errors}.
 */
@MessageLogger(projectCode = "SQL", length = 4)
@ValidIdRange(min = 1, max = 99)
public interface SqlStreamsMessages extends BasicLogger {

    SqlStreamsMessages LOG =
            Logger.getMessageLogger(MethodHandles.lookup(), SqlStreamsMessages.class, "io.quarkiverse.sqlstreams");

    // Schema and start

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1, value = "Schema '%s' is now at version %d")
    void schemaMigrated(String schema, int version);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 2, value = "Stream '%s' now has its tables")
    void streamDeclared(String stream);

    @Message(
            id = 3,
            value = "Schema '%s' is at version %d, but this release of the extension knows versions up to %d. "
                    + "Deploy a release that knows it.")
    String schemaIsNewer(String schema, int version, int known);

    @Message(
            id = 4,
            value =
                    "Schema '%s' is at version %d, but version %d is needed. Set quarkus.sqlstreams.schema.migrate=always, "
                            + "or apply the SQL that quarkus.sqlstreams.schema.print=true writes to the log.")
    String schemaIsAtOtherVersion(String schema, int version, int needed);

    @Message(
            id = 5,
            value =
                    "Stream '%s' has no tables in schema '%s'. Set quarkus.sqlstreams.schema.migrate=always, or apply the SQL "
                            + "that quarkus.sqlstreams.schema.print=true writes to the log.")
    String streamHasNoTables(String stream, String schema);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 6, value = "SQL of schema '%s' with the declared streams, for an empty database:%n%s")
    void schemaScript(String schema, String script);

    @Message(id = 7, value = "Schema '%s' could not be brought up to date, nothing was started: the cause says why")
    String startFailed(String schema);

    @Message(id = 10, value = "The configuration is impossible, nothing was started. Correct:%n%s")
    String impossibleConfiguration(String problems);

    // Produce

    @Message(
            id = 20,
            value = "Stream '%s' takes no message with %3$s in its %2$s, because PostgreSQL could not read it as text. "
                    + "Remove it before producing.")
    String unstorableText(String stream, String where, String what);

    @Message(
            id = 21,
            value = "Stream '%s' takes no payload of more than %d bytes as JSON. Produce a smaller one, or raise "
                    + "quarkus.sqlstreams.max-payload-size.")
    String payloadTooLarge(String stream, long bytes);

    @Message(
            id = 22,
            value =
                    "Stream '%s' cannot write the payload as JSON: %s. Change the payload's type, or how the application's "
                            + "ObjectMapper writes it.")
    String unserializable(String stream, String failure);

    @Message(
            id = 23,
            value = "Stream '%s' takes no %s of more than %d bytes in UTF-8, but this one has %d. Shorten it.")
    String keyTooLong(String stream, String which, int most, long bytes);

    @Message(
            id = 24,
            value = "Stream '%s' takes no headers of more than %d bytes together. Move what is large to the payload.")
    String headersTooLarge(String stream, long bytes);

    @Message(id = 25, value = "Stream '%s' takes no header whose name or value is null. Leave it out.")
    String headerIsNull(String stream);

    @Message(
            id = 26,
            value =
                    "Stream '%s': produce waits for the database, which an event loop must not. Call produceAsync, or make "
                            + "the calling method @Blocking.")
    String producesOnEventLoop(String stream);

    @Message(
            id = 27,
            value =
                    "Stream not found: '%s' has no tables. Correct its name, or declare it with @Stream or @Consume and "
                            + "start with quarkus.sqlstreams.schema.migrate=always.")
    String streamNotFound(String stream);

    @Message(
            id = 28,
            value =
                    "Stream '%s' could not store the messages, none of this call was stored: the cause says why. Produce "
                            + "them again.")
    String couldNotStore(String stream);

    @Message(
            id = 29,
            value =
                    "Stream '%s' got no answer to the COMMIT of the messages: all of this call were stored, or none. Look "
                            + "for them before producing them again.")
    String unknownWhetherStored(String stream);

    @Message(
            id = 30,
            value = "Stream '%s' stored none of the messages, because the database refused the text of one of them "
                    + "(SQLState %s). Change the payload, or the database's encoding.")
    String refusedByDatabase(String stream, String state);

    @Message(
            id = 31,
            value =
                    "Stream '%s' takes no messages in a transaction that cannot commit any more. Produce before it fails, or "
                            + "outside of it.")
    String transactionCannotCommit(String stream);

    @Message(
            id = 32,
            value =
                    "Stream '%s' had no partition for the ids drawn, none of the messages was stored. It has been given "
                            + "more: run the transaction again.")
    String noPartition(String stream);

    @Message(
            id = 39,
            value =
                    "Stream '%s' takes no messages because of quarkus.sqlstreams.enabled=false. Remove that setting and build "
                            + "the application again.")
    String disabled(String stream);

    // Consumers and outcomes

    @Message(
            id = 49,
            value =
                    "No delivery is running here: MessageMeta can be used only below a @Consume method, in its own request")
    String noDelivery();

    // Claim, settle and leases

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 60, value = "%s cannot reach its work in the database, and tries again until it can")
    void loopFailed(String loop, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 63, value = "%s reaches its work in the database again, after %d failed tries")
    void loopRecovered(String loop, int failures);

    // Test kit

    @Message(
            id = 80,
            value =
                    "The test kit was used in launch mode %s, but works only in tests and dev mode. Remove SqlStreamsClock and "
                            + "SqlStreamsKit from the application.")
    String kitOutsideTests(String launchMode);

    @Message(id = 81, value = "The test kit cannot reach the database of the streams: the cause says why")
    String kitWithoutDatabase();

    @Message(
            id = 82,
            value =
                    "Schema '%s' has no consumer group '%s' of a stream '%s'. Correct the names, or declare a consumer.")
    String kitGroupUnknown(String schema, String group, String stream);

    @Message(
            id = 83,
            value =
                    "The clock cannot be moved by %s: it only moves forward, and at most %s in all. Use reset() to go back "
                            + "to real time.")
    String clockCannotMove(String by, String most);

    @Message(id = 84, value = "Consumer group '%s' of stream '%s' still has work after %s: %s")
    String notDrained(String group, String stream, String waited, String left);

    @Message(id = 85, value = "Waiting for consumer group '%s' of stream '%s' was interrupted")
    String drainInterrupted(String group, String stream);
}
