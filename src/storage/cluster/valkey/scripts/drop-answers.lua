-- Drops the answers whose names stand under KEYS.
for _, key in ipairs(KEYS) do
  local name = redis.call('GET', key)
  if name then redis.call('DEL', key, name) end
end
return 1
