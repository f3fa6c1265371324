import { describe, expect, test } from "bun:test";
import type { AppId } from "#core/tenant.ts";
import { LargeAnswers } from "#http/pipeline/large-answers.ts";
import type { Outcome } from "#http/pipeline/outcome.ts";

const LARGE = "é𝄞".repeat(60_000);
const LIMITS = { answersMax: 3, answersPerAppMax: 2, waitMsMax: 50 };
const ALWAYS = new AbortController().signal;
const flood = "flood" as AppId;
const calm = "calm" as AppId;
const other = "other" as AppId;

function room(limits = LIMITS) {
  const answers = new LargeAnswers(limits);
  const made: AppId[] = [];
  const ask = (app: AppId, { body = LARGE, signal = ALWAYS, isRead = true } = {}) =>
    answers.answer({ app, signal, isRead }, async (): Promise<Outcome> => {
      made.push(app);
      return { status: 200, headers: {}, body };
    });
  return { made, ask };
}

type Given = Awaited<ReturnType<ReturnType<typeof room>["ask"]>>;

/** Takes the answer as a client that reads it. */
async function read(given: Given): Promise<string> {
  if (!("lines" in given)) return given.body ?? "";
  let whole = "";
  for await (const piece of given.lines) whole += Buffer.from(piece as string, "utf8").toString("utf8");
  await given.onEnd?.(whole);
  return whole;
}

describe("answers that are large", () => {
  test("go out in pieces that are text each, and are the whole together", async () => {
    const { ask } = room();
    for (const body of [LARGE, `a${LARGE}`, "a".repeat(65_537), "a".repeat(131_072)])
      expect((await read(await ask(calm, { body }))) === body).toBe(true);
  });

  test("are whole where they are small, and then nobody waits for their being read", async () => {
    const { ask } = room();
    for (let asked = 0; asked < 10; asked += 1)
      expect(await ask(flood, { body: "{}" })).toEqual({ status: 200, headers: {}, body: "{}" });
  });

  test("hold no room where nobody is sent them, nor where their client was gone", async () => {
    const { ask } = room();
    for (let asked = 0; asked < 10; asked += 1) await ask(flood, { isRead: false });
    const gone = AbortSignal.abort(new Error("gone"));
    for (let asked = 0; asked < 10; asked += 1) await expect(ask(flood, { signal: gone })).rejects.toThrow("gone");
    await read(await ask(flood));
  });

  test("[R-13] that are not read keep others of their app waiting, and other apps not", async () => {
    const { ask, made } = room();
    const unread = [await ask(flood), await ask(flood)];
    const third = ask(flood);
    await read(await ask(calm));
    expect(made).toEqual([flood, flood, calm]);
    await read(unread[0] as Given);
    await read(await third);
    expect(made).toEqual([flood, flood, calm, flood]);
  });

  test("[R-13] that find no room in time are refused, and are made for nobody", async () => {
    const { ask, made } = room();
    const unread = [await ask(flood), await ask(flood), await ask(calm)];
    const refused = { code: "service_unavailable" };
    await expect(ask(other)).rejects.toMatchObject(refused);
    await expect(ask(flood)).rejects.toMatchObject(refused);
    const gone = new AbortController();
    const leaving = ask(other, { signal: gone.signal });
    gone.abort(new Error("gone"));
    await expect(leaving).rejects.toThrow("gone");
    expect(made).toHaveLength(3);
    await read(unread[2] as Given);
    await read(await ask(other));
  });
});
