-- Numbers of a minute's calls that Valkey gives out, a block of them at a time: docs/decisions/0073-numbers-are-given-once.md. A window's count is
-- the highest number that anybody was given, so the next is given by whoever asks next, Valkey or not.

ALTER TABLE windows
  -- What of Valkey was given the last block: another each time that it has lost what it knew of the window.
  ADD COLUMN dispenser uuid,
  -- The numbers of that block are above the one, up to the other.
  ADD COLUMN block_above bigint,
  ADD COLUMN block_last bigint;

-- A block for a dispenser that has none, or whose block is known to end at `known_last`: of numbers above all that were given, for so many calls that wait and
-- some to spare. Where another node has got one just now, what this one wants is added to that.
CREATE FUNCTION next_block(
  of_minute bigint, of_subject text, asking uuid, known_last bigint, wanted bigint, spare bigint, OUT above bigint, OUT last bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
DECLARE
  known record;
BEGIN
  INSERT INTO windows (minute, subject, count) VALUES (of_minute, of_subject, 0) ON CONFLICT DO NOTHING;
  SELECT count, dispenser, block_above, block_last INTO known
  FROM windows WHERE minute = of_minute AND subject = of_subject FOR UPDATE;
  IF known.dispenser = asking AND known.block_last > known_last AND known.block_last = known.count THEN
    above := known.block_above;
    last := known.block_last + wanted;
  ELSE
    above := greatest(known.count, known_last);
    last := above + wanted + spare;
  END IF;
  UPDATE windows SET count = last, dispenser = asking, block_above = above, block_last = last
  WHERE minute = of_minute AND subject = of_subject;
END $$;

GRANT EXECUTE ON FUNCTION next_block TO dragoman_node;
