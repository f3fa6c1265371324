-- What was found out about model servers, by what tells one from another: asking again costs time and money.
CREATE TABLE model_findings (
  key      TEXT PRIMARY KEY,
  findings TEXT NOT NULL,
  found_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX model_findings_by_age ON model_findings (found_at);
