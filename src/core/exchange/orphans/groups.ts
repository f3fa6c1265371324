/** Puts an item behind those of its group. */
export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = groups.get(key);
  if (known) known.push(item);
  else groups.set(key, [item]);
}
