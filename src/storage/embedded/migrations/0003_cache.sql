-- Answers are found by meaning, too, and those that are worth the least give way first.
ALTER TABLE answers ADD COLUMN sentence TEXT NOT NULL DEFAULT '';
-- What other sentences may learn from it; NULL for an answer that is only for the same words.
ALTER TABLE answers ADD COLUMN lesson TEXT;
-- Which embedder the vector is of.
ALTER TABLE answers ADD COLUMN embedder TEXT;
ALTER TABLE answers ADD COLUMN hits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE answers ADD COLUMN hit_at INTEGER;
ALTER TABLE answers ADD COLUMN model_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE answers ADD COLUMN model_cost REAL NOT NULL DEFAULT 0;
ALTER TABLE answers ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
-- The app's floor at the last hit, and the milliseconds saved per byte.
ALTER TABLE answers ADD COLUMN worth REAL NOT NULL DEFAULT 0;
-- 32-bit floats, little-endian.
ALTER TABLE answers ADD COLUMN vector BLOB;
UPDATE answers SET bytes = 200 + length(answer) + length(content_hashes);
DROP INDEX answers_of_app_by_age;
CREATE INDEX answers_of_app_by_worth ON answers (app, worth, created_at, id);
CREATE INDEX answers_with_lessons ON answers (app, partition, id) WHERE lesson IS NOT NULL;

-- An id names its answer for ever, also in indexes that are kept beside the database.
INSERT INTO counters (name, value) VALUES ('answer', (SELECT ifnull(max(id), 0) FROM answers));

-- How many answers each app has, and how large they are: counting them at every insert would cost more the more there are.
DROP TRIGGER answers_are_counted;
DROP TRIGGER answers_are_counted_off;
DROP TABLE answer_counts;
CREATE TABLE answer_totals (
  app   TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  -- The worth of the last answer that had to go: what is hit from now on stands above it, what is not sinks.
  floor REAL NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO answer_totals (app, count, bytes, floor) SELECT app, count(*), sum(bytes), 0 FROM answers GROUP BY app;
CREATE TRIGGER answers_are_counted AFTER INSERT ON answers
BEGIN
  INSERT INTO answer_totals (app, count, bytes, floor) VALUES (new.app, 1, new.bytes, 0)
  ON CONFLICT (app) DO UPDATE SET count = count + 1, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER answers_are_counted_off AFTER DELETE ON answers
BEGIN
  UPDATE answer_totals SET count = count - 1, bytes = bytes - old.bytes WHERE app = old.app;
  DELETE FROM answer_totals WHERE app = old.app AND count = 0;
END;
CREATE TRIGGER answers_are_weighed AFTER UPDATE OF bytes ON answers
BEGIN
  UPDATE answer_totals SET bytes = bytes + new.bytes - old.bytes WHERE app = new.app;
END;

-- Words that were corrected: they are not to be answered from others until a model has answered them.
CREATE TABLE answer_refusals (
  id         INTEGER PRIMARY KEY,
  app        TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  partition  TEXT NOT NULL,
  key        TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (app, partition, key)
) STRICT;
CREATE INDEX answer_refusals_of_app ON answer_refusals (app, id);
CREATE INDEX answer_refusals_by_age ON answer_refusals (created_at);

-- Proposals for other words, by how sure they were: how many a model was asked about, and how many it contradicted.
CREATE TABLE reuse_counts (
  app          TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL,
  name         TEXT NOT NULL,
  path         TEXT NOT NULL,
  bin          INTEGER NOT NULL,
  observed     INTEGER NOT NULL,
  wrong        INTEGER NOT NULL,
  PRIMARY KEY (app, content_hash, name, path, bin)
) STRICT, WITHOUT ROWID;

CREATE TABLE reuse_mistakes (
  id             INTEGER PRIMARY KEY,
  app            TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  content_hash   TEXT NOT NULL,
  name           TEXT NOT NULL,
  path           TEXT NOT NULL,
  score          REAL NOT NULL,
  sentence       TEXT NOT NULL,
  known_sentence TEXT NOT NULL,
  given          TEXT NOT NULL,
  expected       TEXT,
  created_at     INTEGER NOT NULL
) STRICT;
CREATE INDEX reuse_mistakes_of_app ON reuse_mistakes (app, id);

CREATE TABLE reuse_sources (
  app          TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL,
  source       TEXT NOT NULL,
  answers      INTEGER NOT NULL,
  saved_ms     INTEGER NOT NULL,
  saved_cost   REAL NOT NULL,
  PRIMARY KEY (app, content_hash, source)
) STRICT, WITHOUT ROWID;

-- How an answer was made from one to other words; JSON.
ALTER TABLE requests ADD COLUMN reuse TEXT;
