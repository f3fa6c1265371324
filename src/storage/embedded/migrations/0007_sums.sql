-- Which database this is. A marker beside the file names it, and says how far it had come.
CREATE TABLE identity (
  id TEXT NOT NULL
) STRICT;
INSERT INTO identity (id) VALUES (lower(hex(randomblob(16))));
-- Every commit adds to the ledger or to this: one of the two has grown, or nothing has changed.
INSERT INTO counters (name, value) VALUES ('change', 0);

-- What a row was when it was written. The program adds them up, here for what is there already.
ALTER TABLE definitions ADD COLUMN sum INTEGER;
ALTER TABLE memories ADD COLUMN sum INTEGER;
ALTER TABLE answers ADD COLUMN sum INTEGER;
ALTER TABLE answers ADD COLUMN vector_sum INTEGER;
ALTER TABLE kept_answers ADD COLUMN sum INTEGER;
ALTER TABLE request_batches ADD COLUMN sum INTEGER;
ALTER TABLE embeddings ADD COLUMN sum INTEGER;

-- Each sum of the ledger goes on from the one before: none can be changed, left out or moved without the rest.
ALTER TABLE ledger_entries ADD COLUMN sum INTEGER;
DROP TRIGGER ledger_entries_are_never_changed;
