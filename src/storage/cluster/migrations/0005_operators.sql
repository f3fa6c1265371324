-- What operators ask of all apps at once.

-- Buckets whose entries do not add up to what is unleased and what remains of leases. Reads all of the ledger.
CREATE FUNCTION ledger_discrepancies() RETURNS TABLE (app text, bucket text, entered bigint, balance bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  WITH entered AS (
    SELECT app, bucket, sum(amount)::bigint AS amount FROM ledger_entries GROUP BY app, bucket
  ), leased AS (
    SELECT app, bucket, sum(remaining)::bigint AS amount FROM leases GROUP BY app, bucket
  )
  SELECT app, bucket, coalesce(entered.amount, 0), coalesce(unleased, 0) + coalesce(leased.amount, 0)
  FROM entered FULL JOIN balances USING (app, bucket) FULL JOIN leased USING (app, bucket)
  WHERE coalesce(entered.amount, 0) <> coalesce(unleased, 0) + coalesce(leased.amount, 0)
  ORDER BY app, bucket
$$;

-- How many rows there are that were made before these instants.
CREATE FUNCTION leftovers(answers_before bigint, kept_before bigint, requests_before bigint)
RETURNS TABLE (answers bigint, kept bigint, requests bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  SELECT
    (SELECT count(*) FROM answers WHERE created_at < answers_before),
    (SELECT count(*) FROM kept_answers WHERE created_at < kept_before),
    (SELECT count(*) FROM request_batches WHERE ended_at < requests_before)
$$;

-- Those that were heard of, and for how long each still counts as running; below 0 for one that has to be taken for dead.
CREATE FUNCTION all_nodes() RETURNS TABLE (node uuid, turns bigint, has_ended boolean, seconds_left double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$ SELECT node, turn, has_ended, extract(epoch FROM expires_at - clock_timestamp())::float8 FROM nodes ORDER BY has_ended, node $$;
