import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { inOrder } from "#core/answering/batch.ts";

async function wait(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Bun.sleep(0);
}

describe("a batch", () => {
  test("keeps the order and the bound, however long each item takes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), async (turns, bound) => {
        let running = 0;
        let most = 0;
        const results: number[] = [];
        const work = async (item: number, index: number) => {
          running += 1;
          most = Math.max(most, running);
          await wait(item);
          running -= 1;
          return index;
        };
        for await (const result of inOrder(turns, bound, work)) results.push(result);
        expect(results).toEqual(turns.map((_, index) => index));
        expect(most).toBeLessThanOrEqual(bound);
      }),
      { numRuns: 30 },
    );
  });

  test("begins no more than the reader has room for", async () => {
    let begun = 0;
    const work = async () => {
      begun += 1;
    };
    const results = inOrder(Array.from({ length: 50 }), 3, work);
    await results.next();
    await wait(5);
    expect(begun).toBeLessThanOrEqual(4);
    await results.return();
  });

  test("a reader who leaves aborts what is under way and begins nothing more", async () => {
    let begun = 0;
    let ended = 0;
    const work = (_: unknown, index: number, signal: AbortSignal) =>
      new Promise<number>((resolve) => {
        begun += 1;
        const end = () => {
          ended += 1;
          resolve(index);
        };
        if (index === 0) end();
        else signal.addEventListener("abort", end);
      });
    for await (const _ of inOrder(Array.from({ length: 20 }), 4, work)) break;
    expect(begun).toBe(5);
    expect(ended).toBe(5);
  });
});
