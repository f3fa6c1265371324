-- Tests of sets that were made: what came of each, to be looked at and compared later.
CREATE TABLE test_runs (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  app        TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  -- Of the first of the sets that were tested together. A set that is replaced keeps its runs.
  definition INTEGER NOT NULL REFERENCES definitions (id) ON DELETE CASCADE,
  -- Of all of them, as JSON.
  signatures TEXT NOT NULL,
  name       TEXT NOT NULL,
  ran_at     INTEGER NOT NULL,
  ran_by     TEXT NOT NULL,
  scores     TEXT NOT NULL,
  -- Characters of the row: how much an app keeps is bounded by them.
  weight     INTEGER NOT NULL,
  -- Of what stands before it and `body_sum`; and of what stands behind.
  sum        INTEGER NOT NULL,
  body_sum   INTEGER NOT NULL,
  -- Last, so that a list of runs reads none of them.
  report     TEXT NOT NULL,
  verdicts   TEXT NOT NULL,
  UNIQUE (app, name)
) STRICT;
CREATE INDEX test_runs_of_sets ON test_runs (definition, signatures, id);
CREATE INDEX test_runs_of_app ON test_runs (app, id, weight);
