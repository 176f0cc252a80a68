package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkiverse.sqlstreams.RecoverableFailure;
import io.quarkiverse.sqlstreams.Recovery;

/** Throwables at their worst, and a few that say what they are. */
final class Throwables {

    private Throwables() {}

    static final class SilentException extends RuntimeException {}

    static class UnreadableException extends RuntimeException {

        @Override
        public String getMessage() {
            throw new StackOverflowError("getMessage");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("toString");
        }

        @Override
        public Throwable getCause() {
            throw new OutOfMemoryError("getCause");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("getStackTrace");
        }
    }

    /** Each cause is a new one. */
    static final class EndlessException extends RuntimeException {

        EndlessException() {
            super("endless", null, false, false);
        }

        @Override
        public Throwable getCause() {
            return new EndlessException();
        }
    }

    static class PermanentException extends RuntimeException implements RecoverableFailure {

        PermanentException(String message) {
            super(message);
        }

        @Override
        public Recovery recovery() {
            return Recovery.PERMANENT;
        }
    }

    static final class TransientException extends RuntimeException implements RecoverableFailure {

        @Override
        public Recovery recovery() {
            return Recovery.TRANSIENT;
        }
    }

    static final class UndecidedException extends RuntimeException implements RecoverableFailure {

        UndecidedException() {
            super("undecided");
        }

        @Override
        public Recovery recovery() {
            throw new NoClassDefFoundError("recovery");
        }
    }

    interface Hopeless {}

    static class BaseException extends Exception implements Hopeless {

        BaseException(String message) {
            super(message);
        }
    }

    static final class DerivedException extends BaseException {

        DerivedException(String message) {
            super(message);
        }
    }

    static Throwable cyclic() {
        RuntimeException outer = new RuntimeException("outer");
        RuntimeException inner = new RuntimeException("inner", outer);
        outer.initCause(inner);
        return outer;
    }

    static Throwable nested(int depth, Throwable root) {
        Throwable current = root;
        for (int i = 0; i < depth; i++) {
            current = new RuntimeException("level " + i, current);
        }
        return current;
    }
}
