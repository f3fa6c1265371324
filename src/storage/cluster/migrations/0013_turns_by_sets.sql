-- What a turn costs where nothing has to be weighed: docs/decisions/0091-a-turn-goes-by-sets.md. Both functions answer in the same text of JSON, { "is": "plain", … },
-- and raise DR001 as before.

-- The first of `subjects` whose place, from 1, is not among those that were found.
CREATE FUNCTION first_left_out(subjects text[], places bigint[]) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  SELECT subject FROM unnest(subjects) WITH ORDINALITY AS each (subject, place)
  WHERE place <> ALL (coalesce(places, '{}')) ORDER BY place LIMIT 1
$$;

-- As `plain_turn`, where each statement is of all apps at once: for one app that is dearer. Rows are found by `= ANY (ARRAY[…])`, and a node by `IS NOT DISTINCT FROM`, since an equality may be planned the other
-- way round: with these each row is looked up by its key, one after the other in the order that was sent, which is the order in which all nodes lock.
CREATE FUNCTION many_apps_turn(
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
  month_sums text;
  credits_sums text;
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

    SELECT string_agg(coalesce(month_sum::text, 'null'), ',' ORDER BY place), string_agg(credits_sum::text, ',' ORDER BY place)
    INTO month_sums, credits_sums
    FROM (
      SELECT place,
        (SELECT unleased FROM balances WHERE balances.app = account.app AND bucket = month)
          + (SELECT coalesce(sum(remaining), 0) FROM leases WHERE leases.app = account.app AND bucket = month) AS month_sum,
        coalesce((SELECT unleased FROM balances WHERE balances.app = account.app AND bucket = 'credits'), 0)
          + (SELECT coalesce(sum(remaining), 0) FROM leases WHERE leases.app = account.app AND bucket = 'credits') AS credits_sum
      FROM unnest(apps, months) WITH ORDINALITY AS account (app, month, place)
    ) AS sums;
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

  outcome := format('{"is":"plain","counts":[%s],"months":[%s],"credits":[%s],"free":[%s]}', counts, month_sums, credits_sums, free);
  UPDATE nodes SET turn = number, result = outcome, expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
  WHERE node = of_node AND turn = number - 1 AND NOT has_ended;
  IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = ''; END IF;
  RETURN outcome;
END $$;

-- The same where all that is wanted are answers from memory of one app, of one cost: the most frequent turn under load. Each statement is of one row, by its key.
CREATE FUNCTION one_app_turn(
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
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  spent bigint := charges * cost;
  left_free bigint;
  month_sum bigint;
  credits_sum bigint;
  before bigint;
  outcome text;
BEGIN
  outcome := set_config('lock_timeout', lock_ms, true);
  PERFORM 1 FROM nodes WHERE node = of_node FOR UPDATE;
  UPDATE leases SET remaining = remaining - spent
  WHERE app = of_app AND bucket = month AND node = of_node AND remaining - held >= spent AND allowance = of_allowance
    AND of_version = coalesce((SELECT version FROM app_versions WHERE app = of_app), 0)
  RETURNING remaining - held INTO left_free;
  IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = of_app; END IF;
  SELECT sum(amount) FILTER (WHERE bucket <> 'credits'), sum(amount) FILTER (WHERE bucket = 'credits') INTO month_sum, credits_sum
  FROM (
    SELECT bucket, unleased + coalesce((SELECT sum(remaining) FROM leases WHERE app = of_app AND leases.bucket = balances.bucket), 0) AS amount
    FROM balances WHERE app = of_app AND bucket IN (month, 'credits') OFFSET 0
  ) AS sums;
  INSERT INTO ledger_entries (app, at, bucket, kind, amount, count) VALUES (of_app, charged_at, month, 'charge', -spent, charges);
  INSERT INTO request_batches (app, id, count, requests_max, begun_at, ended_at, answers)
  VALUES (of_app, nextval('request_batch_ids'), charges, requests_max, begun_at, ended_at, answers);
  IF of_minute IS NOT NULL THEN
    UPDATE windows AS own SET count = own.count + charges
    WHERE own.minute = of_minute AND own.subject = of_app AND own.count + charges <= calls_max
    RETURNING own.count - charges INTO before;
    IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = of_app; END IF;
  END IF;
  outcome := format('{"is":"plain","counts":[%s],"months":[%s],"credits":[%s],"free":[%s]}', before, month_sum, coalesce(credits_sum, 0), left_free);
  UPDATE nodes SET turn = number, result = outcome, expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
  WHERE node = of_node AND turn = number - 1 AND NOT has_ended;
  IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = ''; END IF;
  RETURN outcome;
END $$;

GRANT EXECUTE ON FUNCTION many_apps_turn, one_app_turn TO dragoman_node;
