/** Finding out what a model server can do, and asking it accordingly. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { examineServedModel, type ServedModelOptions } from "#models/language/index.ts";
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
  return examineServedModel(server, server);
};

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
    const model = served(upstream.baseUrl, { mode: "auto" });
    const logged = await asked(model);
    expect(logged).toBe(best);
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

  /** The mode of a question that is asked when all is found out. */
  async function asked(model: ReturnType<typeof served>): Promise<string> {
    await model.ready();
    const isReal = ({ messages }: FaultServer["asked"][number]) => messages.at(-1)?.content.includes("<request>");
    while (upstream.asked.length < 3) await Bun.sleep(5);
    await Bun.sleep(50);
    await model.call(asking("hi"), signal());
    const last = upstream.asked.findLast(isReal);
    return last?.tools ? "tools" : last?.response_format ? "schema" : "json";
  }
});
