-- Where many apps wait for their rows, these are written a few apps at a time: docs/decisions/0093-a-crowd-is-written-in-rounds.md.
-- Notes up to this change are all in their tables, though the counter stands below it.
ALTER TABLE journal ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
-- 1 where the note says of some that all they have in it and in those before it is in their tables.
ALTER TABLE journal ADD COLUMN marks INTEGER NOT NULL DEFAULT 0;
