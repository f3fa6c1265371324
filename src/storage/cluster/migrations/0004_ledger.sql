-- What apps may spend, and their calls of a minute. All of it is written by one function, `turn`, that a node calls once for all that its
-- requests want at a time: docs/decisions/0071-money-over-nodes.md.

-- A node that runs, or ran: each start is another. What it may still do is told here, by this server's clock alone.
CREATE TABLE nodes (
  node       uuid PRIMARY KEY,
  -- The last one that was done, and what it answered.
  turn       bigint NOT NULL,
  result     text,
  expires_at timestamptz NOT NULL,
  -- It never works again under this name: what it had is others'.
  has_ended  boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);

-- One row for each change, never another: those that a turn makes in one bucket stand together. A bucket is a month, as 2026-11,
-- or `credits`. An app that is removed keeps them.
CREATE TABLE ledger_entries (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  app     text COLLATE "C" NOT NULL,
  at      bigint NOT NULL,
  bucket  text COLLATE "C" NOT NULL,
  kind    text NOT NULL CHECK (kind IN ('allowance', 'charge', 'credit')),
  amount  bigint NOT NULL,
  -- What each of several took; null for one.
  charges bigint[]
);
CREATE INDEX ledger_entries_of_app ON ledger_entries (app, id);
CALL fence('ledger_entries');
REVOKE INSERT, UPDATE, DELETE ON ledger_entries FROM dragoman_node;

CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'ledger entries are never changed'; END $$;
CREATE TRIGGER ledger_entries_are_never_changed BEFORE UPDATE OR DELETE ON ledger_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The entries of a bucket add up to what is unleased here and what remains of its leases.
CREATE TABLE balances (
  app      text COLLATE "C",
  bucket   text COLLATE "C",
  -- Below 0 in a month whose plan was cut below what is used or held.
  unleased bigint NOT NULL DEFAULT 0,
  -- The part that came in as the month's allowance; null while there is none.
  granted  bigint,
  PRIMARY KEY (app, bucket)
);
CALL fence('balances');
REVOKE INSERT, UPDATE, DELETE ON balances FROM dragoman_node;

-- A piece of a balance that one node spends from, so that nodes do not wait for each other's commits.
CREATE TABLE leases (
  app       text COLLATE "C",
  bucket    text COLLATE "C",
  node      uuid,
  remaining bigint NOT NULL DEFAULT 0,
  -- The part of it that is reserved: nobody takes it away while the node lives.
  held      bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- As granted to the month. Null where it was cut below what is used: then each charge looks at the balance.
  allowance bigint,
  PRIMARY KEY (app, bucket, node),
  CHECK (remaining >= held)
) WITH (fillfactor = 50);
CREATE INDEX leases_of_node ON leases (node);
CALL fence('leases');
REVOKE INSERT, UPDATE, DELETE ON leases FROM dragoman_node;

-- Calls in each UTC minute since 1970, of an app or of a client address.
CREATE TABLE windows (
  minute  bigint,
  subject text COLLATE "C",
  count   bigint NOT NULL,
  PRIMARY KEY (minute, subject)
) WITH (fillfactor = 50);

