-- Gives numbers of windows to calls: see minute-numbers.ts. For each of KEYS six values behind the first two: how many calls want a number whatever it
-- is, how many answers from memory want one up to which number, and the block that was brought along for which dispenser (empty: none).
local lives_ms, new_dispenser = ARGV[1], ARGV[2]
local told = {}
for index, key in ipairs(KEYS) do
  local at = 2 + (index - 1) * 6
  local calls, hits, hits_last = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local block_of, block_above, block_last = ARGV[at + 4], tonumber(ARGV[at + 5]), tonumber(ARGV[at + 6])
  local window = redis.call('HMGET', key, 'dispenser', 'given', 'last')
  local dispenser, given, last = window[1], tonumber(window[2] or 0), tonumber(window[3] or 0)
  if not dispenser then
    -- What was known of it is lost, or was never: whoever finds this asks for a block that nobody had.
    dispenser, given, last = new_dispenser, 0, 0
    redis.call('HSET', key, 'dispenser', dispenser, 'given', given, 'last', last)
    redis.call('PEXPIRE', key, lives_ms)
  end
  if dispenser == block_of and block_last > last then
    -- Numbers in between were given by Postgres meanwhile.
    if block_above > last then given = block_above end
    last = block_last
    redis.call('HSET', key, 'given', given, 'last', last)
  end
  local to_calls = math.min(calls, last - given)
  local to_hits = math.max(0, math.min(hits, math.min(hits_last, last) - given - to_calls))
  if to_calls + to_hits > 0 then redis.call('HINCRBY', key, 'given', to_calls + to_hits) end
  told[index] = { dispenser, given, to_calls, to_hits, last }
end
return told
