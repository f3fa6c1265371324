import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { preparedSchema } from "#core/schema/json-schema.ts";
import { read, told, toolsOf } from "./reading.ts";

const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const tool = { name: "get_weather", description: "Tells the weather", parameters: city };
const { name, description } = tool;

describe("a list of tools is told by its shape", () => {
  test.each([
    ["OpenAI, nested", [{ type: "function", function: tool }], 'OpenAI tools, each under "function"'],
    ["OpenAI, flat", [{ type: "function", ...tool }], "OpenAI tools, flat"],
    ["OpenAI's older functions", { functions: [tool] }, "OpenAI tools, flat"],
    [
      "a whole request to OpenAI",
      { tools: [{ type: "function", function: tool }] },
      'OpenAI tools, each under "function"',
    ],
    ["Anthropic", [{ name, description, input_schema: city }], "Anthropic tools (input_schema)"],
    [
      "a whole request to Anthropic",
      { tools: [{ name, description, input_schema: city }] },
      "Anthropic tools (input_schema)",
    ],
    ["MCP", { tools: [{ name, description, inputSchema: city }] }, "an MCP tools/list result (inputSchema)"],
    [
      "MCP, the whole JSON-RPC answer",
      { jsonrpc: "2.0", id: 1, result: { tools: [{ name, description, inputSchema: city }] } },
      "an MCP tools/list result (inputSchema)",
    ],
  ])("%s", (_, document, called) => {
    const reading = read(document);
    expect(reading.called).toBe(called);
    expect(reading.resources).toEqual([
      { signature: "things-v1", name: "things", tools: [tool], require_evidence: false },
    ]);
    expect(told(reading)).toEqual(["kept get_weather: tool 1"]);
  });

  test.each([
    [
      "an OpenAI assistant",
      { name: "A", tools: [{ type: "function", function: tool }] },
      'OpenAI tools, each under "function"',
    ],
    ["a session's tools", { name: "A", tools: [{ type: "function", ...tool }] }, "OpenAI tools, flat"],
    [
      "a manifest of an MCP server",
      { name: "A", tools: [{ name, description, inputSchema: city }] },
      "an MCP tools/list result (inputSchema)",
    ],
    ["one of our own", { name: "A", signature: "a-v1", tools: [tool] }, "Dragoman's own JSON"],
  ])("%s, though it has a name as our own sets have", (_, document, called) => {
    const reading = read(document);
    expect(reading.called).toBe(called);
    expect(toolsOf(reading)).toEqual([tool]);
  });

  test.each([
    ["an empty object", {}],
    ["an empty list", []],
    ["a list of texts", ["a"]],
    ["a text", "a"],
    ["settings", { server: { port: 1 } }],
  ])("%s is none of them", (_, document) => {
    expect(() => read(document)).toThrow("the file's shape is none that is known: name its format with --format");
  });
});

describe("what a tool here has no place for is dropped, and said", () => {
  test.each([
    [[{ ...tool, type: "function", strict: true }], "dropped `strict` of 1 tool: a tool here has none"],
    [
      [{ name, description, input_schema: city, cache_control: { type: "ephemeral" } }],
      "dropped `cache_control` of 1 tool: a tool here has none",
    ],
    [
      { tools: [{ name, description, inputSchema: city, outputSchema: {}, annotations: {} }] },
      "dropped `annotations` of 1 tool: a tool here has none",
    ],
    [[tool, { type: "web_search" }], 'dropped tool 2: is of the type "web_search", which its maker runs'],
    [
      [
        { name, input_schema: city },
        { type: "bash_20250124", name: "bash" },
      ],
      'dropped bash: is of the type "bash_20250124", which its maker runs',
    ],
    [{ model: "m", messages: [], tools: [{ type: "function", ...tool }] }, "dropped `messages`: is beside the tools"],
    [
      { tools: [{ name, description, inputSchema: city }], nextCursor: "x" },
      "dropped what follows `nextCursor`: the file is one page of a longer list: import the others too",
    ],
    [[tool, "x"], "dropped tool 2: is no object"],
    [[tool, { description: "nameless" }], "dropped tool 2: has no name"],
    [
      [tool, { name: "b", description: "b", parameters: { type: "string" } }],
      "dropped b: what stands under parameters describes no object",
    ],
    [
      [tool, { name: "b", description: "b", parameters: [] }],
      "dropped b: what stands under parameters is no JSON Schema",
    ],
    [
      [tool, { name: "b", description: "b", parameters: { type: "object", properties: { a: { type: "strnig" } } } }],
      /^dropped b: its parameters: #\/properties\/a\/type is "strnig"/,
    ],
    [
      [
        tool,
        { name: "b", description: "b", parameters: { type: "object", properties: { a: { $ref: "other.json" } } } },
      ],
      /^dropped b: its parameters .*other\.json/,
    ],
  ])("%#", (document, line) => {
    const reading = read(document);
    expect(toolsOf(reading).map((one) => one.name)).toEqual(["get_weather"]);
    expect(told(reading)).toContainEqual(typeof line === "string" ? line : expect.stringMatching(line));
  });

  test("a file without a tool that can be used is refused, and says why", () => {
    expect(() => read([{ name: "b", description: "", parameters: { type: "string" } }])).toThrow(
      "the file has no tool that can be used; b: what stands under parameters describes no object",
    );
  });
});

