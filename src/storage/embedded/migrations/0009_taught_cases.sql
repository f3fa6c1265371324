-- What owners taught: a sentence, and what is right for it. It is a test case of its set as well.
CREATE TABLE taught_cases (
  -- The revision that teaching it gave: grows, is never used again, so pages stay stable.
  id         INTEGER PRIMARY KEY,
  -- The app stands in the set's definition alone: every query of a tenant goes through it. A set that is replaced keeps its cases.
  definition INTEGER NOT NULL REFERENCES definitions (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  -- Digest of the words: of two cases with the same ones the newer counts.
  words      TEXT NOT NULL,
  content    TEXT NOT NULL,
  taught_at  INTEGER NOT NULL,
  sum        INTEGER NOT NULL,
  UNIQUE (definition, words)
) STRICT;
CREATE INDEX taught_cases_in_order ON taught_cases (definition, id);
