/** Finding out what a model server can do, and asking it accordingly. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { examineServedModel } from "#models/language/examination.ts";
import type { ServedModelOptions } from "#models/language/index.ts";
import { NO_BOOK } from "#models/language/mode-finder.ts";
import { type Answering, type FaultServer, openFaultServer, said } from "../../fault-server.ts";
import { asking, call, served, servedOptions, signal } from "./served.ts";

let upstream: FaultServer;
beforeEach(() => {
  upstream = openFaultServer();
});
afterEach(() => upstream.close());

interface Abilities {
  readonly schema: boolean;
  readonly tools: "forced" | "offered" | "none";
  readonly system: boolean;
}

/** A server that can do this much. Real questions it answers with none, in the mode that it is asked in. */
function able({ schema, tools, system }: Abilities): Answering {
  const adding = { calls: [{ name: "add", arguments: '{"one": 2, "other": 3}' }] };
  return ({ messages, response_format: format, tools: functions }) => {
    const user = messages.at(-1)?.content ?? "";
    if (user.includes("<request>")) {
      return functions ? said(null, { calls: [{ name: "none", arguments: "{}" }] }) : said(call("none", {}));
    }
    if (functions) {
      const fits = user.includes("Add");
      return tools === "forced" || (tools === "offered" && fits) ? said(null, adding) : said("Hello!");
    }
    if (format) return said(schema ? '{"code": "k7"}' : "The sea, the sea,\nit sings to me");
    return said(system ? "Banana." : "2");
  };
}

const examined = (baseUrl: string, options: Partial<ServedModelOptions> = {}) => {
  const server = servedOptions(baseUrl, options);
  return examineServedModel(server, { ...server, now: () => Date.now(), book: NO_BOOK });
};

const error = (status: number) => Response.json({ error: { message: "not now" } }, { status });

const rows: readonly (readonly [Abilities, string])[] = [
  [{ schema: true, tools: "forced", system: true }, "schema"],
  [{ schema: true, tools: "none", system: false }, "schema"],
  [{ schema: false, tools: "forced", system: true }, "tools"],
  [{ schema: false, tools: "offered", system: true }, "json"],
  [{ schema: false, tools: "none", system: false }, "json"],
];

