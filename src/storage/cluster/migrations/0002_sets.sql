-- What apps define, and what their sets were taught and tested with. Texts that people write are in JSON, which escapes what a text of
-- Postgres cannot hold (U+0000); names that rows are found by never have it.

CREATE TABLE definitions (
  app          text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  -- The revision it was created with: grows, is never used again, so pages stay stable.
  id           bigint NOT NULL,
  -- toolset, classification_set, persona, bank or value_list: the adapter's types say so, and a new kind needs no migration.
  kind         text COLLATE "C" NOT NULL,
  -- What clients call it by: the signature of a set, the name of a persona, the id of a bank.
  signature    text COLLATE "C" NOT NULL,
  -- As JSON: name, description and definition.
  content      text NOT NULL,
  -- Of the definition as JSON, in UTF-16 as limits count them.
  characters   integer NOT NULL,
  content_hash text COLLATE "C" NOT NULL,
  -- A bank gets a new one with every memory that comes or goes, too.
  revision     bigint NOT NULL,
  -- Of a bank. Counting them at every addition would cost more the more there are.
  memories     integer NOT NULL DEFAULT 0,
  created_at   bigint NOT NULL,
  updated_at   bigint NOT NULL,
  PRIMARY KEY (app, id),
  UNIQUE (app, kind, signature)
);
CREATE INDEX definitions_in_order ON definitions (app, kind, id);
CREATE INDEX definitions_by_content ON definitions (app, content_hash);
CALL fence('definitions');

-- Other names for sets. A name is one of an alias or of sets: changes of an app come one after the other, so whoever takes it looks first.
CREATE TABLE aliases (
  app        text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  -- The revision it was made with: grows, is never used again, so pages stay stable.
  id         bigint NOT NULL,
  name       text COLLATE "C" NOT NULL,
  kind       text COLLATE "C" NOT NULL CHECK (kind IN ('toolset', 'classification_set')),
  signature  text COLLATE "C" NOT NULL,
  -- Of those who ask; the others get the other one. Null, and 100, where there is only one.
  percent    integer NOT NULL CHECK (percent BETWEEN 0 AND 100),
  other      text COLLATE "C" CHECK (other IS NOT NULL OR percent = 100),
  revision   bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (app, id),
  UNIQUE (app, name),
  -- What an alias stands for is there as long as it does.
  FOREIGN KEY (app, kind, signature) REFERENCES definitions (app, kind, signature),
  FOREIGN KEY (app, kind, other) REFERENCES definitions (app, kind, signature)
);
CREATE INDEX aliases_by_set ON aliases (app, kind, signature);
CREATE INDEX aliases_by_other_set ON aliases (app, kind, other) WHERE other IS NOT NULL;
CALL fence('aliases');

CREATE TABLE memories (
  app        text COLLATE "C" NOT NULL,
  bank       bigint NOT NULL,
  -- The revision that adding it gave the bank: grows, is never used again, so pages stay stable.
  id         bigint NOT NULL,
  memory     text COLLATE "C" NOT NULL,
  content    text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (app, bank, id),
  UNIQUE (app, bank, memory),
  FOREIGN KEY (app, bank) REFERENCES definitions (app, id) ON DELETE CASCADE
);
CALL fence('memories');

-- What owners taught: a sentence, and what is right for it. It is a test case of its set as well. A set that is replaced keeps its cases.
CREATE TABLE taught_cases (
  app        text COLLATE "C" NOT NULL,
  definition bigint NOT NULL,
  -- The revision that teaching it gave: grows, is never used again, so pages stay stable.
  id         bigint NOT NULL,
  name       text COLLATE "C" NOT NULL,
  -- Digest of the words: of two cases with the same ones the newer counts.
  words      text COLLATE "C" NOT NULL,
  content    text NOT NULL,
  taught_at  bigint NOT NULL,
  PRIMARY KEY (app, definition, id),
  UNIQUE (app, definition, words),
  FOREIGN KEY (app, definition) REFERENCES definitions (app, id) ON DELETE CASCADE
);
CALL fence('taught_cases');

-- Tests of sets that were made: what came of each, to be looked at and compared later.
CREATE TABLE test_runs (
  app        text COLLATE "C" NOT NULL,
  id         bigint GENERATED ALWAYS AS IDENTITY,
  -- Of the first of the sets that were tested together. A set that is replaced keeps its runs.
  definition bigint NOT NULL,
  -- Of all of them, as JSON: 16 of 128 characters at most, which an index can hold.
  signatures text COLLATE "C" NOT NULL,
  name       text COLLATE "C" NOT NULL,
  ran_at     bigint NOT NULL,
  -- As JSON: who made it, and its figures.
  head       text NOT NULL,
  -- As JSON: the report and the verdicts. A list of runs reads none of them.
  body       text NOT NULL,
  -- Characters of the row: how much an app keeps is bounded by them.
  weight     integer NOT NULL,
  PRIMARY KEY (app, id) INCLUDE (weight),
  UNIQUE (app, name),
  FOREIGN KEY (app, definition) REFERENCES definitions (app, id) ON DELETE CASCADE
);
CREATE INDEX test_runs_of_sets ON test_runs (app, definition, signatures, id);
CALL fence('test_runs');

-- Keeps a run, and takes away what is too much. False when there is no such set. It is no change of the app, so runs of an app that come
-- at once take turns here: at its row, as whoever changes no key of it does.
CREATE FUNCTION keep_test_run(
  run_app text, set_kind text, set_signature text,
  run_signatures text, run_name text, run_at bigint, run_head text, run_body text, run_weight integer,
  runs_max bigint, characters_max bigint
) RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  first_set bigint;
BEGIN
  PERFORM FROM apps WHERE app = run_app FOR NO KEY UPDATE;
  SELECT id INTO first_set FROM definitions
    WHERE app = run_app AND kind = set_kind AND signature = set_signature FOR KEY SHARE;
  IF first_set IS NULL THEN
    RETURN false;
  END IF;
  INSERT INTO test_runs (app, definition, signatures, name, ran_at, head, body, weight)
    VALUES (run_app, first_set, run_signatures, run_name, run_at, run_head, run_body, run_weight);
  -- What somebody else is taking away, with its set, is not waited for: the two might wait for each other.
  DELETE FROM test_runs WHERE app = run_app AND id IN (
    SELECT id FROM test_runs WHERE app = run_app AND id IN (
      SELECT id FROM test_runs
      WHERE app = run_app AND definition = first_set AND signatures = run_signatures
      ORDER BY id DESC OFFSET runs_max)
    FOR UPDATE SKIP LOCKED);
  -- The newest one stays, however large it is.
  DELETE FROM test_runs WHERE app = run_app AND id IN (
    SELECT id FROM test_runs WHERE app = run_app AND id IN (
      SELECT id FROM (
        SELECT id, sum(weight) OVER newer AS total, row_number() OVER newer AS place
        FROM test_runs WHERE app = run_app WINDOW newer AS (ORDER BY id DESC)) AS counted
      WHERE total > characters_max AND place > 1)
    FOR UPDATE SKIP LOCKED);
  RETURN true;
END $$;
