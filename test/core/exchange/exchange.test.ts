import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Format, readSets } from "#core/exchange/formats.ts";
import { writeSets } from "#core/exchange/written-sets.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { openTestApp, type Tenant, type TestApp } from "../../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

interface Imported {
  readonly outcome: string;
  readonly resource: JsonObject;
}

const weather: JsonObject = {
  signature: "weather-v1",
  name: "Weather",
  description: "What the sky does",
  tools: [
    {
      name: "get_weather",
      description: "Tells the weather",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      examples: ["Will it rain in Rome?"],
    },
    { name: "stop", description: "" },
  ],
  require_evidence: true,
  min_confidence: 0.5,
};
const moods: JsonObject = {
  signature: "moods-v1",
  name: "Moods",
  classes: [{ label: "glad", description: "Is happy", examples: ["Hooray"] }, { label: "sad" }],
  enable_extraction: true,
  allow_none: false,
  backend: "embedded",
};

function bringIn({ appId }: Tenant, sets: readonly JsonValue[], existing = "refuse"): Promise<readonly Imported[]> {
  return server.app.operator.run("import", { app_id: appId, sets, existing }, "a test") as Promise<never>;
}

function takeOut({ appId }: Tenant, signature?: string): Promise<readonly JsonObject[]> {
  const args = { app_id: appId, ...(signature !== undefined && { signature }) };
  return server.app.operator.run("export", args, "a test") as Promise<never>;
}

/** What an owner means by a set: not when it was made, nor its hash. */
function meantBy({ created_at, updated_at, content_hash, ...meant }: JsonObject): JsonObject {
  return meant;
}

