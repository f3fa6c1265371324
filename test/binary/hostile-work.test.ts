/** Requests that are made to take long, to the executable: what one may cost, who waits for it, and that it ends. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createApp, ensureExecutable, lampToolset, signedIn } from "./kit.ts";
import { openVictim, type Victim } from "./victim.ts";

/** Of the process, for one request. On a machine of its own about half of it. */
const CPU_MS_MAX = 2_000;
/** Of one that brings thousands of parts: 1.9 s on a quiet machine, 2.7 s on one with busy neighbours. */
const PARTS_CPU_MS_MAX = 4_000;
/** The same of one that brings hundreds of classes: 3,000 on a machine of its own. */
const SET_CPU_MS_MAX = 6_000;
/** A process without work: a timer here and there, and what its runtime cleans up. */
const IDLE_CPU_MS_MAX = 250;
/** One pass of a network, where neighbours take half of the machine. */
const STEP_MS_MAX = 50;
/** A question is embedded, and then read: each may find a pass of another's work under way. */
const STEPS_WAITED_FOR = 2;
/** Of the questions asked one after the other: the slowest few say how busy the machine's neighbours are. */
const SHARE_OF_QUESTIONS = 0.9;
/** In a tick of the kernel's clock. */
const TICK_MS = 10;
/** What an app waits longer whose examples are learned beside another's: a step of it, and neighbours on the machine. */
const LEARNED_LATER_MS_MAX = 3_000;
/** Sets of 200 classes with 50 examples that come one after the other: each is a megabyte before it is read. */
const FLOOD_MIB_MAX = 100;
const SETTLING_MS_MAX = 15_000;
const CALM_REQUESTS = 60;
const FLOOD_REQUESTS = 20;

let victim: Victim;
beforeAll(async () => {
  ensureExecutable();
  victim = await openVictim();
  // Opens the network for labels, and compiles what every request needs.
  await victim.send("POST", "/v1/classify", { data: "hello", classes: [{ label: "a" }, { label: "b" }] });
}, 180_000);
afterAll(async () => {
  await victim.expectAlive();
  await victim.close();
});

/** What the process worked so far, all threads together. */
function cpuMs(): number {
  const [, rest = ""] = readFileSync(`/proc/${victim.server.pid}/stat`, "utf8").split(") ");
  const fields = rest.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** What it works in that time. */
async function cpuMsIn(ms: number): Promise<number> {
  const before = cpuMs();
  await Bun.sleep(ms);
  return cpuMs() - before;
}

async function idle(): Promise<void> {
  for (let second = 0; second < 60; second += 1) if ((await cpuMsIn(500)) < IDLE_CPU_MS_MAX / 2) return;
  throw new Error("the server is busy without a request");
}

let asked = 0;
/** Unlike all asked before: what was answered once may cost nothing. */
function longestClasses(description = "money back for a parcel that never came, ", length = 2_000) {
  asked += 1;
  const text = description.repeat(Math.ceil(length / description.length));
  return {
    data: `where is my parcel ${asked}`,
    classes: Array.from({ length: 500 }, (_, at) => ({
      // All that is read of some: 500 classes have little room each.
      label: `${asked} ${at}`,
      description: text.slice(0, length),
    })),
  };
}

/** Parts that say nothing apart, so that each is read by itself and with its neighbours. */
function sentences(): string {
  asked += 1;
  return Array.from({ length: 80 }, (_, at) => `please send parcel ${asked} ${at} back to me today.`)
    .join(" ")
    .slice(0, 4_000);
}

const properties = (count: number, schema: object, name = "p") =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, schema]));
const quick = (parameters: object) => ({
  query: "switch on the lamp in the kitchen at 7 for 5 euros",
  tools: Array.from({ length: 5 }, (_, at) => ({ name: `tool_${at}`, description: `Switches lamp ${at}`, parameters })),
});
const object = (of: object) => ({ type: "object", properties: of });

