-- Instants are milliseconds since 1970 in UTC. `app` stands first in every index that a tenant's query uses.

CREATE TABLE apps (
  id         TEXT PRIMARY KEY,
  -- Order of creation; the clock may jump, this does not.
  position   INTEGER NOT NULL UNIQUE,
  name       TEXT NOT NULL,
  plan       TEXT NOT NULL,
  status     TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  epoch      INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  position    INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  app         TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  name        TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER,
  revoked_at  INTEGER
) STRICT;
CREATE INDEX keys_of_app ON keys (app, position);

CREATE TABLE sets (
  -- The revision the set was created with: grows, is never used again, so pages stay stable.
  id           INTEGER PRIMARY KEY,
  app          TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  kind         TEXT NOT NULL CHECK (kind IN ('toolset', 'classification_set')),
  signature    TEXT NOT NULL,
  name         TEXT NOT NULL,
  description  TEXT,
  definition   TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  revision     INTEGER NOT NULL UNIQUE,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  UNIQUE (app, kind, signature)
) STRICT;
CREATE INDEX sets_in_order ON sets (app, kind, id);
CREATE INDEX sets_by_content ON sets (app, content_hash);

-- Numbers that only grow, whatever is deleted.
CREATE TABLE counters (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('revision', 0), ('app', 0);

-- No foreign key to apps: what was charged stays on record after an app is gone.
CREATE TABLE ledger_entries (
  id          INTEGER PRIMARY KEY,
  app         TEXT NOT NULL,
  at          INTEGER NOT NULL,
  bucket      TEXT NOT NULL CHECK (bucket = 'credits' OR bucket GLOB 'month:[0-9]*-[0-9][0-9]'),
  kind        TEXT NOT NULL CHECK (kind IN ('allowance', 'charge', 'credit')),
  amount      INTEGER NOT NULL CHECK (amount <> 0),
  reservation INTEGER CHECK ((reservation IS NOT NULL) = (kind = 'charge'))
) STRICT;
CREATE UNIQUE INDEX ledger_charges_once ON ledger_entries (reservation, bucket) WHERE reservation IS NOT NULL;
CREATE TRIGGER ledger_entries_are_never_changed BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries are never changed'); END;
CREATE TRIGGER ledger_entries_are_never_deleted BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries are never deleted'); END;

-- The sums of the entries, kept by a trigger so that they cannot be forgotten.
CREATE TABLE balances (
  app     TEXT NOT NULL,
  bucket  TEXT NOT NULL,
  amount  INTEGER NOT NULL,
  -- The part that came in as a month's allowance.
  granted INTEGER NOT NULL,
  PRIMARY KEY (app, bucket)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER ledger_entries_are_summed AFTER INSERT ON ledger_entries
BEGIN
  INSERT INTO balances (app, bucket, amount, granted)
  VALUES (new.app, new.bucket, new.amount, iif(new.kind = 'allowance', new.amount, 0))
  ON CONFLICT (app, bucket) DO UPDATE SET
    amount = amount + excluded.amount,
    granted = granted + excluded.granted;
END;

CREATE TABLE windows (
  minute  INTEGER NOT NULL,
  subject TEXT NOT NULL,
  count   INTEGER NOT NULL,
  PRIMARY KEY (minute, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
  id             INTEGER PRIMARY KEY,
  app            TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  partition      TEXT NOT NULL,
  key            TEXT NOT NULL,
  content_hashes TEXT NOT NULL,
  answer         TEXT NOT NULL,
  created_at     INTEGER NOT NULL,
  UNIQUE (app, partition, key)
) STRICT;
CREATE INDEX answers_by_age ON answers (created_at);
CREATE INDEX answers_of_app_by_age ON answers (app, created_at);

CREATE TABLE answer_contents (
  app          TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  answer       INTEGER NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
  PRIMARY KEY (app, content_hash, answer)
) STRICT, WITHOUT ROWID;
CREATE INDEX answer_contents_of_answer ON answer_contents (answer);

-- How many answers each app has: counting them at every insert would cost more the more there are.
CREATE TABLE answer_counts (
  app   TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER answers_are_counted AFTER INSERT ON answers
BEGIN
  INSERT INTO answer_counts (app, count) VALUES (new.app, 1) ON CONFLICT (app) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER answers_are_counted_off AFTER DELETE ON answers
BEGIN
  UPDATE answer_counts SET count = count - 1 WHERE app = old.app;
  DELETE FROM answer_counts WHERE app = old.app AND count = 0;
END;

CREATE TABLE embeddings (
  id       INTEGER PRIMARY KEY,
  app      TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  key      TEXT NOT NULL,
  -- 32-bit floats, little-endian.
  vector   BLOB NOT NULL,
  UNIQUE (app, embedder, key)
) STRICT;

CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
