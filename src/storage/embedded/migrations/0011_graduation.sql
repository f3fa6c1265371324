-- How often the model inside says what a language model says, of the calls of one tool, by how sure it is.
CREATE TABLE graduation_counts (
  app          TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL,
  tool         TEXT NOT NULL,
  models       TEXT NOT NULL,
  -- How often the tool was sent back before: what was counted until then stays, and says nothing any more.
  slips        INTEGER NOT NULL,
  edge         INTEGER NOT NULL,
  observed     INTEGER NOT NULL,
  agreed       INTEGER NOT NULL CHECK (agreed <= observed),
  PRIMARY KEY (app, content_hash, tool, models, slips, edge)
) STRICT, WITHOUT ROWID;

-- What it answered alone, and what that saved.
CREATE TABLE graduation_answers (
  app          TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL,
  tool         TEXT NOT NULL,
  models       TEXT NOT NULL,
  answers      INTEGER NOT NULL,
  saved_ms     INTEGER NOT NULL,
  saved_cost   REAL NOT NULL,
  PRIMARY KEY (app, content_hash, tool, models)
) STRICT, WITHOUT ROWID;