const WORST: readonly (readonly [name: string, path: string, body: () => unknown, cpuMsMax: number])[] = [
  ["500 classes of 2,000 characters", "/v1/classify", () => longestClasses(), SET_CPU_MS_MAX],
  ["500 classes of signs", "/v1/classify", () => longestClasses("東京 ", 600), SET_CPU_MS_MAX],
  ["500 classes of letters that are no words", "/v1/classify", () => longestClasses("xqzj"), SET_CPU_MS_MAX],
  [
    "a text of many parts",
    "/v1/classify",
    () => ({
      data: Array.from({ length: 400 }, (_, at) => `go ${at} on.`)
        .join(" ")
        .slice(0, 4_000),
      classes: [{ label: "going" }, { label: "staying" }],
      enable_extraction: true,
    }),
    CPU_MS_MAX,
  ],
  [
    "500 long classes and a text of 80 sentences",
    "/v1/classify",
    () => ({ ...longestClasses(), data: sentences(), enable_extraction: true }),
    SET_CPU_MS_MAX,
  ],
  [
    "500 long classes, 64 long examples and a text of 80 sentences",
    "/v1/classify",
    () => {
      const { classes } = longestClasses(undefined, 1_900);
      const example = (at: number) => `${asked} ${at} ${"where is my money for it ".repeat(20)}`.slice(0, 500);
      const taught = classes.map((each, at) => (at < 64 ? { ...each, examples: [example(at)] } : each));
      return { classes: taught, data: sentences(), enable_extraction: true };
    },
    SET_CPU_MS_MAX,
  ],
  [
    "64 long examples",
    "/v1/classify",
    () => {
      asked += 1;
      const example = (at: number) => `${asked} ${at} ${"where is my money for it ".repeat(20)}`.slice(0, 500);
      const examples = (from: number) => Array.from({ length: 32 }, (_, at) => example(from + at));
      const classes = [
        { label: "money", examples: examples(0) },
        { label: "parcel", examples: examples(32) },
      ];
      return { data: `where is it ${asked}`, classes };
    },
    CPU_MS_MAX,
  ],
  [
    "a text of 80 sentences",
    "/v1/classify",
    () => ({ data: sentences(), classes: [{ label: "going" }, { label: "staying" }], enable_extraction: true }),
    CPU_MS_MAX,
  ],
  [
    "128 tools of 64 parameters with descriptions",
    "/v1/resolve-quick",
    () => ({
      query: "switch on the lamp in the kitchen at 7 for 5 euros",
      tools: Array.from({ length: 128 }, (_, at) => ({
        name: `tool_${at}`,
        description: `${at} lamps `.repeat(30),
        parameters: object(properties(64, { type: "string", description: `the part of house ${at} that is meant` })),
      })),
    }),
    PARTS_CPU_MS_MAX,
  ],
  [
    "five calls before, with all that may be answered",
    "/v1/resolve-quick",
    () => {
      const tags = Array.from({ length: 3_000 }, (_, at) => at.toString(36));
      const query = `switch on the lamp ${asked} at six on ${"3 ".repeat(200)}`;
      asked += 1;
      return {
        query: `no, the bedroom ${asked}, ${"not 3, a day later, ".repeat(20)}`,
        context: "a lamp ".repeat(280),
        tools: [
          {
            name: "switch_on",
            description: "Switches on a lamp in a room",
            parameters: object({ room: { type: "string" }, tags: { type: "array", items: { type: "string" } } }),
          },
        ],
        history: Array.from({ length: 5 }, () => ({ tool: "switch_on", query, parameters: { room: "kitchen", tags } })),
      };
    },
    CPU_MS_MAX,
  ],
  [
    "five tools of 1,900 parameters",
    "/v1/resolve-quick",
    () => quick(object(properties(1_900, { type: "string" }))),
    PARTS_CPU_MS_MAX,
  ],
  [
    "five tools of 1,900 options",
    "/v1/resolve-quick",
    () => quick(object({ room: { enum: Array.from({ length: 1_900 }, (_, at) => `option ${at}`) } })),
    CPU_MS_MAX,
  ],
  [
    "five tools of 1,900 synonyms",
    "/v1/resolve-quick",
    () =>
      quick(
        object({
          room: {
            type: "string",
            "x-synonyms": { hall: Array.from({ length: 1_900 }, (_, at) => `lamp on the ${at}`) },
          },
        }),
      ),
    CPU_MS_MAX,
  ],
  [
    "five tools of 500 options with a synonym each, all but said",
    "/v1/resolve-quick",
    () => {
      const options = Array.from({ length: 500 }, (_, at) => `room ${at}`);
      const synonyms = Object.fromEntries(options.map((option, at) => [option, [`switch off the lamp x${at}`]]));
      return quick(object({ room: { type: "string", enum: options, "x-synonyms": synonyms } }));
    },
    CPU_MS_MAX,
  ],
  [
    "five tools of 1,700 references to 100 properties",
    "/v1/resolve-quick",
    () =>
      quick({
        ...object(properties(1_700, { $ref: "#/$defs/many" })),
        $defs: { many: object(properties(100, { type: "string" })) },
      }),
    PARTS_CPU_MS_MAX,
  ],
  [
    "descriptions of an example and 8,000 spaces",
    "/v1/resolve-quick",
    () => quick(object(properties(16, { type: "string", description: `e.g. x${" ".repeat(8_000)}.` }))),
    CPU_MS_MAX,
  ],
  [
    "descriptions in capitals and small letters",
    "/v1/resolve-quick",
    () => quick(object(properties(16, { type: "string", description: "Aa1".repeat(2_700) }))),
    CPU_MS_MAX,
  ],
  [
    "names in capitals and small letters",
    "/v1/resolve-quick",
    () => quick(object(properties(16, { type: "string" }, "Aa1".repeat(80)))),
    CPU_MS_MAX,
  ],
  [
    "128 tools of the longest descriptions",
    "/v1/resolve-quick",
    () => ({
      query: "a lamp ".repeat(70),
      tools: Array.from({ length: 128 }, (_, at) => ({
        name: `tool_${at}`,
        description: `${at} lamps `.repeat(220).slice(0, 2_048),
      })),
    }),
    CPU_MS_MAX,
  ],
];

