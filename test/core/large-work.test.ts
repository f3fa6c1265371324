import { describe, expect, test } from "bun:test";
import { LargeWork } from "#core/large-work.ts";
import type { AppId } from "#core/tenant.ts";

const APP = "app_one" as AppId;
const OTHER = "app_two" as AppId;
const never = new AbortController().signal;

function opened({ isShared = true } = {}) {
  const state = { isShared };
  const large = new LargeWork({ isShared: () => state.isShared });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, app = APP, signal = never) =>
    large.run(app, signal, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await Bun.sleep(0);
  };
  return { state, begun, ask, end };
}

describe("large requests", () => {
  test("of one app are worked on two at a time where another one asks, in the order in which they came", async () => {
    const { begun, ask, end } = opened();
    const all = ["a", "b", "c", "d"].map((name) => ask(name));
    await Bun.sleep(0);
    expect(begun).toEqual(["a", "b"]);
    await end("b");
    expect(begun).toEqual(["a", "b", "c"]);
    for (const name of ["a", "c", "d"]) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(["a", "b", "c", "d"]);
  });

  test("of another app wait for none of them", async () => {
    const { begun, ask } = opened();
    const left = new AbortController();
    const asked = ["a", "b", "c"].map((name) => ask(name, APP, left.signal));
    void ask("theirs", OTHER);
    await Bun.sleep(0);
    expect(begun).toEqual(["a", "b", "theirs"]);
    left.abort(new Error("left"));
    await expect(asked[2]).rejects.toThrow("left");
  });

  test("of an app that is alone are all worked on, and so are those that wait when it is alone again", async () => {
    const { state, begun, ask, end } = opened({ isShared: false });
    for (const name of ["a", "b", "c"]) void ask(name);
    expect(begun).toEqual(["a", "b", "c"]);
    state.isShared = true;
    for (const name of ["d", "e"]) void ask(name);
    expect(begun).toHaveLength(3);
    state.isShared = false;
    await end("a");
    expect(begun).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("whose clients go are never begun, and those that fail leave their place", async () => {
    const { begun, ask, end } = opened();
    const left = new AbortController();
    void ask("a");
    void ask("b");
    const gone = ask("gone", APP, left.signal);
    const next = ask("next");
    left.abort(new Error("left"));
    await expect(gone).rejects.toThrow("left");
    await end("a");
    expect(begun).toEqual(["a", "b", "next"]);
    await end("next");
    await next;
  });

  test("beyond those that may wait are refused, and the app's others are done", async () => {
    const { begun, ask, end } = opened();
    const left = new AbortController();
    const asked = Promise.allSettled(Array.from({ length: 2 + 64 }, (_, each) => ask(`${each}`, APP, left.signal)));
    await expect(ask("one more")).rejects.toMatchObject({ code: "service_unavailable", retryAfterSeconds: 10 });
    const theirs = ask("theirs", OTHER);
    await Bun.sleep(0);
    expect(begun).toEqual(["0", "1", "theirs"]);
    left.abort(new Error("left"));
    for (const name of ["0", "1", "theirs"]) await end(name);
    expect((await asked).filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await theirs;
  });
});
