-- A migration that takes something away says which programs do without it: those that know the schema up to this version, or further. All
-- others only add, so that nodes of the version before go on. The largest of all counts.
ALTER TABLE schema_version ADD COLUMN oldest_program integer NOT NULL DEFAULT 1;

-- A function that returns the rows of a table by its name breaks off where the table grows while it waits. These name their columns.
DROP FUNCTION all_apps();
CREATE FUNCTION all_apps()
RETURNS TABLE (app text, "position" bigint, name text, plan text, status text, epoch bigint, created_at bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  SELECT app, position, name, plan, status, epoch, created_at FROM apps ORDER BY position
$$;

DROP FUNCTION key_of(text);
CREATE FUNCTION key_of(key text) RETURNS TABLE (
  id text, "position" bigint, app text, name text, secret_hash text, created_at bigint, expires_at bigint, revoked_at bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  SELECT id, position, app, name, secret_hash, created_at, expires_at, revoked_at FROM keys WHERE id = key
$$;