describe("our own JSON", () => {
  test("comes out as it went in, is free of charge, and is what the API shows", async () => {
    const owner = await server.tenant();
    const before = await owner.balance();
    const imported = await bringIn(owner, [weather, moods]);
    expect(imported.map(({ outcome }) => outcome)).toEqual(["created", "created"]);
    const exported = await takeOut(owner);
    expect(exported).toEqual(imported.map(({ resource }) => resource));
    expect(exported.map(meantBy)).toEqual([weather, moods]);
    expect(await owner.balance()).toBe(before);
    const { json } = await owner.request("GET", "/v1/toolsets/weather-v1");
    const { learning, ...shown } = json;
    expect(exported[0]).toEqual(shown);
    expect(await takeOut(owner, "moods-v1")).toEqual(exported.slice(1));
  });

  test("any sets go from one app to another and are the same there, content hashes included", async () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "é", "e\u0301", "\r\n", '"', " ", "天", "𝄞", "{"),
      minLength: 1,
      maxLength: 12,
    });
    const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
    const schema = fc.constantFrom<JsonValue>(
      { type: "object" },
      { type: "dict", properties: { b: { type: "float", default: 1.5 }, a: { type: "any" } } },
      {
        type: "object",
        properties: { a: { $ref: "#/$defs/x" } },
        $defs: { x: { type: "string", enum: ["ß", "\u2028"] } },
      },
    );
    const examples = optional(fc.array(text, { maxLength: 3 }));
    const toolset = fc.record({
      signature: fc.constantFrom("s-v1", "t-v1", "u-v1"),
      name: text,
      description: optional(text),
      tools: fc.uniqueArray(
        fc.record({
          name: fc.stringMatching(/^[a-z_.:/-]{1,5}$/),
          description: text,
          parameters: optional(schema),
          examples,
        }),
        {
          minLength: 1,
          maxLength: 4,
          selector: ({ name }) => name,
        },
      ),
      require_evidence: optional(fc.boolean()),
      min_confidence: optional(fc.double({ min: 0, max: 1, noNaN: true })),
    });
    const classificationSet = fc.record({
      signature: fc.constantFrom("s-v1", "t-v1", "u-v1"),
      name: text,
      description: optional(text),
      classes: fc.uniqueArray(fc.record({ label: text, description: optional(text), examples }), {
        minLength: 1,
        maxLength: 4,
        selector: ({ label }) => label.replace(/\r\n?/g, "\n").normalize("NFC"),
      }),
      enable_extraction: optional(fc.boolean()),
      allow_none: optional(fc.boolean()),
    });
    const bySignature = { maxLength: 3, selector: ({ signature }: { readonly signature: string }) => signature };
    const [from, to] = [await server.tenant(), await server.tenant()];
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(toolset, { minLength: 1, ...bySignature }),
        fc.uniqueArray(classificationSet, bySignature),
        async (...kinds) => {
          // As a file carries them: what is undefined is not there.
          const sets = JSON.parse(JSON.stringify(kinds.flat())) as JsonObject[];
          const imported = await bringIn(from, sets, "replace");
          for (const { resource } of imported) {
            expect(await takeOut(from, String(resource.signature))).toContainEqual(resource);
          }
          const file = JSON.parse(
            writeSets(
              imported.map(({ resource }) => resource),
              "dragoman",
            ).text,
          );
          const { resources } = readSets(
            { kind: "document", document: file },
            { format: null, signature: null, only: [], fileName: null },
          );
          const copied = await bringIn(to, resources, "replace");
          const withoutTimes = ({ resource: { created_at, updated_at, ...rest } }: Imported) => rest;
          expect(copied.map(withoutTimes)).toEqual(imported.map(withoutTimes));
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  test("of more sets than a page holds comes out whole", async () => {
    const owner = await server.tenant();
    const sets = Array.from({ length: 130 }, (_, index) => ({ ...moods, signature: `m-v${index}` }));
    await bringIn(owner, sets);
    expect((await takeOut(owner)).map(({ signature }) => signature)).toEqual(sets.map(({ signature }) => signature));
  });

  test("is read as the API gives it: one resource, a list of them, or a page of a list", async () => {
    const owner = await server.tenant();
    await bringIn(owner, [weather, moods]);
    const asked = { format: null, signature: null, only: [], fileName: null };
    for (const path of ["/v1/toolsets/weather-v1", "/v1/toolsets"]) {
      const { json } = await owner.request("GET", path);
      const { called, resources, notes } = readSets({ kind: "document", document: json }, asked);
      expect(called).toBe("Dragoman's own JSON");
      expect(resources.map(meantBy)).toEqual([weather]);
      expect(notes.map(({ action, what }) => `${action} ${what}`)).toEqual([
        'kept the toolset "weather-v1"',
        "dropped created_at, updated_at, learning",
      ]);
    }
  });
});

test("an answer to create is read as the set, whatever it warned of", async () => {
  const owner = await server.tenant();
  const nameless = { ...weather, signature: "nameless-v1", tools: [{ name: "go", description: "" }] };
  const { json } = await owner.request("POST", "/v1/toolsets", nameless);
  expect(json.warnings).toHaveLength(1);
  const asked = { format: null, signature: null, only: [], fileName: null };
  const { resources, notes } = readSets({ kind: "document", document: json }, asked);
  expect(resources.map(meantBy)).toEqual([nameless]);
  expect(notes.map(({ what }) => what)).toContain("created_at, updated_at, learning, warnings");
});

