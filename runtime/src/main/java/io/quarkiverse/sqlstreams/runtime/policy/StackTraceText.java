package io.quarkiverse.sqlstreams.runtime.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;

/**
 * A stack trace for the delivery log. Not printed by the throwable itself: its own methods may fail, print megabytes
 * or quote a payload.
 */
final class StackTraceText {

    static final int MAX_BYTES = 16 * 1024;

    private static final int LONGEST_MESSAGE = 1024;
    private static final int MOST_FRAMES = 100;
    private static final int FIRST_CAUSES = 8;
    private static final int LAST_CAUSES = 2;

    private StackTraceText() {}

    static String of(Throwable thrown, boolean withMessages) {
        try {
            return CappedText.lines(render(CauseChain.of(thrown), withMessages), MAX_BYTES);
        } catch (Throwable unreadable) {
            return thrown.getClass().getName();
        }
    }

    private static StringBuilder render(List<Throwable> chain, boolean withMessages) {
        StringBuilder text = new StringBuilder();
        StackTraceElement[] outer = {};
        boolean quoting = !withMessages;
        for (int i = 0; i < chain.size(); i++) {
            int left = chain.size() - i;
            if (i == FIRST_CAUSES && left > LAST_CAUSES) {
                text.append("... ").append(left - LAST_CAUSES).append(" more causes\n");
                i = chain.size() - LAST_CAUSES;
            }
            Throwable one = chain.get(i);
            text.append(i == 0 ? "" : "Caused by: ").append(Reason.className(one));
            String message = quoting ? null : Reason.message(one);
            if (message != null) {
                text.append(": ").append(CappedText.line(message, LONGEST_MESSAGE));
            }
            text.append('\n');
            StackTraceElement[] frames = frames(one);
            frames(text, frames, frames.length - common(frames, outer));
            outer = frames;
            quoting |= one instanceof JsonProcessingException;
        }
        return text;
    }

    private static void frames(StringBuilder text, StackTraceElement[] frames, int own) {
        int shown = Math.min(own, MOST_FRAMES);
        for (int i = 0; i < shown; i++) {
            text.append("\tat ").append(frames[i]).append('\n');
        }
        if (shown < frames.length) {
            text.append("\t... ").append(frames.length - shown).append(" more\n");
        }
    }

    private static int common(StackTraceElement[] frames, StackTraceElement[] outer) {
        int common = 0;
        while (common < frames.length
                && common < outer.length
                && frames[frames.length - 1 - common].equals(outer[outer.length - 1 - common])) {
            common++;
        }
        return common;
    }

    private static StackTraceElement[] frames(Throwable thrown) {
        try {
            return thrown.getStackTrace();
        } catch (Throwable unreadable) {
            return new StackTraceElement[0];
        }
    }
}
