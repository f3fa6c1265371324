-- Other names for sets. A name is one of an alias or of sets: both are written in here, so whoever takes it looks first.
CREATE TABLE aliases (
  -- The revision it was made with: grows, is never used again, so pages stay stable.
  id         INTEGER PRIMARY KEY,
  app        TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  kind       TEXT NOT NULL CHECK (kind IN ('toolset', 'classification_set')),
  signature  TEXT NOT NULL,
  -- Of those who ask; the others get the other one. Null, and 100, where there is only one.
  percent    INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100),
  other      TEXT CHECK (other IS NOT NULL OR percent = 100),
  revision   INTEGER NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  sum        INTEGER NOT NULL,
  UNIQUE (app, name)
) STRICT;
CREATE INDEX aliases_in_order ON aliases (app, id);
