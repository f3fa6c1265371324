import { expect, test } from "bun:test";
import { withDeadline } from "#core/deadline.ts";

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

test("work that takes too long is told by a TimeoutError", async () => {
  const late = withDeadline(new AbortController().signal, 20, untilAborted);
  await expect(late).rejects.toMatchObject({ name: "TimeoutError" });
});

test("who leaves is the reason, before the deadline and before the work", async () => {
  const leaving = new AbortController();
  const left = withDeadline(leaving.signal, 60_000, untilAborted);
  leaving.abort("gone");
  await expect(left).rejects.toBe("gone");
  let begun = false;
  const never = withDeadline(leaving.signal, 60_000, async () => {
    begun = true;
  });
  await expect(never).rejects.toBe("gone");
  expect(begun).toBe(false);
});

test("after the work neither the deadline nor who leaves means anything any more", async () => {
  const leaving = new AbortController();
  let given: AbortSignal | undefined;
  const answer = await withDeadline(leaving.signal, 20, async (signal) => {
    given = signal;
    return 7;
  });
  leaving.abort();
  await Bun.sleep(40);
  expect([answer, given?.aborted]).toEqual([7, false]);
});
