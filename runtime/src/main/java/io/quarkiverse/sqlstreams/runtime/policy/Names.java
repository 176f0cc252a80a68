package io.quarkiverse.sqlstreams.runtime.policy;

/** The rule for the names of streams and consumer groups. */
public final class Names {

    /** The rule in words, for messages. */
    public static final String RULE = "1 to 200 characters of a-z A-Z 0-9 . _ - :";

    private static final int LONGEST = 200;

    private Names() {}

    public static boolean isValid(String name) {
        if (name == null || name.isEmpty() || name.length() > LONGEST) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (!isAllowed(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAllowed(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '.'
                || c == '_'
                || c == '-'
                || c == ':';
    }
}
