-- The table of sets now holds all that an app defines. SQLite changes no CHECK in place, so the rows move; nothing refers to
-- them, and they keep their ids and revisions, so pages and ETags of before stay good.
CREATE TABLE definitions (
  -- The revision it was created with: grows, is never used again, so pages stay stable.
  id           INTEGER PRIMARY KEY,
  app          TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  -- toolset, classification_set, persona or bank: the adapter's types say so, and a new kind needs no migration.
  kind         TEXT NOT NULL,
  -- What clients call it by: the signature of a set, the name of a persona, the id of a bank.
  signature    TEXT NOT NULL,
  name         TEXT NOT NULL,
  description  TEXT,
  definition   TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  -- A bank gets a new one with every memory that comes or goes, too.
  revision     INTEGER NOT NULL UNIQUE,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  UNIQUE (app, kind, signature)
) STRICT;
INSERT INTO definitions (id, app, kind, signature, name, description, definition, content_hash, revision, created_at, updated_at)
SELECT id, app, kind, signature, name, description, definition, content_hash, revision, created_at, updated_at FROM sets;
UPDATE definitions SET definition = json_insert(definition, '$.requireEvidence', json('false')) WHERE kind = 'toolset';
DROP TABLE sets;
CREATE INDEX definitions_in_order ON definitions (app, kind, id);
CREATE INDEX definitions_by_content ON definitions (app, content_hash);

CREATE TABLE memories (
  -- The revision that adding it gave the bank: grows, is never used again, so pages stay stable.
  id         INTEGER PRIMARY KEY,
  -- The app stands in the bank's definition alone: every query of a tenant goes through it.
  bank       INTEGER NOT NULL REFERENCES definitions (id) ON DELETE CASCADE,
  memory     TEXT NOT NULL,
  content    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (bank, memory)
) STRICT;
CREATE INDEX memories_in_order ON memories (bank, id);

-- How many memories each bank has: counting them at every addition would cost more the more there are.
CREATE TABLE memory_counts (
  bank  INTEGER PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT;
CREATE TRIGGER memories_are_counted AFTER INSERT ON memories
BEGIN
  INSERT INTO memory_counts (bank, count) VALUES (new.bank, 1) ON CONFLICT (bank) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER memories_are_counted_off AFTER DELETE ON memories
BEGIN
  UPDATE memory_counts SET count = count - 1 WHERE bank = old.bank;
  DELETE FROM memory_counts WHERE bank = old.bank AND count = 0;
END;

CREATE TABLE kept_answers (
  id          INTEGER PRIMARY KEY,
  app         TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  key         TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status      INTEGER NOT NULL,
  headers     TEXT NOT NULL,
  body        TEXT,
  created_at  INTEGER NOT NULL,
  UNIQUE (app, key)
) STRICT;
CREATE INDEX kept_answers_by_age ON kept_answers (created_at);

CREATE TABLE requests (
  id         INTEGER PRIMARY KEY,
  app        TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  -- Counts up within the app: what is too far behind the newest goes, and nobody has to count.
  position   INTEGER NOT NULL,
  -- Chosen by the client, maybe more than once.
  request_id TEXT NOT NULL,
  -- Of the cache entry; both or neither.
  partition  TEXT,
  key        TEXT CHECK ((key IS NULL) = (partition IS NULL)),
  text       TEXT NOT NULL,
  answer     TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (app, position)
) STRICT;
CREATE INDEX requests_of_id ON requests (app, request_id, position);
CREATE INDEX requests_by_age ON requests (created_at);

-- For the page of an app's entries.
CREATE INDEX ledger_entries_of_app ON ledger_entries (app, id);
