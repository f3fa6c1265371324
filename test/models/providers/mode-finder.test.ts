/** The mode of a server is found out once, whatever happens to the server meanwhile. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { ModelFindings } from "#core/model-findings.ts";
import type { KeptFindings } from "#core/ports/model-finding-store.ts";
import type { LanguageModel } from "#core/ports/models.ts";
import { NOBODY, type Observer } from "#core/ports/observer.ts";
import { openServedModel, type ServedModelOptions } from "#models/language/index.ts";
import { type Asked, type FaultServer, openFaultServer, said } from "../../fault-server.ts";
import { asking, call, NOW, servedOptions, signal } from "./served.ts";

let upstream: FaultServer;
let rows: Map<string, KeptFindings>;
let findings: ModelFindings;
const opened: { close(): Promise<void> }[] = [];

beforeEach(() => {
  upstream = openFaultServer(callsFunctions);
  rows = new Map();
  const store = {
    find: async (key: string) => rows.get(key) ?? null,
    list: async () => [...rows.values()],
    keep: async (found: KeptFindings) => void rows.set(found.key, found),
  };
  findings = new ModelFindings(store, { now: () => NOW });
});
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
  await upstream.close();
});

const isReal = ({ messages }: Asked) => messages.some(({ content }) => content.includes("<request>"));

/** A server that takes no notice of schemas, and calls a function whenever it must. */
function callsFunctions(asked: Asked): Response {
  if (isReal(asked)) {
    return asked.tools
      ? said(null, { calls: [{ name: "stop_timer", arguments: "{}" }] })
      : said(call("stop_timer", {}));
  }
  return asked.tools ? said(null, { calls: [{ name: "add", arguments: '{"one": 2, "other": 3}' }] }) : said("Banana.");
}

function open(options: Partial<ServedModelOptions> = {}): LanguageModel {
  const served = openServedModel(servedOptions(upstream.baseUrl, { mode: "auto", findings, ...options }));
  opened.push(served);
  return served.model;
}

const until = async (holds: () => boolean) => {
  while (!holds()) await Bun.sleep(5);
};
const modeAsked = async (model: LanguageModel) => {
  expect(await model.call(asking("stop it"), signal())).toMatchObject({ tool: 1 });
  const last = upstream.asked.findLast(isReal);
  return last?.tools ? "tools" : last?.response_format ? "schema" : "json";
};

test("what is found is kept: the next start asks nothing", async () => {
  await open().ready();
  await until(() => rows.size === 1);
  expect([...rows.values()]).toMatchObject([
    { findings: { schema: false, tools: "forced", systemPrompt: true, streaming: false }, foundAt: NOW },
  ]);
  const asked = upstream.asked.length;
  expect(asked).toBeLessThanOrEqual(5);
  const again = open();
  await again.ready();
  await Bun.sleep(20);
  expect(upstream.asked).toHaveLength(asked);
  expect(await modeAsked(again)).toBe("tools");
});

test("another name, another address or another kind of server is asked anew", async () => {
  await open().ready();
  await until(() => rows.size === 1);
  await open({ name: "other" }).ready();
  await until(() => rows.size === 2);
  await open({ baseUrl: `${upstream.baseUrl}/` }).ready();
  await until(() => rows.size === 3);
  expect(JSON.stringify([...rows])).not.toContain(upstream.baseUrl);
});

test("nothing is asked of a server whose mode the settings say", async () => {
  const model = open({ mode: "json" });
  await model.ready();
  expect(await modeAsked(model)).toBe("json");
  expect(upstream.asked).toHaveLength(1);
  expect(rows.size).toBe(0);
});

test("a server that is away at the start is found out when it is back, with no question in between", async () => {
  const { port } = new URL(upstream.baseUrl);
  await upstream.close();
  const logs: string[] = [];
  const model = open({ log: (line) => void logs.push(line) });
  await model.ready();
  expect(model.call(asking("stop it"), signal())).rejects.toMatchObject({ code: "bad_gateway" });
  await until(() => logs.some((line) => line.includes("not known yet")));
  upstream = openFaultServer(callsFunctions, Number(port));
  await until(() => rows.size === 1);
  expect(await modeAsked(model)).toBe("tools");
  expect(logs.filter((line) => line.includes("it is tried again"))).not.toEqual([]);
});

test("while nothing is known questions are asked by schema, and wait for nothing", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  upstream.answer = async (asked) => {
    if (!isReal(asked)) await held;
    return callsFunctions(asked);
  };
  const model = open();
  await model.ready();
  expect(await modeAsked(model)).toBe("schema");
  release();
  await until(() => rows.size === 1);
  expect(await modeAsked(model)).toBe("tools");
});

test("a schema that the server refuses before it is known is left out, and the question answered", async () => {
  upstream.answer = (asked) => {
    const error = { message: "unsupported", param: "response_format" };
    return asked.response_format ? Response.json({ error }, { status: 400 }) : callsFunctions(asked);
  };
  expect(await modeAsked(open())).toBe("json");
});

test("what is kept from elsewhere is followed at once, wherever the settings name the server", async () => {
  const [model, same] = [open(), open({ toolsMax: 1 })];
  await model.ready();
  await until(() => rows.size === 1);
  await same.ready();
  const [{ key = "", findings: found = {} } = {}] = [...rows.values()] as readonly Partial<KeptFindings>[];
  await findings.keep(key, { ...(found as JsonObject), schema: true });
  expect(await modeAsked(model)).toBe("schema");
  expect(await modeAsked(same)).toBe("schema");
});

test("what was kept and cannot be read is found out again", async () => {
  await open().ready();
  await until(() => rows.size === 1);
  const [key = ""] = rows.keys();
  rows.set(key, { key, findings: { schema: "perhaps" }, foundAt: 1 });
  await open().ready();
  await until(() => rows.get(key)?.foundAt === NOW);
});

test("what is asked to find out stands in line, and is counted", async () => {
  let [running, most] = [0, 0];
  upstream.answer = async (asked) => {
    running += 1;
    most = Math.max(most, running);
    await Bun.sleep(5);
    running -= 1;
    return callsFunctions(asked);
  };
  let tokens = 0;
  const serverCalled: Observer["serverCalled"] = (_server, _outcome, { input }) => {
    tokens += input;
  };
  const observer = { ...NOBODY, serverCalled };
  const model = open({ concurrencyMax: 1, observer });
  await model.ready();
  await Promise.all([1, 2, 3].map(() => model.call(asking("stop it"), signal())));
  await until(() => rows.size === 1);
  expect(most).toBe(1);
  const streamed = upstream.asked.filter(({ stream }) => stream === true).length;
  expect(tokens).toBe(100 * (upstream.asked.length - streamed));
});
