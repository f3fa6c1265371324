/** How many requests at a time an evaluation sends: what two cores can work on. */
export const CONCURRENCY = 2;

/** Works through all items, so many at a time, and keeps their order. */
export async function inParallel<Item, Outcome>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Outcome>,
  report: (done: number) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      outcomes[index] = await work(items[index] as Item);
      done += 1;
      report(done);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return outcomes;
}
