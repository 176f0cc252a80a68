package io.quarkiverse.sqlstreams.runtime.produce;

/**
 * What PostgreSQL can keep as text. A column of type json would take an escaped U+0000 or lone surrogate, but every
 * later {@code ->>} on it would fail.
 */
final class StorableText {

    private static final int NOT_ESCAPED = -1;

    private StorableText() {}

    enum Problem {
        NUL("U+0000"),
        LONE_SURROGATE("a lone surrogate");

        private final String text;

        Problem(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** What stands in the way of storing a text; null if nothing does. */
    static Problem in(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return Problem.NUL;
            }
            if (Character.isSurrogate(c)) {
                if (!isPair(c, i + 1 < text.length() ? text.charAt(i + 1) : 0)) {
                    return Problem.LONE_SURROGATE;
                }
                i++;
            }
        }
        return null;
    }

    /** The same for JSON text, raw and escaped. The halves of a pair must be written alike. */
    static Problem inJson(String json) {
        int length = json.length();
        for (int i = 0; i < length; i++) {
            char c = json.charAt(i);
            if (c == 0) {
                return Problem.NUL;
            }
            if (c == '\\') {
                int unit = escaped(json, i);
                if (unit == NOT_ESCAPED) {
                    i++;
                    continue;
                }
                if (unit == 0) {
                    return Problem.NUL;
                }
                i += 5;
                if (Character.isSurrogate((char) unit)) {
                    if (!isPair((char) unit, escaped(json, i + 1))) {
                        return Problem.LONE_SURROGATE;
                    }
                    i += 6;
                }
            } else if (Character.isSurrogate(c)) {
                if (!isPair(c, i + 1 < length ? json.charAt(i + 1) : 0)) {
                    return Problem.LONE_SURROGATE;
                }
                i++;
            }
        }
        return null;
    }

    /** The length in bytes of UTF-8 of a text without lone surrogates. */
    static long bytes(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // Each half of a pair makes two of its four bytes.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return bytes;
    }

    /** The UTF-16 unit that an escape at this place stands for. */
    private static int escaped(String json, int at) {
        if (at + 6 > json.length() || json.charAt(at) != '\\' || json.charAt(at + 1) != 'u') {
            return NOT_ESCAPED;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(json.charAt(i), 16);
            if (digit < 0) {
                return NOT_ESCAPED;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    private static boolean isPair(char high, int low) {
        return Character.isHighSurrogate(high) && low > 0 && Character.isLowSurrogate((char) low);
    }
}