describe("one request", () => {
  test.each(WORST)(
    "with %s takes no more work than one may",
    async (_, path, body, cpuMsMax) => {
      const sent = body();
      await idle();
      const before = cpuMs();
      const { status } = await victim.send("POST", path, sent, { "Cache-Control": "no-store" });
      // 502: it had its 3 s; 503: its time was over, on a machine with busy neighbours.
      expect([200, 400, 502, 503]).toContain(status);
      expect(cpuMs() - before).toBeLessThan(cpuMsMax);
    },
    60_000,
  );

  test("is not worked on any more when its client has gone", async () => {
    await idle();
    const gone = new AbortController();
    const body = JSON.stringify(longestClasses());
    const sent = fetch(`${victim.server.url}/v1/classify`, {
      method: "POST",
      headers: { Authorization: `Bearer ${victim.token}`, "Content-Type": "application/json" },
      body,
      signal: gone.signal,
    }).catch((failure: Error) => failure.name);
    await Bun.sleep(500);
    gone.abort();
    expect(await sent).toBe("AbortError");
    await Bun.sleep(500);
    expect(await cpuMsIn(1_000)).toBeLessThan(IDLE_CPU_MS_MAX);
  }, 60_000);
});

describe("an app that sends the worst it can, again and again", () => {
  test("makes nobody wait more than twice as long", async () => {
    const send = await signedIn(victim.server.url, await createApp(victim.place.path));
    expect((await send("POST", "/v1/toolsets", lampToolset("calm-v1"))).status).toBe(201);
    const calm = await lasting(send);
    const gone = new AbortController();
    const flood = Array.from({ length: FLOOD_REQUESTS }, () =>
      fetch(`${victim.server.url}/v1/classify`, {
        method: "POST",
        headers: { Authorization: `Bearer ${victim.token}`, "Content-Type": "application/json" },
        body: JSON.stringify(longestClasses()),
        signal: gone.signal,
      }).then(
        (response) => response.status,
        () => null,
      ),
    );
    await Bun.sleep(1_000);
    const [before, startedAt] = [cpuMs(), performance.now()];
    const flooded = await lasting(send);
    const [worked, elapsedMs] = [cpuMs() - before, performance.now() - startedAt];
    gone.abort();
    await Promise.all(flood);
    // The flood was not over: the process worked all the time, for more than those who are calm.
    expect(worked).toBeGreaterThan(0.5 * elapsedMs);
    await Bun.sleep(500);
    expect(await cpuMsIn(1_000)).toBeLessThan(IDLE_CPU_MS_MAX);
    expect(quantile(flooded, SHARE_OF_QUESTIONS)).toBeLessThan(await waitedMsMax(send, calm));
  }, 120_000);
});