describe("an import is refused, and nothing of it is written,", () => {
  const damaged = { ...weather, signature: "b-v1", content_hash: `sha256:${"0".repeat(64)}` };
  const many = Array.from({ length: 129 }, (_, index) => ({ name: `t${index}`, description: "" }));

  test.each<[string, JsonValue[], string, string]>([
    [
      "when a content is not what its hash says",
      [moods, damaged],
      "validation_error",
      "b-v1.content_hash is not that of the tools: the file was damaged, or changed by hand",
    ],
    [
      "when a tool cannot be",
      [moods, { ...weather, tools: [{ name: "a b", description: "" }] }],
      "validation_error",
      'the toolset "weather-v1": tools.0.name: is "a b", and must be 1–128 letters',
    ],
    [
      "when a schema does not compile",
      [moods, { ...weather, tools: [{ name: "a", description: "", parameters: { type: "x" } }] }],
      "validation_error",
      'the toolset "weather-v1": tools.0.parameters: #/type is "x"',
    ],
    [
      "for more tools than a set holds",
      [moods, { ...weather, tools: many }],
      "tool_limit_reached",
      "129 tools, at most 128",
    ],
    [
      "for a label that is reserved",
      [weather, { ...moods, classes: [{ label: "none" }] }],
      "validation_error",
      "reserved",
    ],
    [
      "for a signature that cannot be",
      [moods, { ...weather, signature: "a b" }],
      "validation_error",
      'signature: is "a b", and must be 1–128 letters',
    ],
    [
      "for a field that is unknown",
      [moods, { ...weather, tool: [] }],
      "validation_error",
      "weather-v1.tool: is not a known field",
    ],
    [
      "for a field of a tool that is unknown",
      [{ ...weather, tools: [{ name: "a", description: "", input_schema: {} }] }],
      "validation_error",
      "weather-v1.tools.0.input_schema: is not a known field",
    ],
    ["for a field that is missing", [{ signature: "a-v1", tools: [] }], "bad_request", "missing field: `a-v1.name`"],
    [
      "for a field of another type",
      [{ ...moods, allow_none: "yes" }],
      "validation_error",
      'moods-v1.allow_none: is "yes", and must be a boolean',
    ],
    [
      "for examples that are no texts",
      [{ ...moods, classes: [{ label: "a", examples: [1] }] }],
      "validation_error",
      "moods-v1.classes.0.examples.0: is 1, and must be a string",
    ],
    ["for a set that is no object", ["weather-v1"], "validation_error", "sets.0: must be a set"],
    [
      "for one that is there twice",
      [moods, moods],
      "validation_error",
      'the classification set "moods-v1" is there twice',
    ],
    ["for no set at all", [], "bad_request", "there is no set to import"],
  ])("%s", async (_, sets, code, words) => {
    const owner = await server.tenant();
    const refusal = await bringIn(owner, sets).catch((failure) => failure);
    expect({ code: refusal.code, message: refusal.message }).toEqual({ code, message: expect.stringContaining(words) });
    expect(await takeOut(owner)).toEqual([]);
  });

  test("when one of its signatures is registered already, unless it may replace", async () => {
    const owner = await server.tenant();
    await bringIn(owner, [weather]);
    const before = await takeOut(owner);
    const renamed = { ...weather, name: "Other", description: undefined };
    const refusal = await bringIn(owner, [moods, renamed]).catch((failure) => failure);
    expect({ code: refusal.code, message: refusal.message }).toEqual({
      code: "conflict",
      message: 'the toolset "weather-v1" is registered already: --replace replaces what is there',
    });
    expect(await takeOut(owner)).toEqual(before);
    server.clock.advance(5_000);
    const imported = await bringIn(owner, JSON.parse(JSON.stringify([moods, renamed])), "replace");
    expect(imported.map(({ outcome }) => outcome)).toEqual(["created", "replaced"]);
    const [stored] = await takeOut(owner, "weather-v1");
    // As a PUT does: what is left out is gone, the time of creation stays.
    expect(stored).toMatchObject({ name: "Other", created_at: before[0]?.created_at });
    expect(stored).not.toHaveProperty("description");
    expect(stored?.updated_at).not.toBe(before[0]?.updated_at as string);
  });

  test("for an app that there is not, and never touches another app's sets", async () => {
    const [owner, stranger] = [await server.tenant(), await server.tenant()];
    await bringIn(owner, [weather]);
    await bringIn(stranger, [{ ...weather, name: "Mine" }], "replace");
    expect((await takeOut(owner))[0]).toMatchObject({ name: "Weather" });
    const missing = await server.app.operator
      .run("import", { app_id: "app_x", sets: [weather] }, "a test")
      .catch((failure) => failure);
    expect(missing.code).toBe("not_found");
    expect(server.app.operator.run("export", { app_id: owner.appId, signature: "nope" }, "a test")).rejects.toThrow(
      'the app has no set "nope"',
    );
  });
});