describe("what is mended is said", () => {
  test("names", () => {
    const reading = read([{ name: "get weather" }, { name: "none" }, { name: "get_weather" }, { name: "get_weather" }]);
    expect(toolsOf(reading).map((one) => one.name)).toEqual([
      "get_weather_2",
      "none_2",
      "get_weather",
      "get_weather_3",
    ]);
    expect(told(reading).filter((line) => line.startsWith("renamed"))).toEqual([
      "renamed get weather: get_weather_2: a tool's name has 1–128 letters, digits and '_.:/-'",
      'renamed none: none_2: "none" is the answer that no tool fits',
      "renamed get_weather: get_weather_3: another tool has that name",
    ]);
  });

  test("descriptions: a title stands in, too long a one is cut, none is said", () => {
    const reading = read({
      tools: [
        { name: "a", title: "A title", inputSchema: city },
        { name: "b", description: "x".repeat(3_000), inputSchema: city },
        { name: "c", inputSchema: city },
        { name: "d", description: "be\u0007ll\u0000", inputSchema: city },
      ],
    });
    const [titled, long, bare, bell] = toolsOf(reading);
    expect(titled?.description).toBe("A title");
    expect(long?.description).toBe(`${"x".repeat(2_047)}…`);
    expect(bare?.description).toBe("");
    expect(bell?.description).toBe("bell");
    expect(told(reading)).toContain("changed b: its description is cut to 2048 characters");
    expect(told(reading)).toContain("changed c: has no description: a sentence on what it is for makes answers better");
  });

  test("patterns that this server's engine does not know go; the tool stays", () => {
    const zip = {
      type: "object",
      properties: { zip: { type: "string", pattern: "^(?!0)\\d+$" }, id: { type: "string", pattern: "^a" } },
    };
    const reading = read([{ name: "a", description: "a", parameters: zip }]);
    expect(toolsOf(reading)[0]?.parameters).toEqual({
      type: "object",
      properties: { zip: { type: "string" }, id: { type: "string", pattern: "^a" } },
    });
    expect(told(reading)).toContain(
      "changed a: without the pattern ^(?!0)\\d+$: lookaround and back-references are not supported",
    );
  });
});

