package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.runtime.produce.StoreFailure.Kind;
import io.quarkiverse.sqlstreams.runtime.store.NewMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Stores the messages of several calls in one transaction, or each call's alone if one of them makes that fail. */
final class BatchWrite {

    private final OwnTransaction transaction;
    private final List<Append> batch;
    private int ended;
    private boolean interrupted;

    BatchWrite(OwnTransaction transaction, List<Append> batch) {
        this.transaction = transaction;
        this.batch = batch;
    }

    /**
     * Every call has ended afterwards, whatever happens.
     *
     * @return whether the thread was interrupted meanwhile; its flag is cleared
     */
    boolean run() {
        try {
            storeAll();
        } catch (RuntimeException e) {
            failRest(StoreFailure.unexpected(e));
        } catch (Error e) {
            failRest(StoreFailure.unexpected(e));
            throw e;
        }
        return interrupted;
    }

    private void storeAll() {
        StoreFailure failure = store(0, batch.size());
        if (failure != null && batch.size() > 1 && isOneCalls(failure)) {
            failure = storeEach();
        }
        if (failure != null) {
            failRest(failure);
        }
    }

    /** @return what no further call could escape either */
    private StoreFailure storeEach() {
        while (ended < batch.size()) {
            StoreFailure failure = store(ended, ended + 1);
            if (failure != null && !isOneCalls(failure)) {
                return failure;
            }
            if (failure != null) {
                batch.get(ended++).failed(failure);
            }
        }
        return null;
    }

    /** Whether the messages of one call may be the reason, and none has been stored for certain. */
    private static boolean isOneCalls(StoreFailure failure) {
        return failure.kind() == Kind.REFUSED || failure.kind() == Kind.FAILED;
    }

    private StoreFailure store(int from, int to) {
        List<NewMessage> messages = messages(from, to);
        StoreFailure failure = null;
        for (int attempt = 1; attempt <= 2; attempt++) {
            try {
                if (failure != null && failure.kind() == Kind.NO_PARTITION) {
                    transaction.addPartitions(messages.size());
                }
                stored(from, to, transaction.store(messages));
                return null;
            } catch (StoreFailure e) {
                failure = e;
                if (!canTryAgain(e)) {
                    return e;
                }
            }
        }
        return failure;
    }

    private boolean canTryAgain(StoreFailure failure) {
        boolean now = Thread.interrupted();
        interrupted |= now;
        return switch (failure.kind()) {
            case NO_PARTITION, CONNECTION_LOST -> true;
            // The interrupt of the one who leads is not what the others fail for.
            case UNAVAILABLE -> now;
            default -> false;
        };
    }

    private List<NewMessage> messages(int from, int to) {
        if (to - from == 1) {
            return batch.get(from).messages();
        }
        List<NewMessage> messages = new ArrayList<>();
        for (int i = from; i < to; i++) {
            messages.addAll(batch.get(i).messages());
        }
        return messages;
    }

    private void stored(int from, int to, long[] ids) {
        int first = 0;
        for (int i = from; i < to; i++) {
            Append append = batch.get(i);
            append.stored(Arrays.copyOfRange(ids, first, first + append.size()));
            first += append.size();
            ended++;
        }
        transaction.wake();
    }

    /** Ends what has not ended. */
    void failRest(StoreFailure failure) {
        while (ended < batch.size()) {
            batch.get(ended++).failed(failure);
        }
    }
}
