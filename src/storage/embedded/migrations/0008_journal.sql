-- What was noted in few words and is not in its own tables yet: a ring of rows of one size, each a page that is written in place.
-- Those are live whose change is above that of the counter; all that went before is in the tables.
CREATE TABLE journal (
  slot   INTEGER PRIMARY KEY,
  change INTEGER NOT NULL,
  -- A note that is longer than a row goes on in the next.
  part   INTEGER NOT NULL,
  length INTEGER NOT NULL,
  sum    INTEGER NOT NULL,
  bytes  BLOB NOT NULL
) STRICT;

-- Ids that the server makes say when they were made, and are found by that: a row in an index for each was half of what an answer
-- from memory wrote. When the last request of the row was answered; those of older rows all stand in `request_ids`.
ALTER TABLE request_batches ADD COLUMN ended_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX request_batches_by_time ON request_batches (app, ended_at);

-- Charges that are written together stand in one row, where they are of one app and bucket: a list of numbers, three for each. `id`
-- counts entries, and is that of the last; `amount` is of all.
ALTER TABLE ledger_entries ADD COLUMN charges TEXT;
