package io.quarkiverse.sqlstreams.runtime.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.ProduceOptions;
import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageOptionsTest {

    @Test
    void writesOnlyWhatIsAsked() {
        assertThat(MessageOptions.encode(
                        ProduceOptions.NONE.withRoutingKey("eu").withHeader("a", "b")))
                .isNull();
        assertThat(MessageOptions.encode(ProduceOptions.NONE
                        .withMaxRetries(1)
                        .withMaxDelays(0)
                        .withMaxWaiting(Duration.ofHours(25))
                        .withInitialBackoff(Duration.ofMillis(1_500))
                        .withTimeout(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999))))
                .isEqualTo("{\"maxRetries\":1,\"maxDelays\":0,\"maxWaiting\":\"PT25H\",\"initialBackoff\":\"PT1.5S\","
                        + "\"timeout\":\"PT2562047788015215H30M7.999999999S\"}");
        assertThat(MessageOptions.encode(ProduceOptions.NONE.withTimeout(Duration.ofSeconds(1))))
                .isEqualTo("{\"timeout\":\"PT1S\"}");
    }

    @Test
    void readsWhatItWrites() {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
        assertThat(MessageOptions.decode(MessageOptions.encode(ProduceOptions.NONE
                        .withMaxRetries(1)
                        .withMaxDelays(0)
                        .withMaxWaiting(longest)
                        .withInitialBackoff(Duration.ZERO)
                        .withTimeout(Duration.ofMillis(5)))))
                .isEqualTo(new AskedPolicy(1, 0, longest, Duration.ZERO, Duration.ofMillis(5)));
    }

    @Test
    void ignoresWhatItDoesNotUnderstand() {
        assertThat(MessageOptions.decode(null)).isEqualTo(AskedPolicy.NONE);
        for (String json : new String[] {
            "", "null", "[]", "\"a\"", "{", "{}", "{\"other\":1}", "[".repeat(5_000), "{\"maxRetries\":null}"
        }) {
            assertThat(MessageOptions.decode(json)).as(json).isEqualTo(AskedPolicy.NONE);
        }
        assertThat(MessageOptions.decode("{\"maxRetries\":-1,\"maxDelays\":2,\"maxWaiting\":\"PT0S\","
                        + "\"initialBackoff\":\"-PT1S\",\"timeout\":\"soon\"}"))
                .isEqualTo(new AskedPolicy(null, 2, null, null, null));
        assertThat(MessageOptions.decode("{\"maxRetries\":99999999999999999999,\"maxDelays\":1.5,\"maxWaiting\":5,"
                        + "\"initialBackoff\":{},\"timeout\":\"PT5S\"}"))
                .isEqualTo(new AskedPolicy(null, null, null, null, Duration.ofSeconds(5)));
    }

    @Test
    void headersComeBack() {
        assertThat(MessageOptions.encodeHeaders(Map.of())).isNull();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("tenant", "acme");
        headers.put("quote \" \\ \n", "é 😀");
        headers.put("empty", "");
        assertThat(MessageOptions.headers(MessageOptions.encodeHeaders(headers)))
                .containsExactlyEntriesOf(headers);
    }

    @Test
    void otherHeadersAreGivenAsTheirText() {
        assertThat(MessageOptions.headers(null)).isEmpty();
        assertThat(MessageOptions.headers("[1]")).isEmpty();
        assertThat(MessageOptions.headers("{broken")).isEmpty();
        assertThat(MessageOptions.headers("{\"a\":1,\"b\":null,\"c\":{\"d\":[true]},\"e\":\"x\"}"))
                .containsExactly(
                        Map.entry("a", "1"),
                        Map.entry("b", "null"),
                        Map.entry("c", "{\"d\":[true]}"),
                        Map.entry("e", "x"));
    }
}
