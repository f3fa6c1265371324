import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import { LIMITS } from "#core/limits.ts";
import type { AliasInput } from "#core/sets/aliases.ts";
import { weather } from "../http/samples.ts";
import { type Answering, openAnswering } from "./semantic-cache/answering.ts";

const NEVER = new AbortController().signal;
const CACHED = { read: true, write: true };

let house: Answering;
beforeEach(async () => {
  house = await openAnswering();
  await house.toolsets.create(house.owner, "weather-v2", weather);
});
afterEach(() => house.close());

const put = (name: string, input: AliasInput) => house.aliases.put(house.owner, name, input, null);
const ask = (query: string, more: object = {}) =>
  house.resolver.resolve(house.owner, { query, toolsets: ["weather-live"], ...more }, CACHED, NEVER);
const half = {
  split: [
    { signature: "weather-v1", percent: 50 },
    { signature: "weather-v2", percent: 50 },
  ],
};
const rejection = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => Promise.reject(new Error("it was done")),
    (failure: unknown) => {
      if (!(failure instanceof AppError)) throw failure;
      return failure;
    },
  );
const QUERY = 'weather in "Oslo"';

describe("a question that names an alias", () => {
  test("is answered by the set that it stands for, and the next one after a change by the other", async () => {
    for (const signature of ["weather-v1", "weather-v2", "weather-v1"]) {
      const { alias } = await put("weather-live", { signature });
      expect(await ask(QUERY)).toMatchObject({
        resolved: { tool: "get_weather" },
        toolset: signature,
        aliases: [{ name: "weather-live", signature, revision: alias.revision }],
      });
    }
  });

  test("shares its answers with those who name the set", async () => {
    await put("weather-live", { signature: "weather-v1" });
    await ask(QUERY, { toolsets: ["weather-v1"] });
    expect(await ask(QUERY)).toMatchObject({ source: "exact_cache" });
  });

  test("asks a set once that is named twice", async () => {
    await put("weather-live", { signature: "weather-v1" });
    const named = ["weather-live", "weather-v1"];
    expect(await ask(QUERY, { toolsets: named })).toMatchObject({
      toolset: "weather-v1",
      trace: { asked: { signatures: ["weather-v1"] } },
    });
  });

  test("of one caller goes to one side, of none by its words", async () => {
    await put("weather-live", half);
    const sideOf = async (query: string, caller?: string) =>
      (await ask(query, caller ? { caller } : {})).aliases[0]?.signature;
    const byCaller = new Set<unknown>();
    const byWords = new Set<unknown>();
    for (let number = 0; number < 12; number += 1) {
      const sides = [await sideOf(QUERY, `caller ${number}`), await sideOf('weather in "Rome"', `caller ${number}`)];
      expect(sides[1]).toBe(sides[0] as string);
      byCaller.add(sides[0]);
      const words = `weather in "City${number}"`;
      const same = [await sideOf(words), await sideOf(` ${words.toUpperCase().replace("CITY", "City")}? `.trim())];
      expect(same[0]).toBeDefined();
      byWords.add(same[0]);
      expect(await sideOf(words)).toBe(same[0] as string);
    }
    expect([byCaller.size, byWords.size]).toEqual([2, 2]);
  });

  test("is told what the name is where no set can be asked", async () => {
    await put("bank-live", { signature: "banking-v1" });
    const failure = await rejection(ask(QUERY, { toolsets: ["bank-live"] }));
    expect(failure.code).toBe("not_found");
    expect(failure.message).toContain("that is no toolset");
    expect((await rejection(ask(QUERY, { toolsets: ["no-live"] }))).message).toContain('"no-live" does not exist');
  });

  test.each(["", "x".repeat(LIMITS.callerCharactersMax + 1), "a\u0000b", "\ud800"])(
    "refuses the caller %j",
    async (caller) => {
      await put("weather-live", half);
      expect(await rejection(ask(QUERY, { caller }))).toMatchObject({
        code: "validation_error",
        details: { caller: expect.any(String) },
      });
    },
  );
});

/** Answers under load that are looked at: of those that were under way when something changed, either is right. */
const COMPARED_MIN = 50;

