-- Instants are milliseconds since 1970 in UTC. Texts are compared by their bytes, so that every node and the embedded storage order them
-- alike. Every table of apps has the app in it, and shows a node the rows of the app that it has named, and no others.

CREATE TABLE schema_version (
  version    integer PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON schema_version TO dragoman_node;
CREATE FUNCTION schema_version_now() RETURNS integer
LANGUAGE sql STABLE
AS $$ SELECT coalesce(max(version), 0) FROM schema_version $$;

-- The app that a connection works for. NULL before it was told: no row is equal to that.
CREATE FUNCTION current_app() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT current_setting('dragoman.app', true) $$;

-- What every table of apps goes through. Its owner, who migrates, sees all of it.
CREATE PROCEDURE fence(fenced regclass)
LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', fenced);
  EXECUTE format('CREATE POLICY own ON %s USING (app = current_app()) WITH CHECK (app = current_app())', fenced);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO dragoman_node', fenced);
END $$;

-- How many changes there were of each app. Raised first in each change, which holds the row until it is committed: changes of an app
-- come one after the other. An app that is removed keeps its version, since nodes may know it.
CREATE TABLE app_versions (
  app     text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL
);
CALL fence('app_versions');

-- Of many apps at once: read at the beginning of requests.
CREATE FUNCTION versions_of(apps text[]) RETURNS TABLE (app text, version bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$ SELECT known.app, known.version FROM app_versions AS known WHERE known.app = ANY (apps) $$;

CREATE TABLE apps (
  app        text COLLATE "C" PRIMARY KEY,
  -- Order of creation; clocks may jump and differ, this does not.
  position   bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  name       text NOT NULL,
  plan       text NOT NULL,
  status     text NOT NULL CHECK (status IN ('active', 'suspended')),
  epoch      bigint NOT NULL,
  created_at bigint NOT NULL
);
CALL fence('apps');

CREATE FUNCTION all_apps() RETURNS SETOF apps
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$ SELECT * FROM apps ORDER BY position $$;

CREATE TABLE keys (
  id          text COLLATE "C" PRIMARY KEY,
  position    bigint GENERATED ALWAYS AS IDENTITY,
  app         text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  name        text NOT NULL,
  secret_hash text NOT NULL,
  created_at  bigint NOT NULL,
  expires_at  bigint,
  revoked_at  bigint
);
CREATE INDEX keys_of_app ON keys (app, position);
CALL fence('keys');

-- The one look-up without a tenant: it is what finds the tenant.
CREATE FUNCTION key_of(key text) RETURNS SETOF keys
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$ SELECT * FROM keys WHERE id = key $$;

-- Numbers that only grow, whatever is deleted: of definitions, aliases, memories and taught cases.
CREATE SEQUENCE revisions;
GRANT USAGE ON SEQUENCE revisions TO dragoman_node;

-- Of the server itself: no app's.
CREATE TABLE secrets (
  name  text COLLATE "C" PRIMARY KEY,
  value text NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON secrets TO dragoman_node;

-- Who did what, when: commands of the operator, and sign-ins to the admin page. A node adds to it, and can neither change nor take away what is
-- there, but for the oldest.
CREATE TABLE audit_records (
  id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at   bigint NOT NULL,
  who  text NOT NULL,
  what text NOT NULL
);
GRANT SELECT ON audit_records TO dragoman_node;

CREATE FUNCTION note_audit(at bigint, who text, what text, records_max bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  INSERT INTO audit_records (at, who, what) VALUES (at, who, what);
  DELETE FROM audit_records WHERE id <= (SELECT max(id) FROM audit_records) - records_max;
$$;

-- Work under idempotency keys that is being done, by whom, and until when nobody else may begin it.
CREATE TABLE keyed_work (
  app     text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  key     text COLLATE "C" NOT NULL,
  holder  uuid NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (app, key)
);
CALL fence('keyed_work');
