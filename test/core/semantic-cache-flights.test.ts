/** Equal work in flight is done once, for as long as anybody waits for it. */
import { describe, expect, test } from "bun:test";
import { Flights } from "#core/semantic-cache/flights.ts";
import { Generations } from "#core/semantic-cache/partitions/generations.ts";
import { rejection } from "../storage/kit.ts";

const always = { name: "same", begunAt: 0, isCurrent: () => true };

/** Work that is done when the test says so. */
function held() {
  const gate = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    return gate.promise;
  };
  return { ...gate, signals, work };
}

describe("flights", () => {
  test("whoever comes while it is under way gets the same, and the next one begins anew", async () => {
    const flights = new Flights<string>();
    const { work, signals, resolve } = held();
    const { signal } = new AbortController();
    const waiting = [1, 2, 3].map(() => flights.join(always, signal, work));
    const other = flights.join({ ...always, name: "other" }, signal, async () => "other");
    resolve("done");
    expect(await Promise.all(waiting)).toEqual([
      { result: "done", isOwn: true },
      { result: "done", isOwn: false },
      { result: "done", isOwn: false },
    ]);
    expect((await other).result).toBe("other");
    expect(signals.length).toBe(1);
    expect(flights.size).toBe(0);
    expect(await flights.join(always, signal, async () => "again")).toEqual({ result: "again", isOwn: true });
  });

  test("a failure reaches all, and nothing of it stays", async () => {
    const flights = new Flights<string>();
    const { work, reject } = held();
    const { signal } = new AbortController();
    const waiting = [1, 2].map(() => rejection(flights.join(always, signal, work)));
    const failure = new Error("told to fail");
    reject(failure);
    expect(await Promise.all(waiting)).toEqual([failure, failure]);
    expect(flights.size).toBe(0);
  });

  test("when the one who began it goes away, those who wait still get it", async () => {
    const flights = new Flights<string>();
    const { work, signals, resolve } = held();
    const first = new AbortController();
    const leader = rejection(flights.join(always, first.signal, work));
    const follower = flights.join(always, new AbortController().signal, work);
    first.abort(new Error("gone"));
    expect(await leader).toEqual(new Error("gone"));
    expect(signals[0]?.aborted).toBe(false);
    resolve("done");
    expect((await follower).result).toBe("done");
  });

  test("when nobody is left the work is aborted, and nobody joins what was aborted", async () => {
    const flights = new Flights<string>();
    const { work, signals } = held();
    const clients = [new AbortController(), new AbortController()];
    const waiting = clients.map(({ signal }) => rejection(flights.join(always, signal, work)));
    for (const client of clients) client.abort(new Error("gone"));
    await Promise.all(waiting);
    expect(signals[0]?.aborted).toBe(true);
    const again = flights.join(always, new AbortController().signal, async () => "anew");
    expect(await again).toEqual({ result: "anew", isOwn: true });
  });

  test("who is gone already begins nothing", async () => {
    const flights = new Flights<string>();
    const { work, signals } = held();
    await rejection(flights.join(always, AbortSignal.abort(), work));
    expect(signals).toEqual([]);
  });

  test("what began before a change is not joined after it", async () => {
    const flights = new Flights<string>();
    const before = held();
    const { signal } = new AbortController();
    const first = flights.join(always, signal, before.work);
    const second = flights.join({ ...always, begunAt: 1, isCurrent: (at) => at >= 1 }, signal, async () => "new");
    expect(await second).toEqual({ result: "new", isOwn: true });
    before.resolve("old");
    expect((await first).result).toBe("old");
  });
});

describe("generations", () => {
  test("a change makes what began before it out of date, in its partition only", () => {
    const generations = new Generations();
    const before = generations.now();
    generations.raise("p");
    expect(generations.isCurrent("p", before)).toBe(false);
    expect(generations.isCurrent("p", generations.now())).toBe(true);
    expect(generations.isCurrent("q", before)).toBe(true);
  });

  test("what is too many to remember counts as changed, never as unchanged", () => {
    const generations = new Generations();
    const before = generations.now();
    for (let index = 0; index < 10_010; index += 1) generations.raise(`p${index}`);
    expect([generations.isCurrent("p0", before), generations.isCurrent("never", before)]).toEqual([false, false]);
    expect(generations.isCurrent("p0", generations.now())).toBe(true);
  });
});
