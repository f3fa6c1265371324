-- The data folder whose rows are moved in here, or were: one row. Until all of them are here, no node works on them.
CREATE TABLE moves (
  -- Of the database in the folder, and how far that had come: another folder, or one that was served meanwhile, is not the rest of it.
  folder   text PRIMARY KEY,
  entry    bigint NOT NULL,
  change   bigint NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
GRANT SELECT ON moves TO dragoman_node;

-- How many rows of each store are here, written with the rows themselves; and what they add up to, once all are.
CREATE TABLE moved_stores (
  store  text PRIMARY KEY,
  rows   bigint NOT NULL,
  sha256 text
);

-- Backups that somebody made with Postgres's own tools, and told: nothing in a database says that it was dumped. When, by the file's own time.
CREATE TABLE backups (
  id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at   bigint NOT NULL,
  what text NOT NULL
);
GRANT SELECT ON backups TO dragoman_node;

CREATE FUNCTION note_backup(at bigint, what text, backups_max bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  INSERT INTO backups (at, what) VALUES (at, what);
  DELETE FROM backups WHERE id <= (SELECT max(id) FROM backups) - backups_max;
$$;