CREATE FUNCTION calls_of(of_minute bigint, of_subject text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$ SELECT coalesce((SELECT count FROM windows WHERE minute = of_minute AND subject = of_subject), 0) $$;

-- What is free of a bucket outside of a node's own lease, as of now and without a lock.
CREATE FUNCTION free_elsewhere(of_app text, of_bucket text, of_node uuid) RETURNS bigint
LANGUAGE sql STABLE
AS $$
  SELECT greatest(coalesce((SELECT unleased FROM balances WHERE app = of_app AND bucket = of_bucket), 0), 0)
    + coalesce((SELECT sum(remaining - CASE WHEN has_ended OR expires_at < clock_timestamp() THEN 0 ELSE held END)
                FROM leases JOIN nodes USING (node)
                WHERE app = of_app AND bucket = of_bucket AND node <> of_node), 0)::bigint
$$;

-- The functions below work on rows of a bucket that `turn` has locked: its balance, then its leases.

-- Takes all that is free of the leases of a bucket back; of a node that has ended, all of it.
CREATE FUNCTION recall(of_app text, of_bucket text) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  ended bigint;
  freed bigint;
BEGIN
  WITH taken AS (
    DELETE FROM leases USING nodes
    WHERE app = of_app AND bucket = of_bucket AND nodes.node = leases.node AND has_ended RETURNING remaining
  ) SELECT coalesce(sum(remaining), 0) INTO ended FROM taken;
  SELECT coalesce(sum(remaining - held), 0) INTO freed FROM leases WHERE app = of_app AND bucket = of_bucket;
  UPDATE leases SET remaining = held WHERE app = of_app AND bucket = of_bucket AND remaining > held;
  UPDATE balances SET unleased = unleased + ended + freed WHERE app = of_app AND bucket = of_bucket;
END $$;

-- Gives a node a lease in which `wanted` is free, or as much as there is at all. Beyond that at most a tenth of what is left, and `lease_max`.
CREATE FUNCTION lease_out(of_app text, of_bucket text, to_node uuid, wanted bigint, lease_max bigint) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  own bigint;
  pool bigint;
  taken bigint := 0;
BEGIN
  INSERT INTO leases (app, bucket, node) VALUES (of_app, of_bucket, to_node) ON CONFLICT DO NOTHING;
  SELECT remaining - held INTO own FROM leases WHERE app = of_app AND bucket = of_bucket AND node = to_node;
  SELECT unleased INTO pool FROM balances WHERE app = of_app AND bucket = of_bucket;
  IF pool < greatest(wanted - own, 0) THEN
    PERFORM recall(of_app, of_bucket);
    own := 0;
    SELECT unleased INTO pool FROM balances WHERE app = of_app AND bucket = of_bucket;
  END IF;
  IF own < wanted THEN
    taken := wanted - own;
    taken := least(greatest(pool, 0), taken + least(lease_max, greatest(1, (pool - taken) / 10)));
    UPDATE balances SET unleased = unleased - taken WHERE app = of_app AND bucket = of_bucket;
    UPDATE leases SET remaining = remaining + taken WHERE app = of_app AND bucket = of_bucket AND node = to_node;
  END IF;
  UPDATE leases SET allowance = CASE WHEN pool >= 0 THEN granted END FROM balances
  WHERE balances.app = of_app AND balances.bucket = of_bucket AND leases.app = of_app AND leases.bucket = of_bucket
    AND leases.allowance IS DISTINCT FROM CASE WHEN pool >= 0 THEN granted END;
END $$;

-- Enters the difference between what a month was given and what its plan gives.
CREATE FUNCTION grant_month(of_app text, month text, to_allowance bigint, at_instant bigint) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  before bigint;
BEGIN
  SELECT granted INTO before FROM balances WHERE app = of_app AND bucket = month;
  IF before = to_allowance THEN RETURN; END IF;
  IF to_allowance < before THEN PERFORM recall(of_app, month); END IF;
  IF to_allowance <> coalesce(before, 0) THEN
    INSERT INTO ledger_entries (app, at, bucket, kind, amount)
    VALUES (of_app, at_instant, month, 'allowance', to_allowance - coalesce(before, 0));
  END IF;
  UPDATE balances SET unleased = unleased + to_allowance - coalesce(before, 0), granted = to_allowance
  WHERE app = of_app AND bucket = month;
  UPDATE leases SET allowance = to_allowance WHERE app = of_app AND bucket = month;
END $$;

-- All that the requests of a node want at a time, done once however often it is sent. Turns of a node are numbered from 1. It gives a text of JSON:
--   { "is": "done", … }    what it did; see `turn-result.ts`
--   { "is": "needy", "accounts": […] }    nothing: these accounts have to be sent with `is_needy`, since they need more than the node's leases
--   { "is": "ended" }      nothing, now and ever: the node was taken for dead, and what it had is given to others
--
-- Rows are locked in an order that all nodes share, so that none waits for one that waits for it: the node's own, balances, leases, windows; each
-- in the order of their keys.
CREATE FUNCTION turn(
  of_node uuid,
  number bigint,
  lease_seconds double precision,
  lease_max bigint,
  -- Accounts: an app, a month, and what its plan gives the month (null where nothing is taken of it). Each app once.
  apps text[],
  months text[],
  allowances bigint[],
  -- The month that is asked for, which may have begun meanwhile.
  months_after text[],
  -- Of an app whose answers from memory are charged: its version then.
  versions bigint[],
  -- Where these are counted: an index of `subjects`.
  account_windows integer[],
  is_needy boolean[],
  -- What is to be added as credits; null for nothing.
  credits bigint[],
  -- When what each account enters beside its steps is entered.
  account_instants bigint[],
  -- Steps, those of an account together: 1 charges an answer from memory, 2 reserves, 3 settles, 4 gives back, 5 undoes a charge,
  -- 6 asks for the balance.
  accounts integer[],
  kinds integer[],
  costs bigint[],
  -- How the cost is split; null where that is to be found out.
  from_months bigint[],
  from_credits bigint[],
  instants bigint[],
  -- Windows: how many calls are counted whatever their number, and up to which count answers from memory are.
  minutes bigint[],
  subjects text[],
  calls integer[],
  calls_max bigint[],
  -- Answers that are kept with a charge: its step, then as `keep_answer` has it.
  kept_with integer[],
  kept_keys text[],
  kept_fingerprints text[],
  kept_statuses integer[],
  kept_headers text[],
  kept_bodies text[],
  kept_bytes bigint[],
  kept_at bigint[],
  kept_bytes_max bigint,
  -- Requests that were answered, as `record_requests` has them. Those of an account (null for none) are written if all its answers from memory
  -- are given.
  record_accounts integer[],
  record_apps text[],
  record_counts integer[],
  records_max bigint[],
  records_begun_at bigint[],
  records_ended_at bigint[],
  record_answers text[],
  named_in integer[],
  named_ids text[]
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
-- Planned once for each connection, for tables of any size: planning takes longer than all the rest.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  last record;
  lease record;
  account_count integer := cardinality(apps);
  buckets text[] := array_append(months, 'credits');
  needed text[];
  wanted bigint[] := array_fill(0::bigint, ARRAY[account_count]);
  least_cost bigint[] := array_fill(NULL::bigint, ARRAY[account_count]);
  month_free bigint[] := wanted;
  credits_free bigint[] := wanted;
  leased_for bigint[] := least_cost;
  is_refused boolean[] := array_fill(false, ARRAY[account_count]);
  -- By how much each lease changes.
  month_spent bigint[] := wanted;
  month_held bigint[] := wanted;
  credits_spent bigint[] := wanted;
  credits_held bigint[] := wanted;
  counts bigint[] := '{}';
  room bigint[] := '{}';
  counted bigint[];
  needy integer[] := '{}';
  missing bigint;
  is_short boolean;
  withheld integer[] := '{}';
  bytes_after bigint[] := '{}';
  i integer;
  kind integer;
  month_part bigint;
  credits_part bigint;
  outcome text;
BEGIN
  SELECT turn, result, has_ended INTO last FROM nodes WHERE node = of_node FOR UPDATE;
  IF NOT FOUND THEN
    IF number > 1 THEN RETURN '{"is":"ended"}'; END IF;
    INSERT INTO nodes (node, turn, expires_at) VALUES (of_node, 0, clock_timestamp()) ON CONFLICT DO NOTHING;
    SELECT turn, result, has_ended INTO last FROM nodes WHERE node = of_node FOR UPDATE;
  END IF;
  IF last.turn = number THEN RETURN last.result; END IF;
  IF last.turn <> number - 1 AND NOT last.has_ended THEN
    -- A replica that took over had not heard of the last turns: what the node remembers never was.
    UPDATE nodes SET has_ended = true WHERE node = of_node;
    last.has_ended := true;
  END IF;
  IF last.has_ended THEN RETURN '{"is":"ended"}'; END IF;

  FOR step IN 1 .. cardinality(accounts) LOOP
    IF kinds[step] <= 2 THEN
      i := accounts[step];
      wanted[i] := wanted[i] + costs[step];
      least_cost[i] := least(least_cost[i], costs[step]);
    END IF;
  END LOOP;

  needed := ARRAY(SELECT app FROM unnest(apps, is_needy) AS account (app, is_needy) WHERE is_needy);
  IF needed <> '{}' THEN
    INSERT INTO balances (app, bucket)
    SELECT app, bucket FROM unnest(apps, months, is_needy) AS account (app, month, is_needy)
      CROSS JOIN LATERAL (VALUES (month), ('credits')) AS both_buckets (bucket)
    WHERE is_needy ORDER BY 1, 2 ON CONFLICT DO NOTHING;
    PERFORM 1 FROM balances WHERE app = ANY (needed) AND bucket = ANY (buckets) ORDER BY app, bucket FOR UPDATE;
    PERFORM 1 FROM leases
    WHERE app = ANY (apps) AND bucket = ANY (buckets) AND (node = of_node OR app = ANY (needed))
    ORDER BY app, bucket, node FOR UPDATE;
    -- One whose row is locked is at work.
    UPDATE nodes SET has_ended = true WHERE node IN (
      SELECT node FROM nodes
      WHERE expires_at < clock_timestamp() AND NOT has_ended AND node <> of_node
        AND node IN (SELECT node FROM leases WHERE app = ANY (needed) AND bucket = ANY (buckets))
      FOR UPDATE SKIP LOCKED
    );
    FOR i IN 1 .. account_count LOOP
      CONTINUE WHEN NOT is_needy[i];
      IF allowances[i] IS NOT NULL THEN
        -- Where nothing can be had, nothing is entered.
        SELECT least_cost[i] > greatest(0, allowances[i] - coalesce(month.granted, 0) + month.unleased + coalesce(
            (SELECT sum(remaining - CASE WHEN has_ended THEN 0 ELSE held END) FROM leases JOIN nodes USING (node)
             WHERE app = apps[i] AND bucket = months[i]), 0)
          ) + free_elsewhere(apps[i], 'credits', of_node)
            + coalesce((SELECT remaining - held FROM leases WHERE app = apps[i] AND bucket = 'credits' AND node = of_node), 0)
        INTO is_short FROM balances AS month WHERE month.app = apps[i] AND month.bucket = months[i];
        is_refused[i] := coalesce(is_short, false);
        CONTINUE WHEN is_refused[i];
        PERFORM grant_month(apps[i], months[i], allowances[i], account_instants[i]);
      END IF;
      PERFORM lease_out(apps[i], months[i], of_node, wanted[i], lease_max);
      SELECT wanted[i] - (remaining - held) INTO missing
      FROM leases WHERE app = apps[i] AND bucket = months[i] AND node = of_node;
      PERFORM lease_out(apps[i], 'credits', of_node, greatest(missing, 0), lease_max);
    END LOOP;
  END IF;

  -- What is undone comes into a lease of this node, which may have none: another one charged it.
  IF 5 = ANY (kinds) THEN
    INSERT INTO leases (app, bucket, node)
    SELECT DISTINCT apps[account], bucket, of_node
    FROM unnest(accounts, kinds, from_months, from_credits) AS step (account, kind, from_month, from_credits)
      CROSS JOIN LATERAL (VALUES (months[account], from_month), ('credits', from_credits)) AS part (bucket, amount)
    WHERE kind = 5 AND amount > 0 ORDER BY 1, 2
    ON CONFLICT DO NOTHING;
  END IF;

  FOR lease IN
    SELECT account.position, bucket, remaining - held AS free, allowance
    FROM unnest(apps, months) WITH ORDINALITY AS account (app, month, position)
      JOIN leases ON leases.app = account.app AND bucket IN (month, 'credits') AND node = of_node
    ORDER BY leases.app, bucket FOR UPDATE OF leases
  LOOP
    i := lease.position;
    IF lease.bucket = 'credits' THEN
      credits_free[i] := lease.free;
    ELSE
      month_free[i] := lease.free;
      leased_for[i] := lease.allowance;
    END IF;
  END LOOP;

  FOR i IN 1 .. account_count LOOP
    CONTINUE WHEN is_needy[i] OR least_cost[i] IS NULL;
    IF leased_for[i] IS DISTINCT FROM allowances[i] THEN
      needy := needy || i;
    ELSIF wanted[i] > month_free[i] THEN
      IF free_elsewhere(apps[i], months[i], of_node) > 0 OR (
        wanted[i] > month_free[i] + credits_free[i] AND free_elsewhere(apps[i], 'credits', of_node) > 0
      ) THEN
        needy := needy || i;
      END IF;
    END IF;
  END LOOP;
  IF needy <> '{}' THEN RETURN json_build_object('is', 'needy', 'accounts', needy)::text; END IF;

  -- Only here: a turn that is needy is sent again, and what was done of it stays. Whoever asks for something in this turn does not have them yet.
  FOR i IN 1 .. account_count LOOP
    CONTINUE WHEN credits[i] IS NULL;
    INSERT INTO ledger_entries (app, at, bucket, kind, amount)
    VALUES (apps[i], account_instants[i], 'credits', 'credit', credits[i]);
    UPDATE balances SET unleased = unleased + credits[i] WHERE app = apps[i] AND bucket = 'credits';
  END LOOP;

  IF cardinality(subjects) > 0 THEN
    FOR attempt IN 1 .. 2 LOOP
      SELECT array_agg(count ORDER BY position) INTO counts FROM (
        SELECT position, count
        FROM unnest(minutes, subjects) WITH ORDINALITY AS counting (minute, subject, position)
          JOIN windows USING (minute, subject)
        ORDER BY minute, subject FOR UPDATE OF windows
      ) AS locked;
      EXIT WHEN cardinality(counts) = cardinality(subjects);
      INSERT INTO windows (minute, subject, count)
      SELECT minute, subject, 0 FROM unnest(minutes, subjects) AS counting (minute, subject)
      ORDER BY minute, subject ON CONFLICT DO NOTHING;
    END LOOP;
    FOR i IN 1 .. cardinality(subjects) LOOP
      room[i] := calls_max[i] - counts[i] - calls[i];
    END LOOP;
  END IF;
  counted := calls;

  -- An answer from memory is of the version that is read here, or is none: what changed it was not acknowledged when it was asked for.
  SELECT coalesce(array_agg(account.position), '{}') INTO needy
  FROM unnest(apps, versions) WITH ORDINALITY AS account (app, version, position)
    LEFT JOIN app_versions AS known ON known.app = account.app
  WHERE account.version <> coalesce(known.version, 0);

  FOR step IN 1 .. cardinality(accounts) LOOP
    i := accounts[step];
    kind := kinds[step];
    IF kind <= 2 THEN
      month_part := least(costs[step], month_free[i]);
      credits_part := costs[step] - month_part;
      IF is_refused[i] OR credits_part > credits_free[i] OR kind = 1 AND (room[account_windows[i]] <= 0 OR i = ANY (needy)) THEN
        IF kind = 1 THEN withheld := withheld || i; END IF;
        CONTINUE;
      END IF;
      IF kind = 1 THEN
        room[account_windows[i]] := room[account_windows[i]] - 1;
        counted[account_windows[i]] := counted[account_windows[i]] + 1;
      END IF;
      from_months[step] := month_part;
      from_credits[step] := credits_part;
      month_free[i] := month_free[i] - month_part;
      credits_free[i] := credits_free[i] - credits_part;
    ELSE
      month_part := from_months[step];
      credits_part := from_credits[step];
      IF kind = 5 THEN
        month_part := -month_part;
        credits_part := -credits_part;
      END IF;
      IF kind >= 4 THEN
        month_free[i] := month_free[i] + abs(month_part);
        credits_free[i] := credits_free[i] + abs(credits_part);
      END IF;
    END IF;
    IF kind <> 2 AND kind <> 4 THEN
      month_spent[i] := month_spent[i] + month_part;
      credits_spent[i] := credits_spent[i] + credits_part;
    END IF;
    IF kind = 2 THEN
      month_held[i] := month_held[i] + month_part;
      credits_held[i] := credits_held[i] + credits_part;
    ELSIF kind <= 4 AND kind >= 3 THEN
      month_held[i] := month_held[i] - month_part;
      credits_held[i] := credits_held[i] - credits_part;
    END IF;
  END LOOP;

  UPDATE leases SET remaining = remaining - spent, held = leases.held + change.held
  FROM (
    SELECT app, month AS bucket, month_spent AS spent, month_held AS held
    FROM unnest(apps, months, month_spent, month_held) AS of_month (app, month, month_spent, month_held)
    WHERE month_spent <> 0 OR month_held <> 0
    UNION ALL
    SELECT app, 'credits', credits_spent, credits_held
    FROM unnest(apps, credits_spent, credits_held) AS of_credits (app, credits_spent, credits_held)
    WHERE credits_spent <> 0 OR credits_held <> 0
  ) AS change
  WHERE leases.app = change.app AND leases.bucket = change.bucket AND node = of_node;

  INSERT INTO ledger_entries (app, at, bucket, kind, amount, charges)
  SELECT apps[account], max(at), bucket, 'charge', -sum(part), CASE WHEN count(*) > 1 THEN array_agg(part) END
  FROM (
    SELECT account, at, months[account] AS bucket, CASE kind WHEN 5 THEN -part ELSE part END AS part
    FROM unnest(accounts, kinds, from_months, instants) AS of_month (account, kind, part, at)
    WHERE part > 0 AND kind IN (1, 3, 5)
    UNION ALL
    SELECT account, at, 'credits', CASE kind WHEN 5 THEN -part ELSE part END
    FROM unnest(accounts, kinds, from_credits, instants) AS of_credits (account, kind, part, at)
    WHERE part > 0 AND kind IN (1, 3, 5)
  ) AS parts
  GROUP BY account, bucket ORDER BY account, bucket;

  IF cardinality(subjects) > 0 THEN
    UPDATE windows SET count = count + added
    FROM unnest(minutes, subjects, counted) AS counting (minute, subject, added)
    WHERE windows.minute = counting.minute AND windows.subject = counting.subject AND added > 0;
  END IF;

  FOR answer IN 1 .. cardinality(kept_with) LOOP
    bytes_after := bytes_after || keep_answer(apps[accounts[kept_with[answer]]], kept_keys[answer], kept_fingerprints[answer],
      kept_statuses[answer], kept_headers[answer], kept_bodies[answer], kept_bytes[answer], kept_at[answer], kept_bytes_max);
  END LOOP;

  IF cardinality(record_apps) > 0 THEN
    FOR record IN 1 .. cardinality(record_apps) LOOP
      IF record_accounts[record] = ANY (withheld) THEN record_apps[record] := NULL; END IF;
    END LOOP;
    PERFORM record_requests(record_apps, record_counts, records_max, records_begun_at, records_ended_at, record_answers, named_in, named_ids);
  END IF;

  SELECT json_build_object(
    'is', 'done', 'kept_bytes', bytes_after, 'withheld', withheld, 'from_months', from_months, 'from_credits', from_credits, 'counts', counts,
    'months', array_agg(CASE WHEN granted IS NULL THEN NULL ELSE unleased + leased END ORDER BY position),
    'credits', array_agg(credits ORDER BY position),
    'free', array_agg(free ORDER BY position)
  )::text INTO outcome
  FROM (
    SELECT position, granted, unleased,
      coalesce((SELECT sum(remaining) FROM leases WHERE leases.app = account.app AND leases.bucket = account.month), 0) AS leased,
      coalesce((SELECT unleased FROM balances AS other WHERE other.app = account.app AND other.bucket = 'credits'), 0)
        + coalesce((SELECT sum(remaining) FROM leases WHERE leases.app = account.app AND leases.bucket = 'credits'), 0) AS credits,
      month_free[position] + credits_free[position] AS free
    FROM unnest(apps, months_after) WITH ORDINALITY AS account (app, month, position)
      LEFT JOIN balances ON balances.app = account.app AND balances.bucket = account.month
  ) AS after;
  UPDATE nodes SET turn = number, result = outcome, expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
  WHERE node = of_node;
  RETURN outcome;
END $$;

-- A node that stops gives back all that it has, and does no turn any more. Gives what its turn of that number answered, where it was done. Again
-- does nothing.
CREATE FUNCTION leave(of_node uuid, number bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
BEGIN
  INSERT INTO nodes (node, turn, expires_at, has_ended) VALUES (of_node, 0, clock_timestamp(), true)
  ON CONFLICT (node) DO UPDATE SET has_ended = true;
  PERFORM 1 FROM balances WHERE (app, bucket) IN (SELECT app, bucket FROM leases WHERE node = of_node)
  ORDER BY app, bucket FOR UPDATE;
  PERFORM 1 FROM leases WHERE node = of_node ORDER BY app, bucket FOR UPDATE;
  WITH returned AS (DELETE FROM leases WHERE node = of_node RETURNING app, bucket, remaining)
  UPDATE balances SET unleased = unleased + remaining FROM returned
  WHERE balances.app = returned.app AND balances.bucket = returned.bucket;
  RETURN (SELECT result FROM nodes WHERE node = of_node AND turn = number);
END $$;

-- Drops windows of minutes before `oldest`, and what nodes have left behind that are gone for long. So many of each.
CREATE FUNCTION tidy(oldest bigint, rows_max bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
DECLARE
  gone uuid;
BEGIN
  DELETE FROM windows WHERE (minute, subject) IN (
    SELECT minute, subject FROM windows WHERE minute < oldest ORDER BY minute, subject LIMIT rows_max FOR UPDATE SKIP LOCKED
  );
  SELECT node INTO gone FROM nodes WHERE expires_at < clock_timestamp() - interval '1 day' LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    PERFORM leave(gone, 0);
    DELETE FROM nodes WHERE node = gone;
  END IF;
END $$;

GRANT EXECUTE ON FUNCTION turn, leave, tidy TO dragoman_node;