describe("tests of a hundred long texts, some at once", () => {
  test("let others pass, and end when their client has gone", async () => {
    const { classes } = longestClasses();
    const labels = classes.map(({ label }) => label);
    const set = { signature: "tested-v1", name: "Tested", classes };
    expect((await victim.send("POST", "/v1/classification-sets", set)).status).toBe(201);
    const send = await signedIn(victim.server.url, await createApp(victim.place.path));
    expect((await send("POST", "/v1/toolsets", lampToolset("calm-v1"))).status).toBe(201);
    await idle();
    const calm = await lasting(send);
    const gone = new AbortController();
    const flood = Array.from({ length: 5 }, (_, test) =>
      fetch(`${victim.server.url}/v1/classification-sets/tested-v1/test`, {
        method: "POST",
        headers: { Authorization: `Bearer ${victim.token}`, "Content-Type": "application/json" },
        body: JSON.stringify({
          cases: Array.from({ length: 100 }, (__, at) => ({
            text: `${test} ${at} ${"the parcel never came and nobody answers, ".repeat(90)}`,
            label: labels[at % labels.length],
          })),
        }),
        signal: gone.signal,
      }).then(
        (response) => response.status,
        () => null,
      ),
    );
    await Bun.sleep(1_000);
    const flooded = await lasting(send);
    gone.abort();
    expect(await Promise.all(flood)).toEqual([null, null, null, null, null]);
    await Bun.sleep(500);
    expect(await cpuMsIn(1_000)).toBeLessThan(IDLE_CPU_MS_MAX);
    expect(quantile(flooded, SHARE_OF_QUESTIONS)).toBeLessThan(await waitedMsMax(send, calm));
  }, 120_000);
});

test("a server whose model is busy ends at once when it is told to", async () => {
  const busy = await openVictim();
  const examples = (at: number) =>
    Array.from({ length: 40 }, (_, example) => `class ${at} is asked for in way ${example}`);
  const classes = Array.from({ length: 200 }, (_, at) => ({ label: `class ${at}`, examples: examples(at) }));
  const learned = await busy.send("POST", "/v1/classification-sets", { signature: "busy-v1", name: "Busy", classes });
  expect(learned.status).toBe(201);
  const gone = new AbortController();
  const sent = fetch(`${busy.server.url}/v1/classify`, {
    method: "POST",
    headers: { Authorization: `Bearer ${busy.token}`, "Content-Type": "application/json" },
    body: JSON.stringify(longestClasses()),
    signal: gone.signal,
  }).catch(() => null);
  await Bun.sleep(1_000);
  gone.abort();
  await sent;
  const toldAt = performance.now();
  expect(await busy.server.stop()).toBe(0);
  expect(performance.now() - toldAt).toBeLessThan(2_000);
  await busy.close();
}, 180_000);

