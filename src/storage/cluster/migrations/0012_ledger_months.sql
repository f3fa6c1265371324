-- Entries that were put together into months: docs/decisions/0086-old-entries-become-months.md.
CREATE TABLE ledger_months (
  app         text COLLATE "C",
  -- UTC, as 2026-10.
  month       text COLLATE "C",
  -- Numbers as they are told, of the storage in which they were put together.
  first_entry bigint NOT NULL,
  last_entry  bigint NOT NULL,
  entries     bigint NOT NULL,
  -- JSON: of each bucket and kind its name, `credits` or a month, its kind, how many they were, and their sum.
  sums        text NOT NULL,
  -- SHA-256: over the entries of the app, and over this row and the one before.
  chain       text NOT NULL,
  seal        text NOT NULL,
  PRIMARY KEY (app, month)
);
-- As `fence`, but for reading alone.
ALTER TABLE ledger_months ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON ledger_months USING (app = current_app()) WITH CHECK (app = current_app());
GRANT SELECT ON ledger_months TO dragoman_node;

-- Whoever puts entries into months says so, for its transaction alone. Nodes may delete none but by `compact_ledger`.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('dragoman.compacts', true) = 'yes' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'ledger entries are never changed';
END $$;

-- An app whose oldest entry is old, the first of them.
CREATE FUNCTION app_with_old_entries(made_before bigint) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  SELECT known.app FROM (SELECT DISTINCT app FROM balances) AS known,
    LATERAL (SELECT at FROM ledger_entries WHERE ledger_entries.app = known.app ORDER BY id LIMIT 1) AS oldest
  WHERE oldest.at < made_before ORDER BY known.app LIMIT 1
$$;

-- Puts months in the place of the app's rows up to `last_row`. False, and nothing is done, where another node has done it meanwhile. Raises where the
-- months are not what the rows are.
CREATE FUNCTION compact_ledger(
  of_app text,
  -- Of the newest month that is there; empty for none.
  seal_before text,
  last_row bigint,
  entries_taken bigint,
  amount_taken bigint,
  months text[],
  first_entries bigint[],
  last_entries bigint[],
  counts bigint[],
  month_sums text[],
  chains text[],
  seals text[]
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  counted_before bigint;
  counted bigint;
  amount_before numeric;
  amounts numeric;
  rows_count bigint;
  rows_amount numeric;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ledger_months'), hashtext(of_app));
  IF seal_before <> coalesce((SELECT seal FROM ledger_months WHERE app = of_app ORDER BY month DESC LIMIT 1), '') THEN
    RETURN false;
  END IF;
  SELECT coalesce(sum(coalesce(cardinality(charges), count)), 0), coalesce(sum(amount), 0) INTO rows_count, rows_amount
  FROM ledger_entries WHERE app = of_app AND id <= last_row;
  SELECT count, amount INTO counted_before, amount_before FROM months_of(of_app);
  INSERT INTO ledger_months AS known (app, month, first_entry, last_entry, entries, sums, chain, seal)
  SELECT of_app, * FROM unnest(months, first_entries, last_entries, counts, month_sums, chains, seals)
  ON CONFLICT (app, month) DO UPDATE SET last_entry = excluded.last_entry, entries = excluded.entries, sums = excluded.sums,
    chain = excluded.chain, seal = excluded.seal;
  SELECT count, amount INTO counted, amounts FROM months_of(of_app);
  IF rows_count <> entries_taken OR counted - counted_before <> entries_taken
    OR rows_amount <> amount_taken OR amounts - amount_before <> amount_taken THEN
    RAISE EXCEPTION 'the months of % are not the entries: % of %, and % of %', of_app,
      counted - counted_before, rows_count, amounts - amount_before, rows_amount;
  END IF;
  PERFORM set_config('dragoman.compacts', 'yes', true);
  DELETE FROM ledger_entries WHERE app = of_app AND id <= last_row;
  PERFORM set_config('dragoman.compacts', '', true);
  RETURN true;
END $$;

-- What the months of an app say of its entries.
CREATE FUNCTION months_of(of_app text, OUT count bigint, OUT amount numeric)
LANGUAGE sql STABLE
AS $$
  SELECT coalesce(sum((part ->> 2)::bigint), 0)::bigint, coalesce(sum((part ->> 3)::numeric), 0)
  FROM ledger_months, json_array_elements(sums::json) AS part WHERE app = of_app
$$;

CREATE FUNCTION all_ledger_months()
RETURNS TABLE (app text, month text, first_entry bigint, last_entry bigint, entries bigint, sums text, chain text, seal text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  SELECT app, month, first_entry, last_entry, entries, sums, chain, seal FROM ledger_months ORDER BY app, month
$$;

CREATE OR REPLACE FUNCTION ledger_discrepancies() RETURNS TABLE (app text, bucket text, entered bigint, balance bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  WITH parts AS (
    SELECT app, bucket, amount FROM ledger_entries
    UNION ALL
    SELECT app, part ->> 0, (part ->> 3)::bigint FROM ledger_months, json_array_elements(sums::json) AS part
  ), entered AS (
    SELECT app, bucket, sum(amount)::bigint AS amount FROM parts GROUP BY app, bucket
  ), leased AS (
    SELECT app, bucket, sum(remaining)::bigint AS amount FROM leases GROUP BY app, bucket
  )
  SELECT app, bucket, coalesce(entered.amount, 0), coalesce(unleased, 0) + coalesce(leased.amount, 0)
  FROM entered FULL JOIN balances USING (app, bucket) FULL JOIN leased USING (app, bucket)
  WHERE coalesce(entered.amount, 0) <> coalesce(unleased, 0) + coalesce(leased.amount, 0)
  ORDER BY app, bucket
$$;

GRANT EXECUTE ON FUNCTION app_with_old_entries, compact_ledger, all_ledger_months TO dragoman_node;
