-- Entries that were put together into months: docs/decisions/0086-old-entries-become-months.md.
CREATE TABLE ledger_months (
  app         TEXT NOT NULL,
  -- UTC, as 2026-10.
  month       TEXT NOT NULL,
  first_entry INTEGER NOT NULL,
  last_entry  INTEGER NOT NULL,
  entries     INTEGER NOT NULL,
  -- JSON: of each bucket and kind its name, `credits` or a month, its kind, how many they were, and their sum.
  sums        TEXT NOT NULL,
  -- SHA-256: over the entries of the app, and over this row and the one before.
  chain       TEXT NOT NULL,
  seal        TEXT NOT NULL,
  PRIMARY KEY (app, month)
) STRICT, WITHOUT ROWID;

-- The last entry of all apps that is in a month, and the sum of its row, with which that of the next one goes on.
CREATE TABLE ledger_floor (
  id  INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT;
INSERT INTO ledger_floor (id, sum) VALUES (0, 0);

DROP TRIGGER ledger_entries_are_never_deleted;
CREATE TRIGGER ledger_entries_are_never_deleted BEFORE DELETE ON ledger_entries
WHEN old.id > (SELECT id FROM ledger_floor)
BEGIN SELECT RAISE(ABORT, 'ledger entries are never deleted'); END;
CREATE TRIGGER ledger_floor_only_rises BEFORE UPDATE ON ledger_floor WHEN new.id < old.id
BEGIN SELECT RAISE(ABORT, 'entries that are in a month do not come back'); END;
CREATE TRIGGER ledger_months_are_never_deleted BEFORE DELETE ON ledger_months
BEGIN SELECT RAISE(ABORT, 'months of the ledger are never deleted'); END;
