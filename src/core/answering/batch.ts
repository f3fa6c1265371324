/**
 * Works on the items side by side and yields the results in the order of the items, each as soon as it and all before it
 * are there. At most `concurrencyMax` items are begun and not yet taken, so a slow reader slows the work down. When the
 * reader stops, the signal of what is under way is aborted, nothing more is begun, and leaving waits until all of it ended.
 * `work` must not reject: what can go wrong with an item is part of its result.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  concurrencyMax: number,
  work: (item: Item, index: number, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const stop = new AbortController();
  const begun: Promise<Result>[] = [];
  let next = 0;
  const begin = () => {
    while (begun.length < concurrencyMax && next < items.length) {
      const started = work(items[next] as Item, next, stop.signal);
      begun.push(started);
      next += 1;
    }
  };
  try {
    begin();
    for (let first = begun[0]; first !== undefined; first = begun[0]) {
      const result = await first;
      void begun.shift();
      begin();
      yield result;
    }
  } finally {
    stop.abort();
    await Promise.allSettled(begun);
  }
}
