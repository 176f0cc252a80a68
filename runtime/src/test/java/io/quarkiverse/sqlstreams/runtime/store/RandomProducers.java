package io.quarkiverse.sqlstreams.runtime.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Producers that take random steps, some of them in prepared transactions, beside a writer of something else. */
final class RandomProducers {

    private final List<One> producers = new ArrayList<>();
    private final List<Prepared> prepared = new ArrayList<>();
    private final List<Long> committed = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private final Connection unrelated;
    private final Connection ending;
    private Random random;
    private int names;

    RandomProducers(TestDatabase database, StreamInfo stream, int number) throws SQLException {
        for (int i = 0; i < number; i++) {
            producers.add(new One("P" + i, new SteppedProducer(database, stream)));
        }
        unrelated = database.connect();
        ending = database.connect();
    }

    void start(Random random) {
        this.random = random;
        committed.clear();
        trace.clear();
    }

    /** What was done, in order. */
    List<String> trace() {
        return trace;
    }

    /** The ids that have appeared since the start, ascending. */
    List<Long> committed() {
        Collections.sort(committed);
        return committed;
    }

    /** One step of one of them. Returns the ids it made appear. */
    List<Long> step() throws SQLException, IOException {
        int choice = random.nextInt(20);
        List<Long> appeared = List.of();
        if (choice == 0) {
            stepUnrelated();
        } else if (choice == 1 && !prepared.isEmpty()) {
            appeared = endPrepared();
        } else {
            appeared = producers.get(random.nextInt(producers.size())).step();
        }
        committed.addAll(appeared);
        return appeared;
    }

    /** Ends whatever is open. */
    void end() throws SQLException {
        for (One producer : producers) {
            if (producer.isOpen()) {
                committed.addAll(producer.end(random.nextBoolean()));
            }
        }
        while (!prepared.isEmpty()) {
            committed.addAll(endPrepared());
        }
        if (!unrelated.getAutoCommit()) {
            stepUnrelated();
        }
    }

    private void stepUnrelated() throws SQLException {
        if (unrelated.getAutoCommit()) {
            unrelated.setAutoCommit(false);
            TestDatabase.texts(unrelated, "SELECT pg_current_xact_id()::text");
            trace.add("an unrelated transaction begins");
        } else {
            unrelated.rollback();
            unrelated.setAutoCommit(true);
            trace.add("the unrelated transaction ends");
        }
    }

    private List<Long> endPrepared() throws SQLException {
        Prepared ended = prepared.remove(random.nextInt(prepared.size()));
        boolean commit = random.nextBoolean();
        TestDatabase.execute(ending, (commit ? "COMMIT" : "ROLLBACK") + " PREPARED '" + ended.name + "'");
        trace.add(ended + (commit ? " commits" : " rolls back"));
        return commit ? ended.ids : List.of();
    }

    private record Prepared(String name, List<Long> ids) {}

    private final class One {

        private final String name;
        private final SteppedProducer producer;
        /** The ids drawn, by the savepoint they came after; the first list is the transaction's own. */
        private final List<List<Long>> levels = new ArrayList<>();

        private final List<Savepoint> savepoints = new ArrayList<>();

        One(String name, SteppedProducer producer) {
            this.name = name;
            this.producer = producer;
        }

        boolean isOpen() {
            return !levels.isEmpty();
        }

        List<Long> step() throws SQLException, IOException {
            return isOpen() ? stepInside() : stepOutside();
        }

        private List<Long> stepOutside() throws SQLException {
            int choice = random.nextInt(4);
            if (choice == 0) {
                long id = producer.insert();
                trace.add(name + " commits " + id);
                return List.of(id);
            }
            producer.begin();
            levels.add(new ArrayList<>());
            trace.add(name + " begins");
            if (choice > 1) {
                producer.drawTransactionId();
                trace.add(name + " draws a transaction id");
            }
            return List.of();
        }

        private List<Long> stepInside() throws SQLException, IOException {
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> insert(false);
                case 4 -> insert(true);
                case 5 -> {
                    savepoints.add(producer.savepoint());
                    levels.add(new ArrayList<>());
                    trace.add(name + " sets savepoint " + savepoints.size());
                }
                case 6 -> endSavepoint();
                case 7 -> prepare();
                default -> {
                    return end(random.nextInt(3) > 0);
                }
            }
            return List.of();
        }

        private void insert(boolean copy) throws SQLException, IOException {
            long id = copy ? producer.copy() : producer.insert();
            levels.get(levels.size() - 1).add(id);
            trace.add(name + (copy ? " copies " : " inserts ") + id);
        }

        private void endSavepoint() throws SQLException {
            if (savepoints.isEmpty()) {
                return;
            }
            int chosen = random.nextInt(savepoints.size());
            if (random.nextBoolean()) {
                producer.rollbackTo(savepoints.get(chosen));
                trace.add(name + " rolls back to savepoint " + (chosen + 1));
                // That savepoint stays, those after it are gone.
                cut(chosen + 1);
                levels.get(chosen + 1).clear();
            } else {
                producer.release(savepoints.get(chosen));
                trace.add(name + " releases savepoint " + (chosen + 1));
                for (List<Long> ids : levels.subList(chosen + 1, levels.size())) {
                    levels.get(chosen).addAll(ids);
                }
                cut(chosen);
            }
        }

        private void cut(int size) {
            savepoints.subList(size, savepoints.size()).clear();
            levels.subList(size + 1, levels.size()).clear();
        }

        private void prepare() throws SQLException {
            if (prepared.size() == 3) {
                return;
            }
            Prepared added = new Prepared("prepared " + ++names, drawn());
            producer.prepare(added.name);
            prepared.add(added);
            trace.add(name + " prepares " + added);
            forget();
        }

        List<Long> end(boolean commit) throws SQLException {
            List<Long> ids = drawn();
            if (commit) {
                producer.commit();
            } else {
                producer.rollback();
            }
            trace.add(name + (commit ? " commits " : " rolls back ") + ids);
            forget();
            return commit ? ids : List.of();
        }

        private List<Long> drawn() {
            return levels.stream().flatMap(List::stream).toList();
        }

        private void forget() {
            levels.clear();
            savepoints.clear();
        }
    }
}
