-- Numbers of a minute's calls that Valkey gives out, a block of them at a time: docs/decisions/0073-numbers-are-given-once.md. A window's count is
-- the highest number that anybody was given, so the next is given by whoever asks next, Valkey or not.

ALTER TABLE windows
  -- What of Valkey was given the last block: another each time that it has lost what it knew of the window.
  ADD COLUMN dispenser uuid,
  -- The numbers of that block are above the one, up to the other.
  ADD COLUMN block_above bigint,
  ADD COLUMN block_last bigint;

-- The next block of each window: of so many numbers, above all that were given. Nodes which find a dispenser's block at its end at the same time
-- get one and the same. `lasts`: where the block ends that they know of.
CREATE FUNCTION next_blocks(minutes bigint[], subjects text[], dispensers uuid[], lasts bigint[], sizes bigint[])
RETURNS TABLE (minute bigint, subject text, block_above bigint, block_last bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  INSERT INTO windows AS known (minute, subject, count, dispenser, block_above, block_last)
  SELECT minute, subject, last + size, dispenser, last, last + size
  FROM unnest(minutes, subjects, dispensers, lasts, sizes) AS asked (minute, subject, dispenser, last, size)
  -- In the order in which turns lock them.
  ORDER BY minute, subject
  ON CONFLICT (minute, subject) DO UPDATE SET (count, dispenser, block_above, block_last) = (
    SELECT CASE WHEN is_same THEN known.count ELSE above + excluded.block_last - excluded.block_above END,
      excluded.dispenser,
      CASE WHEN is_same THEN known.block_above ELSE above END,
      CASE WHEN is_same THEN known.block_last ELSE above + excluded.block_last - excluded.block_above END
    FROM (SELECT
      coalesce(known.dispenser = excluded.dispenser AND known.block_last > excluded.block_above, false) AS is_same,
      greatest(known.count, excluded.block_above) AS above) AS now
  )
  RETURNING known.minute, known.subject, known.block_above, known.block_last
$$;

GRANT EXECUTE ON FUNCTION next_blocks TO dragoman_node;
