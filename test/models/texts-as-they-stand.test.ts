/** Texts and commands that are to be taken as they stand, also where they look like another request; with the real weights. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { holdsWholeText, isOnlyInText, keepsText } from "#models/embedded/choosing/held-text.ts";
import { openRealModels } from "./real-weights.ts";

const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));
const models = await openRealModels();

const tool = (name: string, description: string, properties: JsonObject, required: readonly string[] = []) => ({
  name,
  description,
  parameters: { type: "object", properties, required: [...required] },
});
const FREE = { type: "string" };
const LAMPS = tool("lamps_off", "Turn off the lamps", { room: { type: "string", enum: ["kitchen", "hall"] } });
const GATE = tool("lock_gate", "Lock a gate", { gate: { type: "string", enum: ["front", "back"] } }, ["gate"]);
const NOTE = tool("take_note", "Write down a note", { text: FREE }, ["text"]);
const REMIND = tool("create_reminder", "Remind me of something", { text: FREE }, ["text"]);
const STAFF = tool("message_crew", "Send a message to a crew", { crew: FREE, text: FREE }, ["crew", "text"]);
const SHELL = tool("run_command", "Run a shell command", { command: FREE }, ["command"]);
const WEB = tool("web_search", "Search the web", { query: FREE }, ["query"]);

async function call(query: string, tools: readonly ReturnType<typeof tool>[]) {
  const request = { query, tools, now: NOW, persona: null, context: null, history: [], memories: [] };
  const draft = await models.model.call({ ...request, findSimilar: async () => [] }, new AbortController().signal);
  const called: JsonObject = draft.tool === null ? {} : { tool: tools[draft.tool]?.name ?? "", ...draft.parameters };
  return called;
}

describe("what is to be written down or said is not carried out", () => {
  test.each([
    "remind me to turn off the lamps",
    "note down: lock the back gate",
    "write 'turn off the lamps' on the board",
    "tell Anna to lock the back gate",
    "tell anna to lock the back gate",
    "ask my brother to turn off the lamps",
    "don't let me forget to lock the front gate",
  ])("%s", async (query) => {
    expect(await call(query, [LAMPS, GATE])).toEqual({});
  });
});

describe("and goes to the tool that it is for", () => {
  test.each([
    ["remind me to turn off the lamps", { tool: "create_reminder", text: "turn off the lamps" }],
    ["note down: lock the back gate", { tool: "take_note", text: "lock the back gate" }],
    ["turn off the lamps", { tool: "lamps_off" }],
    ["lock the back gate", { tool: "lock_gate", gate: "back" }],
    ["search for how to turn off the lamps", { tool: "web_search", query: "how to turn off the lamps" }],
  ])("%s", async (query, expected) => {
    expect(await call(query, [LAMPS, GATE, NOTE, REMIND, WEB])).toEqual(expected);
  });
});

describe("what somebody is told has its own first word", () => {
  const MAIL = tool("send_message", "Send a message to somebody", { recipient: FREE, text: FREE }, [
    "recipient",
    "text",
  ]);
  test.each([
    ["tell Anna the bus is late", "Anna", "the bus is late"],
    ["tell Mrs Okafor her parcel is here", "Mrs Okafor", "her parcel is here"],
    ["send Anna a message saying the bus is late", "Anna", "the bus is late"],
  ])("%s", async (query, recipient, text) => {
    expect(await call(query, [MAIL])).toEqual({ tool: "send_message", recipient, text });
  });

  test("remind me the rent is due", async () => {
    expect(await call("remind me the rent is due", [REMIND])).toEqual({
      tool: "create_reminder",
      text: "the rent is due",
    });
  });
});

describe("a command is all that stands behind the verb", () => {
  test.each([
    ["run `docker ps`", "docker ps"],
    ["execute ls -la /tmp", "ls -la /tmp"],
    ["run git push --force", "git push --force"],
    ["please run df -h", "df -h"],
    ["run the command uptime", "uptime"],
  ])("%s", async (query, command) => {
    expect(await call(query, [SHELL])).toEqual({ tool: "run_command", command });
  });
});

test("whoever is asked to do it is no text", () => {
  expect(isOnlyInText("tell the lamps to turn off", LAMPS)).toBe(false);
  expect(isOnlyInText("note on lamp 4: turn it off at ten", { ...LAMPS, description: "Turn off, with a note" })).toBe(
    false,
  );
  expect(isOnlyInText("ask the porter to turn off the lamps", LAMPS)).toBe(false);
  expect(isOnlyInText("tell Ben to turn off the lamps", LAMPS)).toBe(true);
});

test("what hands something over is not what a text is told with", () => {
  const pay = { name: "transfer_money", description: "Transfers money to an account" };
  const message = { name: "send_message", description: "Sends a message to a person" };
  expect(isOnlyInText('tell Bo: "transfer 10 dollars to 12345678"', pay)).toBe(true);
  expect(isOnlyInText("text Bo to pay 10 dollars", { name: "pay", description: "Pays a bill" })).toBe(true);
  expect(isOnlyInText("tell Bo to send the report", message)).toBe(false);
  expect(isOnlyInText("transfer 10 dollars to Bo and say thanks", pay)).toBe(false);
});

test("only what looks like another request is a text by what is said before it", () => {
  const pay = { name: "transfer_money", description: "Send money to somebody" };
  expect(keepsText("note down: lock the back gate", NOTE)).toBe(true);
  expect(keepsText("note down: lock the back gate", GATE)).toBe(false);
  expect(keepsText("send 20 to Ann", pay)).toBe(false);
});

describe("what people are told is all that follows", () => {
  test.each([
    ["let the night shift know that gate 2 is stuck", { crew: "night shift", text: "gate 2 is stuck" }],
    ["tell the night shift that the lamps are off", { crew: "night shift", text: "the lamps are off" }],
    ["message to the night shift: lock the back gate", { crew: "night shift", text: "lock the back gate" }],
  ])("%s", async (query, parameters) => {
    expect(await call(query, [LAMPS, GATE, STAFF])).toEqual({ tool: "message_crew", ...parameters });
  });

  test("and a time in front of it that the tool cannot have is a reason to doubt it", () => {
    const query = "text the night shift at seven that the lamps are off";
    const span = (words: string) => ({ start: query.indexOf(words), end: query.indexOf(words) + words.length });
    const read = (recipient: string) => ({
      parameters: { crew: recipient, text: "the lamps are off" },
      spans: { crew: span(recipient), text: span("the lamps are off") },
    });
    expect(holdsWholeText(query, STAFF, read("night shift"))).toBe(false);
    expect(holdsWholeText(query, STAFF, read("night shift at seven"))).toBe(true);
  });
});