describe("under load", () => {
  test("no question that began after the acknowledgement is answered by the set before", async () => {
    await put("weather-live", { signature: "weather-v1" });
    /** What is acknowledged, and whether another one is on its way; a new object with each step. */
    let state = { signature: "weather-v1", isChanging: false };
    let isOver = false;
    let compared = 0;
    const wrong: string[] = [];
    const clients = Array.from({ length: 16 }, async (_, client) => {
      for (let round = 0; !isOver; round += 1) {
        const before = state;
        // Some in words that were asked before, some in new ones.
        const { aliases, toolset } = await ask(`weather in "City${round % 2 === 0 ? 0 : client * 1_000 + round}"`);
        expect(toolset).toBe(aliases[0]?.signature as string);
        // A change may have been acknowledged while it was answered: then either is right.
        if (before !== state || before.isChanging) continue;
        compared += 1;
        if (toolset !== before.signature) wrong.push(`${toolset} for ${before.signature}`);
      }
    });
    for (let change = 0; change < 40 || compared < COMPARED_MIN; change += 1) {
      const signature = change % 2 === 0 ? "weather-v2" : "weather-v1";
      // Longer and longer: on a slow machine a question takes more than that.
      await Bun.sleep(5 + change);
      state = { ...state, isChanging: true };
      await put("weather-live", { signature });
      state = { signature, isChanging: false };
      // The first after it, at once.
      expect((await ask('weather in "City0"')).toolset).toBe(signature);
    }
    isOver = true;
    await Promise.all(clients);
    expect(wrong).toEqual([]);
  }, 60_000);
});

describe("an alias", () => {
  test.each([
    ["neither a set nor a split", {}, "bad_request"],
    ["both", { signature: "weather-v1", ...half }, "bad_request"],
    ["a split of one", { split: half.split.slice(1) }, "validation_error"],
    ["a split of three", { split: [...half.split, { signature: "alarms-v1", percent: 0 }] }, "validation_error"],
    ["a split with itself", { split: [half.split[0], half.split[0]] }, "validation_error"],
    ["more than all", { split: [{ signature: "weather-v1", percent: 60 }, half.split[1]] }, "validation_error"],
    [
      "a part of a percent",
      {
        split: [
          { signature: "weather-v1", percent: 49.5 },
          { signature: "weather-v2", percent: 50.5 },
        ],
      },
      "validation_error",
    ],
    [
      "less than nothing",
      {
        split: [
          { signature: "weather-v1", percent: -1 },
          { signature: "weather-v2", percent: 101 },
        ],
      },
      "validation_error",
    ],
    ["no signature", { signature: "a b" }, "validation_error"],
    ["another alias", { signature: "weather-live" }, "not_found"],
    ["a set that is not there", { signature: "weather-v9" }, "not_found"],
    ["sets of two kinds", { split: [half.split[0], { signature: "banking-v1", percent: 50 }] }, "validation_error"],
  ] as const)("is refused for %s", async (_, input, code) => {
    await put("weather-live", { signature: "weather-v1" });
    expect((await rejection(put("other-live", input as AliasInput))).code).toBe(code);
  });

  test.each(["", "a b", "-a", "__proto__", "é", "a/b", "x".repeat(129)])("cannot be called %j", async (name) => {
    expect((await rejection(put(name, { signature: "weather-v1" }))).code).toBe("validation_error");
  });

  test("called as what every object has is a name like any other", async () => {
    await put("constructor", { signature: "weather-v1" });
    expect((await ask(QUERY, { toolsets: ["constructor"] })).aliases).toMatchObject([{ name: "constructor" }]);
  });

  test("keeps its set from being deleted, and its name from being a set's", async () => {
    await put("weather-live", half);
    for (const signature of ["weather-v1", "weather-v2"]) {
      const failure = await rejection(house.toolsets.remove(house.owner, signature, null));
      expect(failure).toMatchObject({ code: "conflict" });
      expect(failure.message).toContain('"weather-live"');
    }
    const taken = await rejection(house.toolsets.create(house.owner, "weather-live", weather));
    expect(taken).toMatchObject({ code: "conflict" });
    expect(taken.message).toContain("is an alias");
    await house.aliases.remove(house.owner, "weather-live", null);
    await house.toolsets.remove(house.owner, "weather-v2", null);
    await house.toolsets.create(house.owner, "weather-live", weather);
    expect((await ask(QUERY)).aliases).toEqual([]);
  });

  test("is no name of the set to whoever manages it", async () => {
    await put("weather-live", { signature: "weather-v1" });
    const set = { kind: "toolset", signature: "weather-live" } as const;
    for (const manage of [
      () => house.toolsets.replace(house.owner, "weather-live", weather, null),
      () => house.toolsets.get(house.owner, "weather-live"),
      () => house.toolsets.remove(house.owner, "weather-live", null),
      () => house.teaching.teach(house.owner, set, { query: "x", tool: "none" }),
      () => house.teaching.list(house.owner, set, { limit: 1, after: null }),
      () => house.teaching.remove(house.owner, set, "case_1"),
    ]) {
      const failure = await rejection(manage());
      expect(failure.code).toBe("not_found");
      expect(failure.message).toContain('is an alias, for the toolset "weather-v1"');
    }
  });
});
