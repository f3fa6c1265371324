/** Scripts for a real Valkey whose clock is the simulation's: what ends by itself ends by the time that is sent with each command. */

/** Where it stands when what ends: a sorted set. */
const ENDS = "simulation:ends";

/**
 * Put before a script: the last of its values is the time, in milliseconds. Keys that are over by then go first, and times to live are kept in a
 * set instead of the server's own.
 */
const PRELUDE = `
local server, now = redis, tonumber(table.remove(ARGV))
local function forget(name) server.call('ZREM', '${ENDS}', name) end
for _, name in ipairs(server.call('ZRANGEBYSCORE', '${ENDS}', '-inf', now)) do server.call('DEL', name) forget(name) end
local redis = { call = function(command, key, ...)
  local words = { ... }
  if command == 'PEXPIRE' then
    if server.call('EXISTS', key) == 0 then return 0 end
    server.call('ZADD', '${ENDS}', now + tonumber(words[1]), key)
    return 1
  end
  if command == 'SET' then
    forget(key)
    if words[2] == 'PX' then server.call('ZADD', '${ENDS}', now + tonumber(words[3]), key) end
    return server.call('SET', key, words[1])
  end
  if command == 'DEL' then
    forget(key)
    for _, name in ipairs(words) do forget(name) end
  end
  return server.call(command, key, ...)
end }
`;

/** The script with its prelude. */
export function onSimulatedClock(script: string): string {
  return `${PRELUDE}${script}`;
}

/** A plain command, whose words are the values. */
export const COMMAND = onSimulatedClock("return redis.call(unpack(ARGV))");

/** What is known is kept beside, as a disk or a replica does that is behind. */
export const KEEP_SNAPSHOT = `
redis.call('SELECT', 1) redis.call('FLUSHDB') redis.call('SELECT', 0)
for _, name in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', name, name, 'DB', 1) end
return 1`;

/** What was known then is known again, and nothing else. */
export const RETURN_TO_SNAPSHOT = `
redis.call('FLUSHDB') redis.call('SELECT', 1)
for _, name in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', name, name, 'DB', 0) end
return 1`;

/** What has this name makes room. */
export const FORGET = `
redis.call('DEL', ARGV[1]) redis.call('ZREM', '${ENDS}', ARGV[1])
return 1`;

/** One window makes room, chosen by a number below 1. */
export const EVICT = `
local names = redis.call('KEYS', 'dragoman:*:window:*')
table.sort(names)
local name = names[1 + math.floor(tonumber(ARGV[1]) * #names)]
if name then redis.call('DEL', name) redis.call('ZREM', '${ENDS}', name) end
return #names`;