test("of two imports at the same moment, the one that comes too late says what was taken, and brings nothing", async () => {
  const owner = await server.tenant();
  const [first, second] = await Promise.allSettled([bringIn(owner, [weather]), bringIn(owner, [weather, moods])]);
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({
    status: "rejected",
    reason: {
      code: "conflict",
      message:
        'the toolset "weather-v1" was taken by somebody else a moment ago, and nothing was written: import again',
    },
  });
  expect((await takeOut(owner)).map(({ signature }) => signature)).toEqual(["weather-v1"]);
});

test("a check says what an import would do, and does nothing", async () => {
  const owner = await server.tenant();
  await bringIn(owner, [weather]);
  const before = await takeOut(owner);
  const check = (existing: string): Promise<readonly Imported[]> => {
    const args = { app_id: owner.appId, sets: [weather, moods], existing };
    return server.app.operator.run("import.check", args, "a test") as Promise<never>;
  };
  const checked = await check("replace");
  expect(checked.map(({ outcome, resource }) => [outcome, resource.content_hash])).toEqual([
    ["replaced", before[0]?.content_hash],
    ["created", expect.stringMatching(/^sha256:[0-9a-f]{64}$/)],
  ]);
  expect(check("refuse")).rejects.toThrow("is registered already");
  expect(await takeOut(owner)).toEqual(before);
});

test("what an import replaces answers at once, and what it brings is learned at once", async () => {
  const owner = await server.tenant();
  await bringIn(owner, [{ ...moods, enable_extraction: false }]);
  const ask = async () =>
    (await owner.request("POST", "/v1/classify", { data: "Hooray", classification_set: "moods-v1" })).json;
  expect((await ask()).classifications[0].label).toBe("glad");
  const swapped = { ...moods, enable_extraction: false, classes: [{ label: "merry", examples: ["Hooray"] }] };
  await bringIn(owner, [swapped], "replace");
  expect((await ask()).classifications[0].label).toBe("merry");
});

