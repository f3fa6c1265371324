import { expect, test } from "bun:test";
import { openOutlet } from "../../src/cli/outlet.ts";

const NOTICE = /^(\d+) missing\n$/;

/** A reader that takes nothing, everything, or fails, as the test says. */
function openReader() {
  const taken: string[] = [];
  let gate: PromiseWithResolvers<void> | null = null;
  let isFull = false;
  let tries = 0;
  const sink = {
    write: (text: string) => {
      tries += 1;
      if (isFull) return Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }));
      return taken.push(...(text.match(/.*\n/g) ?? []));
    },
    flush: () => gate?.promise,
  };
  return {
    taken,
    tries: () => tries,
    outlet: openOutlet(sink, (lines) => `${lines} missing\n`),
    stall: () => {
      gate = Promise.withResolvers();
    },
    read: () => {
      gate?.resolve();
      gate = null;
    },
    fill: (full: boolean) => {
      isFull = full;
    },
  };
}

const line = (n: number) => `${String(n).padStart(1_023)}\n`;

test("lines come out in order, and nothing is missing", async () => {
  const { outlet, taken } = openReader();
  for (let n = 0; n < 500; n += 1) outlet.write(line(n));
  await outlet.close();
  expect(taken).toEqual(Array.from({ length: 500 }, (_, n) => line(n)));
  expect(outlet.dropped).toBe(0);
});

test("where nobody reads, a mebibyte waits; the rest is counted, and told of in its place", async () => {
  const { outlet, taken, stall, read } = openReader();
  stall();
  for (let n = 0; n < 3_000; n += 1) outlet.write(line(n));
  expect(outlet.dropped).toBe(3_000 - 1_024);
  read();
  await Bun.sleep(0);
  outlet.write(line(3_000));
  await outlet.close();
  expect(taken.slice(0, 1_024)).toEqual(Array.from({ length: 1_024 }, (_, n) => line(n)));
  const told = taken.filter((one) => NOTICE.test(one));
  expect(told).toEqual(["1976 missing\n"]);
  expect(taken.filter((one) => !NOTICE.test(one)).length + outlet.dropped).toBe(3_001);
  expect(taken.at(-1)).toBe(line(3_000));
});

test("what a full disk does not take is counted, and told of once when it takes something again", async () => {
  const { outlet, taken, fill, tries } = openReader();
  fill(true);
  outlet.write(line(0));
  for (let n = 1; n < 50; n += 1) outlet.write(line(n));
  await Bun.sleep(600);
  expect(outlet.dropped).toBe(50);
  // Not for each line.
  expect(tries()).toBeLessThan(5);
  fill(false);
  await Bun.sleep(300);
  outlet.write(line(50));
  await outlet.close();
  expect(taken).toEqual(["50 missing\n", line(50)]);
});

test("the end waits for nobody", async () => {
  const { outlet, stall } = openReader();
  stall();
  outlet.write(line(0));
  const begun = performance.now();
  await outlet.close();
  expect(performance.now() - begun).toBeLessThan(1_000);
});
