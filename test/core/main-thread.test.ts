/** Whose turn it is on the thread that serves everybody. */
import { describe, expect, test } from "bun:test";
import { Effort } from "#core/access/effort.ts";
import { MainThread } from "#core/main-thread.ts";
import type { AppId } from "#core/tenant.ts";
import { turn } from "#core/turn.ts";

const [OURS, THEIRS, THIRD] = ["app_ours", "app_theirs", "app_third"] as AppId[] as [AppId, AppId, AppId];
const PIECE_MS = 20;

/** A clock that only work moves, and a thread by it. `worked` names the pieces in their order. */
function opened() {
  let nowMs = 0;
  const clock = { monotonicMs: () => nowMs };
  const worked: string[] = [];
  const piece =
    (name: string, ms = PIECE_MS) =>
    () => {
      nowMs += ms;
      worked.push(name);
      return name;
    };
  return { clock, thread: new MainThread(clock), worked, piece, pass: (ms: number) => (nowMs += ms) };
}

describe("a piece", () => {
  test("is done at once where nobody else asks, and gives what the work gives", async () => {
    const { thread, worked, piece } = opened();
    const answer = thread.piece(OURS, piece("one"));
    expect(worked).toEqual(["one"]);
    expect(await answer).toBe("one");
    await expect(
      thread.piece(OURS, () => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await thread.piece(OURS, async () => "later")).toBe("later");
  });

  test("has others' turns between it and the next", async () => {
    const { thread, worked, piece } = opened();
    const all = Array.from({ length: 5 }, (_, at) => thread.piece(OURS, piece(`ours ${at}`)));
    const seen: number[] = [];
    while (worked.length < 5) {
      seen.push(worked.length);
      await turn();
    }
    expect(new Set(seen)).toEqual(new Set([1, 2, 3, 4]));
    expect(await Promise.all(all)).toEqual(worked);
  });

  test("of an app that had little comes before those of one that has many", async () => {
    const { thread, worked, piece } = opened();
    const many = Array.from({ length: 10 }, (_, at) => thread.piece(OURS, piece(`ours ${at}`)));
    const few = [thread.piece(THEIRS, piece("theirs")), thread.piece(THIRD, piece("third"))];
    await Promise.all([...many, ...few]);
    expect(worked.indexOf("theirs")).toBeLessThan(4);
    expect(worked.indexOf("third")).toBeLessThan(4);
  });

  test("waits while another app's request is under way, and not for long", async () => {
    const { thread, worked, piece } = opened();
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    const request = thread.request(THEIRS, () => asked);
    const waiting = thread.request(OURS, () => thread.piece(OURS, piece("ours")));
    for (let look = 0; look < 5; look += 1) await turn();
    expect(worked).toEqual([]);
    answer();
    await request;
    await waiting;
    expect(worked).toEqual(["ours"]);
    const endless = thread.request(THEIRS, () => new Promise<void>(() => {}));
    await thread.request(OURS, () => thread.piece(OURS, piece("for nobody else")));
    expect(worked).toHaveLength(2);
    expect(endless).toBeInstanceOf(Promise);
  });

  test("does not wait for a request that itself waits for what others do, until that goes on", async () => {
    const { thread, worked, piece } = opened();
    const { promise: mayGoOn, resolve: letGoOn } = Promise.withResolvers<void>();
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    const wait = async (goesOn: () => void) => {
      await mayGoOn;
      goesOn();
      await asked;
    };
    const request = thread.request(THEIRS, () => thread.aside(THEIRS, wait));
    await turn();
    void thread.piece(OURS, piece("while it waits"));
    expect(worked).toEqual(["while it waits"]);
    letGoOn();
    await turn();
    const behind = thread.piece(OURS, piece("when it has answered"));
    for (let look = 0; look < 5; look += 1) await turn();
    expect(worked).toHaveLength(1);
    answer();
    await request;
    expect(await behind).toBe("when it has answered");
  });

  test("lets a request pass again that was refused where it waited", async () => {
    const { thread, worked, piece } = opened();
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    const refused = () => Promise.reject(new Error("too many wait"));
    const request = thread.request(THEIRS, () => thread.aside(THEIRS, refused).catch(() => asked));
    await turn();
    const behind = thread.piece(OURS, piece("ours"));
    for (let look = 0; look < 5; look += 1) await turn();
    expect(worked).toEqual([]);
    answer();
    await request;
    expect(await behind).toBe("ours");
  });

  test("two apps that both wait for pieces do not wait for each other", async () => {
    const { thread, worked, piece } = opened();
    const work = (app: AppId, name: string) => thread.request(app, () => thread.piece(app, piece(name)));
    await Promise.all([work(OURS, "a"), work(THEIRS, "b"), work(OURS, "c"), work(THEIRS, "d")]);
    expect(worked.toSorted()).toEqual(["a", "b", "c", "d"]);
  });

  test("[E-19] beyond those that may wait is refused, and the app's others are done", async () => {
    const { thread, worked, piece } = opened();
    const all = await Promise.allSettled(Array.from({ length: 70 }, () => thread.piece(OURS, piece("x", 0))));
    const refused = all.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(5);
    expect(String((refused[0] as PromiseRejectedResult).reason)).toContain("large requests of this app wait");
    expect(worked).toHaveLength(65);
    // Nothing is left of them: there is room again.
    expect(await thread.piece(OURS, piece("again"))).toBe("again");
  });
});

describe("work in steps", () => {
  function* steps(count: number, piece: (name: string) => () => string) {
    for (let at = 0; at < count; at += 1) {
      piece(`step ${at}`)();
      yield;
    }
    return "done";
  }

  test("begins at once, is handed on in between, and counts for whoever asked", async () => {
    const { clock, thread, worked, piece } = opened();
    const effort = new Effort(clock);
    const ended = effort.run(() =>
      thread.steps(
        OURS,
        steps(4, (name) => piece(name, 15)),
      ),
    );
    expect(worked).toEqual(["step 0"]);
    expect(await ended).toBe("done");
    expect(worked).toHaveLength(4);
    const wasted: number[] = [];
    effort.fail((ms) => wasted.push(ms));
    expect(wasted).toEqual([60]);
  });

  test("that are quick are all one piece", () => {
    const { thread, worked, piece } = opened();
    void thread.steps(
      OURS,
      steps(30, (name) => piece(name, 0.1)),
    );
    expect(worked).toHaveLength(30);
  });

  test("in turn wait with their first piece, too, while another app's request is under way", async () => {
    const { thread, worked, piece } = opened();
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    const request = thread.request(THEIRS, () => asked);
    const waiting = thread.stepsInTurn(OURS, steps(2, piece));
    for (let look = 0; look < 5; look += 1) await turn();
    expect(worked).toEqual([]);
    answer();
    await request;
    expect(await waiting).toBe("done");
    expect(worked).toEqual(["step 0", "step 1"]);
  });
});