describe("sets written for others", () => {
  const resources = [{ ...weather, content_hash: `sha256:${"0".repeat(64)}` }];
  const lines = (format: Format, sets: readonly JsonObject[] = resources) =>
    writeSets(sets, format).notes.map(({ action, what, detail }) => `${action} ${what}: ${detail}`);

  test.each<[Format, JsonValue]>([
    [
      "openai",
      { type: "function", function: { name: "stop", description: "", parameters: { type: "object", properties: {} } } },
    ],
    [
      "openai-flat",
      { type: "function", name: "stop", description: "", parameters: { type: "object", properties: {} } },
    ],
    ["anthropic", { name: "stop", description: "", input_schema: { type: "object", properties: {} } }],
    ["mcp", { name: "stop", description: "", inputSchema: { type: "object", properties: {} } }],
  ])("%s: what is lost is said, and what comes back is the same tools", (format, stop) => {
    const { content, text } = writeSets(resources, format);
    const list = format === "mcp" ? (content as { readonly tools: JsonValue[] }).tools : (content as JsonValue[]);
    expect(list[1]).toEqual(stop);
    expect(JSON.parse(text)).toEqual(content);
    expect(lines(format)).toEqual([
      "kept get_weather: name, description and parameters",
      "kept stop: name, description and parameters",
      'dropped signature, name, description of the toolset "weather-v1": the format holds tools alone',
      "dropped require_evidence: the format has no place for it",
      "dropped min_confidence: the format has no place for it",
      "dropped 1 example: the format has no place for them",
    ]);
    const again = readSets(
      { kind: "document", document: content },
      { format: null, signature: "w-v1", only: [], fileName: null },
    );
    const [first] = weather.tools as readonly JsonObject[];
    const { examples, ...kept } = first ?? {};
    expect(again.resources[0]?.tools).toEqual([
      kept,
      { name: "stop", description: "", parameters: { type: "object", properties: {} } },
    ]);
  });

  test("names that others do not take are changed, and stay different", () => {
    const names = ["a.b", "a/b", "a_b", "x".repeat(100)];
    const set = { ...weather, tools: names.map((name) => ({ name, description: "" })) };
    const written = writeSets([set], "openai-flat").content as readonly { readonly name: string }[];
    expect(written.map(({ name }) => name)).toEqual(["a_b_2", "a_b_3", "a_b", "x".repeat(64)]);
    const mcp = writeSets([set], "mcp").content as { readonly tools: readonly { readonly name: string }[] };
    expect(mcp.tools.map(({ name }) => name)).toEqual(["a.b", "a_b_2", "a_b", "x".repeat(100)]);
    expect(lines("mcp", [set])).toContain(
      "renamed a/b: a_b_2: a tool's name has 1–128 letters, digits, '_', '-' and '.' there",
    );
  });

  test("csv: examples with their labels, which come back", () => {
    const { text } = writeSets([weather, moods], "csv");
    expect(text).toBe("text,label\r\nHooray,glad\r\n");
    expect(lines("csv", [weather, moods])).toEqual([
      "kept glad: 1 example",
      'dropped the toolset "weather-v1": the format holds one classification set alone',
      "dropped the description of glad: the format has no place for it",
      "dropped sad: has no examples, which are all that the format holds",
      'dropped signature, name and settings of the classification set "moods-v1": the format holds texts and labels alone',
    ]);
  });

  test.each<[Format, JsonObject[], string]>([
    ["mcp", [moods], "there is no toolset to export"],
    ["csv", [weather], "there is no classification set to export"],
    [
      "mcp",
      [weather, { ...weather, signature: "w-v2" }],
      "the format holds one toolset, and there are 2: choose with --signature (weather-v1, w-v2)",
    ],
    ["openapi", [weather], "OpenAPI is read, and not written"],
  ])("%s of %# is refused", (format, sets, words) => {
    expect(() => writeSets(sets, format)).toThrow(words);
  });
});

describe("our own JSON in a file", () => {
  const asked = { format: null, signature: null, only: [], fileName: "sets" };
  const document = [weather, moods];

  test("--only chooses sets by signature; --signature renames the one there is", () => {
    const chosen = readSets({ kind: "document", document }, { ...asked, only: ["mood*"] });
    expect(chosen.resources.map(({ signature }) => signature)).toEqual(["moods-v1"]);
    const renamed = readSets({ kind: "document", document: [weather] }, { ...asked, signature: "sky-v2" });
    expect(renamed.resources.map(({ signature }) => signature)).toEqual(["sky-v2"]);
    const { signature, ...nameless } = weather;
    expect(readSets({ kind: "document", document: nameless }, { ...asked, signature: "sky-v2" }).resources[0]).toEqual({
      ...weather,
      signature: "sky-v2",
    });
  });

  test.each<[string, JsonValue, object, string]>([
    [
      "--signature for two sets",
      document,
      { signature: "a-v1" },
      "the file has 2 sets, each with a signature of its own",
    ],
    ["--only that nothing is called", document, { only: ["mod*"] }, 'nothing in the file is called "mod*"'],
    ["an empty list", [], { format: "dragoman" }, "the file has no sets"],
    ["an empty page", { data: [], next_cursor: null }, {}, "the file has no sets"],
  ])("%s is refused", (_, file, options, words) => {
    expect(() => readSets({ kind: "document", document: file }, { ...asked, ...options })).toThrow(words);
  });
});
