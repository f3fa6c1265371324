-- A turn without a look at the row of each app in it: docs/decisions/0126-requests-outlive-no-app.md. What knows version 13 goes on with the functions below, which
-- are called, and answer, as before; and without the constraint, since what it did is done by the trigger.
-- Oldest program: 13

-- Apps that were removed within a day. A turn that was under way then may leave requests behind, which `tidy` takes away.
CREATE TABLE removed_apps (
  app        text COLLATE "C" PRIMARY KEY,
  removed_at timestamptz NOT NULL
);
CALL fence('removed_apps');
REVOKE SELECT, INSERT, UPDATE, DELETE ON removed_apps FROM dragoman_node;

CREATE FUNCTION forget_requests() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
BEGIN
  INSERT INTO removed_apps (app, removed_at) VALUES (OLD.app, clock_timestamp())
  ON CONFLICT (app) DO UPDATE SET removed_at = excluded.removed_at;
  DELETE FROM request_batches WHERE app = OLD.app;
  RETURN NULL;
END $$;
CREATE TRIGGER requests_go_with_their_app AFTER DELETE ON apps FOR EACH ROW EXECUTE FUNCTION forget_requests();
ALTER TABLE request_batches DROP CONSTRAINT request_batches_app_fkey;

-- As before; and requests of apps that were removed.
CREATE OR REPLACE FUNCTION tidy(oldest bigint, rows_max bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
DECLARE
  gone uuid;
  removed text;
BEGIN
  DELETE FROM windows WHERE (minute, subject) IN (
    SELECT minute, subject FROM windows WHERE minute < oldest ORDER BY minute, subject LIMIT rows_max FOR UPDATE SKIP LOCKED
  );
  SELECT node INTO gone FROM nodes WHERE expires_at < clock_timestamp() - interval '1 day' LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    PERFORM leave(gone, 0);
    DELETE FROM nodes WHERE node = gone;
  END IF;
  -- One after the other, since of each only few are there: a join may read all requests of all apps.
  FOR removed IN SELECT app FROM removed_apps WHERE NOT EXISTS (SELECT FROM apps WHERE apps.app = removed_apps.app) ORDER BY app LOOP
    DELETE FROM request_batches WHERE app = removed;
  END LOOP;
  DELETE FROM removed_apps WHERE removed_at < clock_timestamp() - interval '1 day';
END $$;

-- As before; but the balances that are told are summed by the statement that writes them down, with one look at each table for an app, in the place of two.
CREATE OR REPLACE FUNCTION many_apps_turn(
  of_node uuid,
  number bigint,
  lease_seconds double precision,
  -- Accounts: an app, the month, and the app's version where its answers from memory are charged.
  apps text[],
  months text[],
  versions bigint[],
  -- What the plan gives the month; null where nothing is taken of it.
  allowances bigint[],
  -- What has to be free in the lease, is charged, and is held more.
  wanted bigint[],
  spent bigint[],
  held_more bigint[],
  -- Windows, in the order of their keys: how many calls more, and up to which count.
  minutes bigint[],
  subjects text[],
  calls integer[],
  calls_max bigint[],
  -- Charges: so many of one amount.
  entry_apps text[],
  entry_months text[],
  entry_instants bigint[],
  entry_amounts bigint[],
  entry_counts integer[],
  -- Requests that were answered, as `record_requests` has them.
  record_apps text[],
  record_counts integer[],
  records_max bigint[],
  records_begun_at bigint[],
  records_ended_at bigint[],
  -- On a line each.
  record_answers text,
  named_in integer[],
  named_ids text[]
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
-- Planned once for each connection, for tables of any size.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  -- Of what is plain.
  places bigint[];
  -- Lists of numbers with commas between.
  free text;
  counts text;
  outcome text;
BEGIN
  -- First, as in `turn`: one whose connection ended may still be at work.
  PERFORM 1 FROM nodes WHERE node = of_node FOR UPDATE;

  IF cardinality(apps) > 0 THEN
    WITH changed AS (
      UPDATE leases SET remaining = remaining - account.spent, held = held + account.held_more
      FROM unnest(apps, months, versions, allowances, wanted, spent, held_more) WITH ORDINALITY
        AS account (app, month, version, allowance, wanted, spent, held_more, place)
      WHERE leases.app = ANY (ARRAY[account.app]) AND bucket = ANY (ARRAY[month]) AND node IS NOT DISTINCT FROM of_node
        AND remaining - held >= account.wanted
        AND (account.allowance IS NULL OR leases.allowance = account.allowance)
        -- What changed the app since was not acknowledged when it was asked for.
        AND (account.version IS NULL OR account.version = coalesce((SELECT version FROM app_versions AS known WHERE known.app = account.app), 0))
      RETURNING place, remaining - held AS left_free
    ) SELECT array_agg(place), string_agg(left_free::text, ',' ORDER BY place) INTO places, free FROM changed;
    IF coalesce(cardinality(places), 0) < cardinality(apps) THEN RAISE SQLSTATE 'DR001' USING MESSAGE = first_left_out(apps, places); END IF;
  END IF;

  IF cardinality(entry_apps) > 0 THEN
    INSERT INTO ledger_entries (app, at, bucket, kind, amount, count)
    SELECT app, at, month, 'charge', -amount * count, count
    FROM unnest(entry_apps, entry_months, entry_instants, entry_amounts, entry_counts) AS entry (app, month, at, amount, count);
  END IF;

  IF cardinality(named_ids) > 0 THEN
    PERFORM record_requests(record_apps, record_counts, records_max, records_begun_at, records_ended_at,
      string_to_array(record_answers, E'\n'), named_in, named_ids);
  ELSIF cardinality(record_apps) > 0 THEN
    INSERT INTO request_batches (app, id, count, requests_max, begun_at, ended_at, answers)
    SELECT app, nextval('request_batch_ids'), count, requests_max, begun_at, ended_at, answers
    FROM unnest(record_apps, record_counts, records_max, records_begun_at, records_ended_at, string_to_array(record_answers, E'\n'))
      AS batch (app, count, requests_max, begun_at, ended_at, answers);
  END IF;

  -- Behind all that takes long: other nodes wait for these rows.
  IF cardinality(subjects) > 0 THEN
    WITH changed AS (
      UPDATE windows AS own SET count = own.count + counting.calls
      FROM unnest(minutes, subjects, calls, calls_max) WITH ORDINALITY AS counting (minute, subject, calls, calls_max, place)
      WHERE own.minute = ANY (ARRAY[counting.minute]) AND own.subject = ANY (ARRAY[counting.subject])
        AND own.count + counting.calls <= counting.calls_max
      RETURNING place, own.count - counting.calls AS before
    ) SELECT array_agg(place), string_agg(before::text, ',' ORDER BY place) INTO places, counts FROM changed;
    IF coalesce(cardinality(places), 0) < cardinality(subjects) THEN
      RAISE SQLSTATE 'DR001' USING MESSAGE = first_left_out(subjects, places);
    END IF;
  END IF;

  UPDATE nodes SET turn = number, expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
    result = (
      SELECT format('{"is":"plain","counts":[%s],"months":[%s],"credits":[%s],"free":[%s]}', counts,
        string_agg(coalesce((month_unleased + coalesce(month_leased, 0))::text, 'null'), ',' ORDER BY place),
        string_agg((coalesce(credits_unleased, 0) + coalesce(credits_leased, 0))::text, ',' ORDER BY place), free)
      FROM unnest(apps, months) WITH ORDINALITY AS account (app, month, place),
        LATERAL (
          SELECT sum(unleased) FILTER (WHERE bucket <> 'credits') AS month_unleased, sum(unleased) FILTER (WHERE bucket = 'credits') AS credits_unleased
          FROM balances WHERE balances.app = account.app AND bucket IN (month, 'credits')
        ) AS of_balances,
        LATERAL (
          SELECT sum(remaining) FILTER (WHERE bucket <> 'credits') AS month_leased, sum(remaining) FILTER (WHERE bucket = 'credits') AS credits_leased
          FROM leases WHERE leases.app = account.app AND bucket IN (month, 'credits')
        ) AS of_leases
    )
  WHERE node = of_node AND turn = number - 1 AND NOT has_ended
  RETURNING result INTO outcome;
  IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = ''; END IF;
  RETURN outcome;
END $$;

-- As before, and so are the balances here.
CREATE OR REPLACE FUNCTION one_app_turn(
  of_node uuid,
  number bigint,
  lease_seconds double precision,
  lock_ms text,
  of_app text,
  month text,
  of_version bigint,
  of_allowance bigint,
  -- So many charges of one amount, the last of them at that instant.
  charges integer,
  cost bigint,
  charged_at bigint,
  -- The window; null where the calls were counted before.
  of_minute bigint,
  calls_max bigint,
  -- The row of requests, which are as many.
  requests_max bigint,
  begun_at bigint,
  ended_at bigint,
  answers text
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp SET lock_timeout = '1s'
AS $$
#variable_conflict use_column
DECLARE
  spent bigint := charges * cost;
  left_free bigint;
  before bigint;
  outcome text;
BEGIN
  IF lock_ms <> '1000' THEN PERFORM set_config('lock_timeout', lock_ms, true); END IF;
  PERFORM 1 FROM nodes WHERE node = of_node FOR UPDATE;
  UPDATE leases SET remaining = remaining - spent
  WHERE app = of_app AND bucket = month AND node = of_node AND remaining - held >= spent AND allowance = of_allowance
    AND of_version = coalesce((SELECT version FROM app_versions WHERE app = of_app), 0)
  RETURNING remaining - held INTO left_free;
  IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = of_app; END IF;
  INSERT INTO ledger_entries (app, at, bucket, kind, amount, count) VALUES (of_app, charged_at, month, 'charge', -spent, charges);
  INSERT INTO request_batches (app, id, count, requests_max, begun_at, ended_at, answers)
  VALUES (of_app, nextval('request_batch_ids'), charges, requests_max, begun_at, ended_at, answers);
  IF of_minute IS NOT NULL THEN
    UPDATE windows AS own SET count = own.count + charges
    WHERE own.minute = of_minute AND own.subject = of_app AND own.count + charges <= calls_max
    RETURNING own.count - charges INTO before;
    IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = of_app; END IF;
  END IF;
  UPDATE nodes SET turn = number, expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
    result = format('{"is":"plain","counts":[%s],"months":[%s],"credits":[%s],"free":[%s]}', before,
      (SELECT unleased FROM balances WHERE app = of_app AND bucket = month)
        + (SELECT sum(remaining) FROM leases WHERE app = of_app AND bucket = month),
      coalesce((SELECT unleased FROM balances WHERE app = of_app AND bucket = 'credits'), 0)
        + coalesce((SELECT sum(remaining) FROM leases WHERE app = of_app AND bucket = 'credits'), 0),
      left_free)
  WHERE node = of_node AND turn = number - 1 AND NOT has_ended
  RETURNING result INTO outcome;
  IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = ''; END IF;
  RETURN outcome;
END $$;

-- Blocks for several windows at once, as `next_block` gives each: one commit, in the place of one for each. A window that is not there yet, or that somebody else holds, is
-- left out and waited for by itself: it holds up no other.
CREATE FUNCTION next_blocks(
  of_minutes bigint[], of_subjects text[], askings uuid[], known_lasts bigint[], wanted bigint[], spares bigint[]
) RETURNS TABLE (place integer, above bigint, last bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
BEGIN
  FOR at IN 1 .. cardinality(of_subjects) LOOP
    PERFORM 1 FROM windows WHERE minute = of_minutes[at] AND subject = of_subjects[at] FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    place := at;
    SELECT block.above, block.last INTO next_blocks.above, next_blocks.last
    FROM next_block(of_minutes[at], of_subjects[at], askings[at], known_lasts[at], wanted[at], spares[at]) AS block;
    RETURN NEXT;
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION next_blocks TO dragoman_node;
