import { expect, test } from "bun:test";
import { streamingResponse } from "#http/pipeline/streaming.ts";

/** Lines without end, and what became of them. */
function endless({ stalledMsMax }: { readonly stalledMsMax?: number } = {}) {
  const seen = { asked: 0, stopped: false, ends: [] as (string | null)[] };
  const lines = {
    next: async () => {
      seen.asked += 1;
      return { done: false as const, value: `${seen.asked}\n` };
    },
    return: async () => {
      seen.stopped = true;
      return { done: true as const, value: undefined };
    },
  } as AsyncGenerator<string, void, undefined>;
  const onEnd = async (whole: string | null) => void seen.ends.push(whole);
  const leaving = new AbortController();
  const { response, ended } = streamingResponse(
    { status: 200, headers: {}, lines, onEnd },
    {},
    leaving.signal,
    stalledMsMax,
  );
  return { seen, response, ended, leaving };
}

test("no line is asked for before somebody reads (decisions, batch)", async () => {
  const { seen, response } = endless();
  await Bun.sleep(5);
  expect(seen.asked).toBe(0);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  expect(seen.asked).toBe(2);
});

test("a client that is gone before the first line leaves nothing behind (decisions, batch)", async () => {
  const { seen, ended, leaving } = endless();
  leaving.abort();
  await ended;
  expect(seen).toEqual({ asked: 0, stopped: true, ends: [null] });
});

test("a stream that is cancelled ends once, however often it is told (decisions, batch)", async () => {
  const { seen, response, ended, leaving } = endless();
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await ended;
  leaving.abort();
  await Bun.sleep(1);
  expect(seen).toEqual({ asked: 1, stopped: true, ends: [null] });
});

test("[R-13] a client that takes nothing is given up, and the lines are told to end", async () => {
  const { seen, response, ended } = endless({ stalledMsMax: 20 });
  const reader = response.body?.getReader();
  await reader?.read();
  await ended;
  expect(seen).toEqual({ asked: 1, stopped: true, ends: [null] });
  expect(await reader?.read().then(null, () => "broken off")).toBe("broken off");
});

test("a line that fails breaks the connection off, and nothing is kept (decisions, idempotency)", async () => {
  const ends: (string | null)[] = [];
  async function* failing() {
    yield "1\n";
    throw new Error("told to fail");
  }
  const onEnd = async (whole: string | null) => void ends.push(whole);
  const { signal } = new AbortController();
  const { response, ended } = streamingResponse({ status: 200, headers: {}, lines: failing(), onEnd }, {}, signal);
  await expect(response.text()).rejects.toThrow("told to fail");
  await ended;
  expect(ends).toEqual([null]);
});