describe("schemas of older drafts are read as what they mean", () => {
  const modern = (schema: object): JsonObject => {
    const parameters = { type: "object", properties: { x: schema } };
    const [kept] = toolsOf(read([{ name: "a", description: "a", parameters }]));
    const properties = kept?.parameters?.properties as { readonly x: JsonObject } | undefined;
    return properties?.x ?? {};
  };

  test.each([
    [{ type: "integer", minimum: 1, exclusiveMinimum: true }, { type: "integer", exclusiveMinimum: 1 }, [2], [1, 0]],
    [{ type: "integer", minimum: 1, exclusiveMinimum: false }, { type: "integer", minimum: 1 }, [1], [0]],
    [{ type: "integer", exclusiveMinimum: true }, { type: "integer" }, [0], ["a"]],
    [{ type: "number", maximum: 9, exclusiveMaximum: true }, { type: "number", exclusiveMaximum: 9 }, [8], [9]],
    [{ type: "number", exclusiveMaximum: 9 }, { type: "number", exclusiveMaximum: 9 }, [8], [9]],
    [{ type: "string", nullable: true }, { type: ["string", "null"] }, ["a", null], [1]],
    [{ type: ["string", "null"], nullable: true }, { type: ["string", "null"] }, ["a", null], [1]],
    [{ type: ["string", "integer"], nullable: true }, { type: ["string", "integer", "null"] }, ["a", 1, null], [true]],
    [{ type: "string", nullable: false }, { type: "string" }, ["a"], [null]],
    [
      { type: "string", enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a", null] },
      ["a", null],
      ["b"],
    ],
    [{ enum: ["a"], nullable: true }, { enum: ["a", null] }, ["a", null], ["b"]],
    [
      { oneOf: [{ type: "string" }], nullable: true },
      { anyOf: [{ oneOf: [{ type: "string" }] }, { type: "null" }] },
      ["a", null],
      [1],
    ],
    [
      { type: "array", items: [{ type: "string" }, { type: "integer", nullable: true }], additionalItems: false },
      { type: "array", prefixItems: [{ type: "string" }, { type: ["integer", "null"] }], items: false },
      [
        ["a", 1],
        ["a", null],
      ],
      [[1], ["a", 1, 2]],
    ],
    // The words are names of properties here, and values of data: neither is a keyword.
    [
      { type: "object", properties: { nullable: { type: "string" } }, default: { nullable: true } },
      { type: "object", properties: { nullable: { type: "string" } }, default: { nullable: true } },
      [{ nullable: "a" }],
      [{ nullable: 1 }],
    ],
  ])("%j", (older, newer, fitting, unfitting) => {
    expect(modern(older)).toEqual(newer);
    const validate = preparedSchema(modern(older), "x");
    for (const value of fitting) expect(validate(value)).toEqual([]);
    for (const value of unfitting) expect(validate(value)).not.toEqual([]);
  });
});

describe("more tools than a set holds", () => {
  const many = Array.from({ length: 129 }, (_, index) => ({
    name: `${index < 9 ? "get" : "set"}_${index}`,
    description: "x",
  }));

  test("are refused with words on how to choose, and are chosen by names", () => {
    expect(() => read(many)).toThrow(
      '129 tools are chosen, and a toolset holds 128: choose with --only, by names such as "get_0" or "get*"',
    );
    const reading = read(many, { only: ["get_*", "set_100"] });
    expect(toolsOf(reading)).toHaveLength(10);
    expect(told(reading)).toContain("dropped 119 tools: not chosen by --only");
  });

  test("a name that nothing has is refused: it is misspelt", () => {
    expect(() => read(many, { only: ["get_*", "gte_1"] })).toThrow('nothing in the file is called "gte_1" (--only)');
  });

  test.each([
    ["a*c", ["abc", "ac", "abcbc"], ["ab", "bc", "acb"]],
    ["*", ["abc", ""], []],
    ["ab*ba", ["abba", "abxba"], ["aba"]],
    ["a*b*c", ["abc", "a1b2c"], ["acb"]],
    ["a.c", ["a.c"], ["abc"]],
  ])("%s", (pattern, matching, others) => {
    const names = [...matching, ...others].filter((one) => one !== "");
    const kept = toolsOf(
      read(
        names.map((one) => ({ name: one, description: "x" })),
        { only: [pattern] },
      ),
    );
    expect(kept.map((one) => one.name)).toEqual(matching.filter((one) => one !== ""));
  });
});

test("--format says it where the shape does not, and is refused where it cannot be", () => {
  const unclear = [{ name: "a", description: "a" }];
  expect(read(unclear, { format: "mcp" }).called).toBe("an MCP tools/list result (inputSchema)");
  expect(() => read(unclear, { format: "openapi" })).toThrow("the file is no OpenAPI document");
  expect(() => read(unclear, { format: "csv" })).toThrow("no CSV");
  expect(() => read({}, { format: "mcp" })).toThrow("the file has no list of tools");
});

test("a signature is needed where neither file nor title gives one", () => {
  expect(() => read([tool], { fileName: "天気" })).toThrow("the set needs a signature: name one with --signature");
  expect(read([tool], { fileName: "天気", signature: "weather-v2" }).resources[0]).toMatchObject({
    signature: "weather-v2",
    name: "天気",
  });
});

test("a document that is nested without end is refused", () => {
  let deep: unknown = {};
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(() => read(deep)).toThrow("is nested more than 200 levels deep");
});
