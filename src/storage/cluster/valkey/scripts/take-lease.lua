-- The lease of KEYS[1] for the holder ARGV[1], for ARGV[2] milliseconds: "taken", "taken again" where another has ended it just now, or "held".
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= 'ended' then return 'held' end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return holder and 'taken again' or 'taken'