describe("an app that brings ever new things", () => {
  test("has nobody's tools read again", async () => {
    const send = await signedIn(victim.server.url, await createApp(victim.place.path));
    const devices = ["lamp", "blind", "heater", "fan", "radio", "oven", "door", "pump"];
    const tools = devices.map((device) => ({
      name: `set_${device}`,
      description: `Sets the ${device} in a room of the house to a level`,
      parameters: object({ room: { type: "string" }, level: { type: "integer" } }),
    }));
    expect((await send("POST", "/v1/toolsets", { signature: "devices-v1", name: "Devices", tools })).status).toBe(201);
    const ask = async () => {
      asked += 1;
      await idle();
      const before = cpuMs();
      const query = `set the ${devices[asked % 8]} in room ${asked} to ${asked % 100}`;
      expect((await send("POST", "/v1/resolve", { query, toolsets: ["devices-v1"] })).status).toBe(200);
      return cpuMs() - before;
    };
    const first = await ask();
    const calm = quantile([await ask(), await ask(), await ask(), await ask(), await ask()], 0.5);
    for (let list = 0; list < 40; list += 1) {
      asked += 1;
      const name = (at: number) => `${asked} ${at}`;
      const flood = Array.from({ length: 128 }, (_, at) => ({ name: `t_${at}`, description: `Does ${name(at)}` }));
      const { status } = await victim.send("POST", "/v1/resolve-quick", { query: `do ${asked}`, tools: flood });
      expect(status).toBe(200);
    }
    const after = await ask();
    expect(first).toBeGreaterThan(calm);
    // As far from reading them again as from nothing, and ten ticks of the clock that the process may spend on itself.
    expect(after).toBeLessThan((first + calm) / 2 + 10 * TICK_MS);
  }, 120_000);

  test("has nobody's examples learned much later, and takes no more memory the more it brings", async () => {
    const send = await signedIn(victim.server.url, await createApp(victim.place.path));
    const classes = (count: number, examples: number) => {
      asked += 1;
      const example = (at: number, each: number) => `${asked} ${at} ${each} what about my parcel of today`;
      return Array.from({ length: count }, (_, at) => ({
        label: `${asked} ${at}`,
        examples: Array.from({ length: examples }, (_each, each) => example(at, each)),
      }));
    };
    const learned = async (signature: string) => {
      const startedMs = performance.now();
      const set = { signature, name: "Learned", classes: classes(20, 5) };
      expect((await send("POST", "/v1/classification-sets", set)).status).toBe(201);
      const path = `/v1/classification-sets/${signature}`;
      for (;;) {
        const { body } = await send("GET", path);
        if ((body as { readonly learning: unknown }).learning === null) return performance.now() - startedMs;
        await Bun.sleep(50);
      }
    };
    await learned("first-v1");
    const calmMs = await learned("calm-v1");
    const flood = async (count: number) => {
      for (let set = 0; set < count; set += 1) {
        const body = { name: "Flood", classes: classes(200, 50) };
        const path = `/v1/classification-sets/flood-${set % 10}`;
        const { status } = await victim.send("PUT", path, body);
        if (status === 404)
          await victim.send("POST", "/v1/classification-sets", { ...body, signature: `flood-${set % 10}` });
      }
    };
    await flood(10);
    const mib = victim.residentMib();
    const floodedMs = await learned("flooded-v1");
    await flood(30);
    expect(floodedMs).toBeLessThan(2 * calmMs + LEARNED_LATER_MS_MAX);
    expect(await settledMib(mib + FLOOD_MIB_MAX)).toBeLessThan(mib + FLOOD_MIB_MAX);
    for (let set = 0; set < 10; set += 1) await victim.send("DELETE", `/v1/classification-sets/flood-${set}`);
    // Nothing of it is learned any more, and what was is swept out in a moment.
    await idle();
  }, 240_000);
});

/** Milliseconds of one question after the other, none of which was asked before. */
async function lasting(send: Awaited<ReturnType<typeof signedIn>>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let request = 0; request < CALM_REQUESTS; request += 1) {
    asked += 1;
    const body = { query: `set the lamp in room ${asked} to ${asked % 100} percent`, toolsets: ["calm-v1"] };
    const startedAt = performance.now();
    const { status } = await send("POST", "/v1/resolve", body);
    took.push(performance.now() - startedAt);
    expect(status).toBe(200);
  }
  return took;
}

/** The resident memory once it is that low, or as it is after some seconds: what is free is given back in a while. */
async function settledMib(low: number): Promise<number> {
  const endsAt = performance.now() + SETTLING_MS_MAX;
  while (victim.residentMib() >= low && performance.now() < endsAt) await Bun.sleep(250);
  return victim.residentMib();
}

/** By how it was before the flood and is after it, the slower of both: neighbours on the machine come and go. */
async function waitedMsMax(send: Awaited<ReturnType<typeof signedIn>>, before: readonly number[]): Promise<number> {
  const after = await lasting(send);
  const calm = Math.max(quantile(before, SHARE_OF_QUESTIONS), quantile(after, SHARE_OF_QUESTIONS));
  return 2 * calm + STEPS_WAITED_FOR * STEP_MS_MAX;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
