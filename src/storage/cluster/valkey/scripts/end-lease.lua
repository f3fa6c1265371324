-- Only by the holder ARGV[1]. For ARGV[2] milliseconds it is known that there was one: who has looked for an answer before looks again.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], 'ended', 'PX', ARGV[2]) end
return 1
