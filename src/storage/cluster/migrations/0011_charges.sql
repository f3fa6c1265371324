-- What an answer from memory costs: docs/decisions/0078-what-a-cluster-costs.md.

-- Several equal charges of a turn stand as their number; `charges` is for those that differ.
ALTER TABLE ledger_entries ADD COLUMN count integer NOT NULL DEFAULT 1;
-- One index: every look is of an app.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_pkey;
DROP INDEX ledger_entries_of_app;
ALTER TABLE ledger_entries ADD PRIMARY KEY (app, id);

-- As many indexes as there are looks: of an app in their order, and by age.
ALTER TABLE request_ids DROP CONSTRAINT request_ids_batch_fkey;
ALTER TABLE request_batches DROP CONSTRAINT request_batches_pkey;
DROP INDEX request_batches_in_order;
ALTER TABLE request_batches ADD PRIMARY KEY (app, id) INCLUDE (count);
DROP INDEX request_ids_of_batch;
CREATE INDEX request_ids_of_batch ON request_ids (app, batch);
ALTER TABLE request_ids ADD FOREIGN KEY (app, batch) REFERENCES request_batches (app, id) ON DELETE CASCADE;

-- Where Postgres has it (its packages do): the other method takes as long for a row of 250 requests as all the rest of their turn.
DO $$ BEGIN
  ALTER TABLE request_batches ALTER answers SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL;
END $$;

-- A turn in which nothing has to be weighed: everything that is wanted is free in the node's lease of the month, every answer from memory is of the
-- app's version and within its minute. So steps come here as sums, and each statement is of one row, by its key. What is told, and kept with the
-- turn's number, is a text of JSON: { "is": "plain", … }, see `plain-turn.ts`.
--
-- What is not plain raises DR001, with the app or the subject for which it is not as its message, or with nothing where the turn is not the node's
-- next one. Nothing is done then: `turn` finds out what there is to do, or gives what was told before.
CREATE FUNCTION plain_turn(
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
AS $$
#variable_conflict use_column
DECLARE
  own_free bigint;
  month_sum bigint;
  credits_sum bigint;
  before bigint;
  -- Lists of numbers, each with a comma before it.
  free text := '';
  month_sums text := '';
  credits_sums text := '';
  counts text := '';
  outcome text;
BEGIN
  -- First, as in `turn`: one whose connection ended may still be at work.
  PERFORM 1 FROM nodes WHERE node = of_node FOR UPDATE;
  FOR i IN 1 .. cardinality(apps) LOOP
    UPDATE leases SET remaining = remaining - spent[i], held = held + held_more[i]
    WHERE app = apps[i] AND bucket = months[i] AND node = of_node AND remaining - held >= wanted[i]
      AND (allowances[i] IS NULL OR allowance = allowances[i])
      -- What changed the app since was not acknowledged when it was asked for.
      AND (versions[i] IS NULL OR versions[i] = coalesce((SELECT version FROM app_versions WHERE app = apps[i]), 0))
    RETURNING remaining - held INTO own_free;
    IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = apps[i]; END IF;
    SELECT sum(amount) FILTER (WHERE bucket <> 'credits'), sum(amount) FILTER (WHERE bucket = 'credits') INTO month_sum, credits_sum
    FROM (
      SELECT bucket, unleased AS amount FROM balances WHERE app = apps[i] AND bucket IN (months[i], 'credits')
      UNION ALL
      SELECT bucket, remaining FROM leases WHERE app = apps[i] AND bucket IN (months[i], 'credits')
    ) AS parts;
    free := free || ',' || own_free;
    month_sums := month_sums || ',' || month_sum;
    credits_sums := credits_sums || ',' || coalesce(credits_sum, 0);
  END LOOP;

  FOR i IN 1 .. cardinality(entry_apps) LOOP
    INSERT INTO ledger_entries (app, at, bucket, kind, amount, count)
    VALUES (entry_apps[i], entry_instants[i], entry_months[i], 'charge', -entry_amounts[i] * entry_counts[i], entry_counts[i]);
  END LOOP;

  IF cardinality(named_ids) > 0 THEN
    PERFORM record_requests(record_apps, record_counts, records_max, records_begun_at, records_ended_at,
      string_to_array(record_answers, E'\n'), named_in, named_ids);
  ELSE
    FOR i IN 1 .. cardinality(record_apps) LOOP
      INSERT INTO request_batches (app, id, count, requests_max, begun_at, ended_at, answers)
      VALUES (record_apps[i], nextval('request_batch_ids'), record_counts[i], records_max[i], records_begun_at[i], records_ended_at[i],
        split_part(record_answers, E'\n', i));
    END LOOP;
  END IF;

  -- Behind all that takes long: other nodes wait for these rows.
  FOR i IN 1 .. cardinality(subjects) LOOP
    UPDATE windows AS own SET count = own.count + calls[i]
    WHERE own.minute = minutes[i] AND own.subject = subjects[i] AND own.count + calls[i] <= calls_max[i]
    RETURNING own.count - calls[i] INTO before;
    IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = subjects[i]; END IF;
    counts := counts || ',' || before;
  END LOOP;

  outcome := format('{"is":"plain","counts":[%s],"months":[%s],"credits":[%s],"free":[%s]}',
    substr(counts, 2), substr(month_sums, 2), substr(credits_sums, 2), substr(free, 2));
  UPDATE nodes SET turn = number, result = outcome, expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
  WHERE node = of_node AND turn = number - 1 AND NOT has_ended;
  IF NOT FOUND THEN RAISE SQLSTATE 'DR001' USING MESSAGE = ''; END IF;
  RETURN outcome;
END $$;

GRANT EXECUTE ON FUNCTION plain_turn TO dragoman_node;
