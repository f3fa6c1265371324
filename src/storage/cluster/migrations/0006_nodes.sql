-- What nodes know of each other, and of who is signed in on the admin page: no app's.

-- Those that a link lets in, and those who are in, by the hash of a secret that stands nowhere. `position` grows whenever one is asked in: instants
-- of several nodes have no order.
CREATE TABLE admin_links (
  hash     text COLLATE "C" PRIMARY KEY,
  position bigint NOT NULL DEFAULT nextval('revisions'),
  ends_at  bigint NOT NULL
);
CREATE TABLE admin_sessions (
  hash          text COLLATE "C" PRIMARY KEY,
  position      bigint NOT NULL DEFAULT nextval('revisions'),
  opened_at     bigint NOT NULL,
  ends_at       bigint NOT NULL,
  last_asked_at bigint NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON admin_links, admin_sessions TO dragoman_node;

-- Running nodes, as each says of itself every few seconds. Whether one still lives is told by this server's clock alone. It has nothing to do with
-- leases, which have a name of their own for each node.
CREATE TABLE heartbeats (
  node           text COLLATE "C" PRIMARY KEY,
  name           text COLLATE "C" NOT NULL,
  version        text NOT NULL,
  schema         integer NOT NULL,
  address        text NOT NULL,
  state          text NOT NULL CHECK (state IN ('starting', 'ready', 'draining')),
  -- Null while it does not know.
  clock_ahead_ms double precision,
  -- JSON, which the nodes alone look into.
  figures        text NOT NULL,
  started_at     timestamptz NOT NULL,
  heard_at       timestamptz NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON heartbeats TO dragoman_node;

-- Notes that a node lives, and forgets those that nothing was heard of for too long, or that are too many. Gives this server's time, and
-- how many there are in each state; `gone` of those that were silent for `gone_seconds`.
CREATE FUNCTION heartbeat(
  of_node text,
  of_name text,
  of_version text,
  of_schema integer,
  of_address text,
  of_state text,
  uptime_seconds double precision,
  of_clock_ahead_ms double precision,
  of_figures text,
  gone_seconds double precision,
  kept_seconds double precision,
  nodes_max bigint
) RETURNS TABLE (at bigint, state text, nodes bigint)
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  now_here timestamptz := clock_timestamp();
BEGIN
  INSERT INTO heartbeats AS known
  VALUES (of_node, of_name, of_version, of_schema, of_address, of_state, of_clock_ahead_ms, of_figures,
          now_here - make_interval(secs => uptime_seconds), now_here)
  ON CONFLICT (node) DO UPDATE
  SET state = excluded.state, clock_ahead_ms = excluded.clock_ahead_ms, figures = excluded.figures, heard_at = excluded.heard_at;
  DELETE FROM heartbeats WHERE node IN (
    SELECT node FROM heartbeats
    WHERE heard_at < greatest(now_here - make_interval(secs => kept_seconds),
                              (SELECT heard_at FROM heartbeats ORDER BY heard_at DESC OFFSET nodes_max - 1 LIMIT 1))
    FOR UPDATE SKIP LOCKED
  );
  RETURN QUERY
  SELECT (extract(epoch FROM now_here) * 1000)::bigint, state_now.state, count(*)
  FROM heartbeats CROSS JOIN LATERAL (
    SELECT CASE WHEN heard_at < now_here - make_interval(secs => gone_seconds) THEN 'gone' ELSE state END AS state
  ) AS state_now
  GROUP BY state_now.state;
END $$;
