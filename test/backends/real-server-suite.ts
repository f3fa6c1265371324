/**
 * The contract before a real model server, whose model is small and often wrong. What is asserted is that every answer is
 * one that the tools allow, that what is none becomes the documented error and costs nothing, and that it ends in time.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { freePort, runDragoman } from "../../scripts/dragoman-process.ts";
import { ensureExecutable, freshPlace, LARGE_PLAN, settings } from "../binary/kit.ts";
import { given, isCallOrRefusal, isLabelledOrRefusal, modelLines, opened, type Session } from "./backend-kit.ts";

beforeAll(ensureExecutable, 120_000);

const QUERIES = ["Dim the lamp in the kitchen to 40 percent", "What is the weather in Rome?", "Tell me a joke"];
const TEXT = "I want my money back. Where is my parcel?";
const resolve = (session: Session, query: string) =>
  session.send("POST", "/v1/resolve", { query, toolsets: ["lamps-v1"] });

test("by JSON schema every answer is a valid call, and costs what the contract says", async () => {
  await using session = await opened(['mode = "schema"']);
  const before = await session.balance();
  for (const query of QUERIES) {
    const reply = await resolve(session, query);
    expect(reply.status).toBe(200);
    isCallOrRefusal(reply);
    expect(reply.body.metadata).toMatchObject({ source: "model", model: "openai/smollm2", requests_used: 1 });
  }
  expect(before - (await session.balance())).toBe(QUERIES.length);
});

test("by JSON schema a label is one of the set's, whole and in parts", async () => {
  await using session = await opened(['mode = "schema"']);
  const whole = await session.send("POST", "/v1/classify", { data: TEXT, classification_set: "intents-v1" });
  expect(whole.status).toBe(200);
  isLabelledOrRefusal(whole, TEXT);
  const classes = [
    { label: "refund", description: "Money back" },
    { label: "delivery", description: "Where a parcel is" },
  ];
  const parts = await session.send("POST", "/v1/classify", { data: TEXT, classes, enable_extraction: true });
  isLabelledOrRefusal(parts, TEXT);
});

test("by JSON schema one question gives the call and the words", async () => {
  await using session = await opened(['mode = "schema"']);
  const body = { query: "What is the weather in Rome?", toolsets: ["lamps-v1"] };
  const reply = await session.send("POST", "/v1/resolve-respond", body);
  if (isCallOrRefusal(reply)) expect(reply.body.response.text.length).toBeGreaterThan(0);
});

test("in tool mode, which this server is not honest in, what is no call is refused and costs nothing", async () => {
  await using session = await opened(['mode = "tools"']);
  const before = await session.balance();
  let calls = 0;
  for (const query of QUERIES.slice(0, 2)) if (isCallOrRefusal(await resolve(session, query))) calls += 1;
  const labelled = await session.send("POST", "/v1/classify", { data: TEXT, classification_set: "intents-v1" });
  if (isLabelledOrRefusal(labelled, TEXT)) calls += 1;
  expect(before - (await session.balance())).toBe(calls);
});

test("in Anthropic's dialect what is no call is refused as well", async () => {
  const anthropic = ['provider = "anthropic"', `base_url = "${given("BACKEND_URL")}"`, 'name = "smollm2"'];
  await using session = await opened([...anthropic, 'mode = "tools"']);
  isCallOrRefusal(await resolve(session, "What is the weather in Rome?"));
});

test("auto finds out that a schema is the way", async () => {
  await using session = await opened(['mode = "auto"']);
  for (let tries = 0; tries < 300 && !session.output().includes("is asked in mode"); tries += 1) await Bun.sleep(200);
  expect(session.output()).toMatch(/is asked in mode \\?"schema/);
  const reply = await resolve(session, "What is the weather in Rome?");
  expect(reply.status).toBe(200);
  isCallOrRefusal(reply);
});

test("model test says what the server can do", async () => {
  using place = freshPlace();
  settings(place, [...LARGE_PLAN, ...modelLines(['mode = "schema"'])]);
  const { status, stdout } = await runDragoman(["model", "test", "--data", place.path, "--json"]);
  const { ok, checks } = JSON.parse(stdout) as {
    readonly ok: boolean;
    readonly checks: readonly { readonly check: string; readonly ok: boolean; readonly found: string }[];
  };
  expect({ status, ok }).toEqual({ status: 0, ok: true });
  const found = (name: string) => checks.find(({ check }) => check === name)?.found;
  expect(found("schema")).toBe("answers obey a JSON schema");
  expect(found("streaming")).toBe("answers come in events where that is asked for");
  expect(found("context")).toMatch(/^\d{4,} tokens$/);
});

describe("what cannot be answered is 502 bad_gateway and costs nothing:", () => {
  test("more than the model can read", async () => {
    await using session = await opened([]);
    const before = await session.balance();
    const described = "A very particular lamp of a very particular kind ".repeat(20);
    const tools = Array.from({ length: 30 }, (_, index) => ({ name: `lamp_${index}`, description: described }));
    const reply = await session.send("POST", "/v1/resolve-quick", { query: "the lamp", tools });
    expect({ status: reply.status, code: reply.body.error }).toEqual({ status: 502, code: "bad_gateway" });
    expect(await session.balance()).toBe(before);
  });

  test("too late, and the model server is freed at once", async () => {
    await using session = await opened(["timeout_ms = 400", "output_tokens_max = 4000"]);
    const before = await session.balance();
    const startedAt = performance.now();
    const reply = await resolve(session, "Tell me a very long story about lamps. ".repeat(10));
    expect({ status: reply.status, code: reply.body.error }).toEqual({ status: 502, code: "bad_gateway" });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await session.balance()).toBe(before);
    const isBusy = async () => {
      const slots = await fetch(`${new URL(given("BACKEND_URL")).origin}/slots`);
      return ((await slots.json()) as readonly { readonly is_processing: boolean }[]).some(
        (slot) => slot.is_processing,
      );
    };
    // It looks up from its work between two batches of tokens.
    for (let tries = 0; tries < 100 && (await isBusy()); tries += 1) await Bun.sleep(100);
    expect(await isBusy()).toBe(false);
  });

  test("nobody there", async () => {
    const nowhere = `base_url = "http://127.0.0.1:${await freePort()}/v1"`;
    await using session = await opened(['provider = "openai"', nowhere, 'name = "smollm2"']);
    const before = await session.balance();
    const reply = await resolve(session, "the lamp");
    expect({ status: reply.status, code: reply.body.error }).toEqual({ status: 502, code: "bad_gateway" });
    expect(await session.balance()).toBe(before);
  });
});
