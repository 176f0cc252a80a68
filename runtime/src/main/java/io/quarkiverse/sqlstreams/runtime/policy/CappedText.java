package io.quarkiverse.sqlstreams.runtime.policy;

/**
 * Text that any database column of type text takes: U+0000 and other control characters, and lone surrogates, are
 * written as <code>&#92;u0000</code>; what is too long keeps its head and its tail.
 */
final class CappedText {

    private static final String CUT = " ... [cut] ... ";

    private CappedText() {}

    /** On one line: each line break becomes a space. */
    static String line(CharSequence text, int maxBytes) {
        return cap(text, maxBytes, false);
    }

    static String lines(CharSequence text, int maxBytes) {
        return cap(text, maxBytes, true);
    }

    /** The length in bytes of UTF-8. */
    static int bytes(CharSequence text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int point = Character.codePointAt(text, i);
            bytes += bytes(point);
            i += Character.charCount(point);
        }
        return bytes;
    }

    private static String cap(CharSequence text, int maxBytes, boolean keepBreaks) {
        int length = text.length();
        // A character takes at least one byte: of a longer text, only its two ends can be kept.
        if (length > maxBytes) {
            StringBuilder head = escape(text, 0, maxBytes, keepBreaks);
            StringBuilder tail = escape(text, length - maxBytes, length, keepBreaks);
            return ends(head, tail, maxBytes);
        }
        StringBuilder all = escape(text, 0, length, keepBreaks);
        return bytes(all) <= maxBytes ? all.toString() : ends(all, all, maxBytes);
    }

    private static String ends(StringBuilder head, StringBuilder tail, int maxBytes) {
        int room = Math.max(0, maxBytes - CUT.length()) / 2;
        int end = 0;
        for (int left = room; end < head.length(); ) {
            int point = head.codePointAt(end);
            left -= bytes(point);
            if (left < 0) {
                break;
            }
            end += Character.charCount(point);
        }
        int start = tail.length();
        for (int left = room; start > 0; ) {
            int point = tail.codePointBefore(start);
            left -= bytes(point);
            if (left < 0) {
                break;
            }
            start -= Character.charCount(point);
        }
        return head.substring(0, end) + CUT + tail.substring(start);
    }

    private static StringBuilder escape(CharSequence text, int from, int to, boolean keepBreaks) {
        StringBuilder escaped = new StringBuilder(to - from + 16);
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < to && Character.isLowSurrogate(text.charAt(i + 1))) {
                escaped.append(c).append(text.charAt(++i));
            } else if (isBreak(c)) {
                escaped.append(keepBreaks ? c : ' ');
            } else if (Character.isSurrogate(c) || c < ' ' && c != '\t' || c == 0x7f) {
                unicode(escaped, c);
            } else {
                escaped.append(c);
            }
        }
        return escaped;
    }

    private static boolean isBreak(char c) {
        return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    private static void unicode(StringBuilder text, char c) {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            text.append(Character.forDigit(c >> shift & 0xf, 16));
        }
    }

    private static int bytes(int point) {
        return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }
}
