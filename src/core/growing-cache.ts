import { LRUCache } from "lru-cache";

/**
 * What was used last, up to so many entries. Room is taken as they come: with `max` the library takes all of it at once, which for
 * fifty thousand is 20 ms of a start.
 */
export function growingCache<Key extends NonNullable<unknown>, Value extends NonNullable<unknown>>(
  entriesMax: number,
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: entriesMax, sizeCalculation: () => 1 });
}