describe("what a server can do is found out", () => {
  test.each(rows)("%j: best asked in mode %s", async (abilities, best) => {
    upstream.answer = able(abilities);
    const findings = await examined(upstream.baseUrl, { mode: "auto" });
    const found = new Map(findings.map((finding) => [finding.check, finding]));
    expect(findings.every(({ ok }) => ok)).toBe(true);
    expect(found.get("schema")?.found.includes("not")).toBe(!abilities.schema);
    expect(found.get("system")?.found.includes("not")).toBe(!abilities.system);
    expect(found.get("tools")?.found).toContain(
      { forced: "whenever", offered: "where one fits", none: "not called" }[abilities.tools],
    );
    expect(found.get("mode")?.found).toContain(`"${best}" is best`);
  });

  test("also of one that refuses schemas and functions outright", async () => {
    const able = (asked: { response_format?: unknown; tools?: unknown }) => !asked.response_format && !asked.tools;
    const refused = () => Response.json({ error: "this model has none of that" }, { status: 400 });
    upstream.answer = (asked) => (able(asked) ? said("banana") : refused());
    const findings = await examined(upstream.baseUrl, { mode: "auto" });
    expect(findings.at(-1)).toMatchObject({ ok: true, found: expect.stringContaining('"json" is best') });
    // A server may be one of the backends, too: its settings are not those under [model].
    expect((await examined(upstream.baseUrl, { mode: "schema" })).at(-1)).toMatchObject({
      ok: false,
      advice: 'set its mode to "json" or "auto" in the settings',
    });
  });

  test("whether answers come in events", async () => {
    const events = ['{"choices":[{"delta":{"content":"Hel"}}]}', '{"choices":[]}', "[DONE]"];
    const streaming = () => new Response(events.map((event) => `data: ${event}\n\n`).join(""));
    const refusing = () => Response.json({ error: "no streams here" }, { status: 400 });
    const puzzled = () => new Response("data: what?\n\n");
    for (const [answer, found] of [
      [streaming, "answers come in events where that is asked for"],
      [refusing, "answers come whole, also where events are asked for"],
      [puzzled, "answers come whole, also where events are asked for"],
      [() => error(500), "whether answers can come in events is not known"],
    ] as const) {
      upstream.answer = (asked) => (asked.stream ? answer() : said("banana"));
      const findings = await examined(upstream.baseUrl);
      expect(findings.find(({ check }) => check === "streaming")).toMatchObject({ ok: true, found });
    }
  });

  const shown = (parameters: string) => ({
    "/api/ps": { models: [] },
    "/api/show": { parameters, model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 } },
  });
  const rowsOfFacts: readonly (readonly [string, FaultServer["facts"], string])[] = [
    [
      "vLLM",
      {
        "/v1/models": {
          data: [
            { id: "other", max_model_len: 1 },
            { id: "faulty", max_model_len: 8_192 },
          ],
        },
      },
      "8192 tokens",
    ],
    ["one model by another name", { "/v1/models": { data: [{ id: "alias", context_length: 2_048 }] } }, "2048 tokens"],
    [
      "llama.cpp",
      {
        "/v1/models": { data: [{ id: "x", meta: { n_ctx_train: 131_072 } }] },
        "/props": { default_generation_settings: { n_ctx: 4_096 } },
      },
      "4096 tokens",
    ],
    ["Ollama, loaded", { "/api/ps": { models: [{ name: "faulty", context_length: 16_384 }] } }, "16384 tokens"],
    ["Ollama, by its file", shown("temperature 1\nnum_ctx 12288"), "12288 tokens"],
    ["Ollama, as it was trained", shown("temperature 1"), "40960 tokens"],
    [
      "a server that answers nonsense",
      { "/v1/models": { data: [{ id: "faulty", max_model_len: "many" }] }, "/props": [] },
      "the server does not say its maximum",
    ],
    ["a server that says nothing", {}, "the server does not say its maximum"],
  ];
  test.each(rowsOfFacts)("how much it can read: %s", async (_, facts, found) => {
    upstream.answer = () => said("banana");
    upstream.facts = facts;
    const findings = await examined(upstream.baseUrl);
    expect(findings.find(({ check }) => check === "context")).toMatchObject({ ok: true, found });
    // Nobody fills a server to find out.
    const lengths = upstream.asked.map(({ messages }) => JSON.stringify(messages).length);
    expect(Math.max(...lengths)).toBeLessThan(500);
  });

  test("what one does not answer in time leaves the other known", async () => {
    upstream.answer = (asked) => (asked.stream ? Bun.sleep(20_000).then(() => said("late")) : said("banana"));
    upstream.facts = { "/v1/models": { data: [{ id: "faulty", max_model_len: 8_192 }] } };
    const findings = await examined(upstream.baseUrl, { timeoutMs: 500 });
    const found = new Map(findings.map(({ check, found }) => [check, found]));
    expect(found.get("context")).toBe("8192 tokens");
    expect(found.get("streaming")).toContain("not known");
  });

  test("and a mode in the settings that it is not honest in is a finding", async () => {
    upstream.answer = able({ schema: false, tools: "offered", system: true });
    for (const [mode, ok] of [
      ["schema", false],
      ["tools", false],
      ["json", true],
    ] as const) {
      const findings = await examined(upstream.baseUrl, { mode });
      expect({ mode, ok: findings.at(-1)?.ok }).toEqual({ mode, ok });
    }
  });

  test("and so is one that cannot be asked", async () => {
    upstream.answer = () => Response.json({ error: { message: "no such model" } }, { status: 404 });
    const [finding] = await examined(upstream.baseUrl);
    expect(finding).toMatchObject({ check: "server", ok: false });
    expect(finding?.found).toContain("no such model");
  });
});

describe("mode auto", () => {
  test.each(rows)("%j: asks in mode %s", async (abilities, best) => {
    upstream.answer = able(abilities);
    const said: string[] = [];
    const model = served(upstream.baseUrl, { mode: "auto", log: (line) => void said.push(line) });
    expect(await asked(model, said)).toBe(best);
  });

  test("asks by schema while nothing is known, and the questions of a server that fails are not repeated at once", async () => {
    upstream.answer = () => new Response("", { status: 500 });
    const model = served(upstream.baseUrl, { mode: "auto" });
    await model.ready();
    while (upstream.asked.length === 0) await Bun.sleep(5);
    upstream.answer = able({ schema: false, tools: "forced", system: true });
    await Bun.sleep(20);
    expect(await model.call(asking("hi"), signal())).toMatchObject({ tool: null });
    expect(upstream.asked).toHaveLength(2);
    expect(upstream.asked[1]?.response_format).toBeDefined();
  });

  /** The mode of a question that is asked when all is found out, which the log says. */
  async function asked(model: ReturnType<typeof served>, said: readonly string[]): Promise<string> {
    await model.ready();
    const isReal = ({ messages }: FaultServer["asked"][number]) => messages.at(-1)?.content.includes("<request>");
    while (!said.some((line) => line.includes("is asked in mode"))) await Bun.sleep(5);
    await model.call(asking("hi"), signal());
    const last = upstream.asked.findLast(isReal);
    return last?.tools ? "tools" : last?.response_format ? "schema" : "json";
  }
});
