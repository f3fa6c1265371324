/** Bodies that nobody sends in good faith, to the executable: none fails it, none reaches out of it, none outgrows it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { ensureExecutable } from "./kit.ts";
import { expectDecent, openVictim, type Reply, type Victim } from "./victim.ts";

/** It starts with about 350, most of it the model. */
const RESIDENT_MIB_MAX = 900;
/** What one request may take, however it was made to be slow. */
const REQUEST_MS_MAX = 5_000;
/** A set of 500 classes that the model has never seen: about 10 ms for each, while others are served beside. */
const LARGEST_SET_MS_MAX = 30_000;

let victim: Victim;
beforeAll(async () => {
  ensureExecutable();
  victim = await openVictim();
}, 180_000);
afterAll(async () => {
  const memory = victim.residentMibMax();
  await victim.expectAlive();
  const complaints = victim.server
    .output()
    .split("\n")
    .filter((line) => line.includes("internal_error"));
  await victim.close();
  expect(complaints).toEqual([]);
  expect(memory).toBeLessThan(RESIDENT_MIB_MAX);
});

async function attack(
  method: string,
  path: string,
  body?: unknown,
  headers = {},
  msMax = REQUEST_MS_MAX,
): Promise<Reply> {
  const startedAt = performance.now();
  const reply = await victim.send(method, path, body, headers);
  expectDecent(reply);
  const tookMs = performance.now() - startedAt;
  if (tookMs > msMax) throw new Error(`${method} ${path} took ${tookMs} ms: ${reply.text.slice(0, 200)}`);
  return reply;
}

const tool = (parameters: unknown, name = "set_lamp") => ({ name, description: "Switches a lamp", parameters });
const quick = (parameters: unknown, query = "switch on the lamp") => ({ query, tools: [tool(parameters)] });
const said = (synonyms: unknown) => ({
  type: "object",
  properties: { room: { type: "string", "x-synonyms": synonyms } },
});
const toolset = (signature: string, parameters: unknown) => ({ signature, name: "Lamps", tools: [tool(parameters)] });

/** Every route that reads a body. */
const READERS = [
  "/v1/auth",
  "/v1/toolsets",
  "/v1/classification-sets",
  "/v1/resolve",
  "/v1/resolve-quick",
  "/v1/resolve-respond",
  "/v1/classify",
  "/v1/batch",
  "/v1/banks",
  "/v1/personas",
  "/v1/value-lists",
  "/v1/feedback",
  "/v1/toolsets/lamps-v1/test",
  "/v1/classification-sets/moods-v1/test",
] as const;

const NOT_OURS: readonly (readonly [name: string, body: string | Uint8Array])[] = [
  ["arrays 100,000 deep", "[".repeat(100_000) + "]".repeat(100_000)],
  ["objects 100,000 deep", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ["an unclosed million of brackets", "[".repeat(1_000_000)],
  ["a number that is infinite", '{"query":1e999}'],
  ["a number of 100,000 digits", `{"query":${"9".repeat(100_000)}}`],
  ["a number of 100,000 places", `{"query":0.${"0".repeat(100_000)}1}`],
  ["half of a surrogate pair", '{"query":"\\ud800"}'],
  ["half of a surrogate pair in a name", '{"\\udfff":1}'],
  ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", new Uint8Array(Buffer.from('\ufeff{"query":"x"}', "utf16le"))],
  ["an overlong UTF-8 NUL", new Uint8Array([0x22, 0xc0, 0x80, 0x22])],
  ["NUL bytes", '{"query":"\0"}'],
  ["nothing", ""],
  ["white space", " ".repeat(100_000)],
  ["a prototype", '{"__proto__":{"admin":true},"query":"x"}'],
  ["a constructor", '{"constructor":{"prototype":{"admin":true}},"query":"x"}'],
  ["20,000 unknown names", `{${Array.from({ length: 20_000 }, (_, n) => `"n${n}":${n}`).join(",")}}`],
  ["a name of 500,000 characters", `{"${"n".repeat(500_000)}":1}`],
  ["comments and trailing commas", '{"query":"x",/* */}'],
  ["NaN", '{"query":NaN}'],
  ["a million of lines before it breaks", `[${"1,\n".repeat(330_000)}]`],
  ["a word of a million letters", `{"query":${"w".repeat(1_000_000)}}`],
  ["a text of a million signs without an end", `{"query":"${"\\n".repeat(500_000)}`],
];

describe("an alias", () => {
  test.each([
    ["between 20,000 sets", { split: Array.from({ length: 20_000 }, (_, n) => ({ signature: `v${n}`, percent: 0 })) }],
    ["for a name of a million characters", { signature: "v".repeat(1_000_000) }],
    ["of an infinite share", '{"split":[{"signature":"a","percent":1e999},{"signature":"b","percent":-1e999}]}'],
    ["with 50,000 unknown fields", Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`n${n}`, n]))],
    ["100,000 deep", `{"split":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ])("%s is refused", async (_, body) => {
    expect((await attack("PUT", "/v1/aliases/lamps-live", body)).status).toBe(400);
  });

  test.each(["a".repeat(5_000), "%00", "%ff", "a%2Fb", "..%2f..", "%E2%80%AE", "__proto__"])(
    "called %s is refused",
    async (name) => {
      const { status } = await attack("PUT", `/v1/aliases/${name}`, { signature: "lamps-v1" });
      expect([400, 404, 414]).toContain(status);
    },
  );

  test.each(["c".repeat(1_000_000), "\u0000", "e\u0301".repeat(100) + "\u0301".repeat(10_000), "\ud800"])(
    "is not asked by a caller that is no name",
    async (caller) => {
      const body = { query: "switch on the lamp", toolsets: ["lamps-v1"], caller };
      expect((await attack("POST", "/v1/resolve", body)).status).toBe(400);
    },
  );
});

describe("a body that is", () => {
  test.each(NOT_OURS)("%s is refused on every route", async (_, body) => {
    for (const path of READERS) {
      const { status } = await attack("POST", path, body);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });

  test("a gzip bomb is refused unopened", async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    const before = victim.residentMib();
    for (const encoding of ["gzip", "GZIP", "deflate", "br", "zstd", "gzip, identity", "x-gzip"]) {
      const reply = await attack("POST", "/v1/resolve-quick", new Uint8Array(bomb), { "Content-Encoding": encoding });
      expect(JSON.parse(reply.text).error).toBe("bad_request");
    }
    // Sent as if it were JSON.
    expect((await attack("POST", "/v1/resolve-quick", new Uint8Array(bomb))).status).toBe(400);
    expect(victim.residentMib() - before).toBeLessThan(150);
  });

  test("full of duplicate names counts as the last of each", async () => {
    const body =
      '{"query":"weather","query":"switch on the lamp","tools":[],"tools":[{"name":"a","description":"lamp"}]}';
    expect((await attack("POST", "/v1/resolve-quick", body)).status).toBe(200);
    const names = `{${Array.from({ length: 50_000 }, () => '"query":"x"').join(",")}}`;
    expect((await attack("POST", "/v1/resolve-quick", names)).status).toBe(400);
  });
});

const PROTOTYPE_NAMES = ["constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "__defineGetter__"];

describe("a name that every object has", () => {
  test.each(PROTOTYPE_NAMES)("%s is a parameter, a tool and a label like any other", async (name) => {
    const parameters = { type: "object", properties: { [name]: { type: "integer" } }, required: [name] };
    const reply = await attack("POST", "/v1/resolve-quick", {
      query: `set the lamp ${name} to 7`,
      tools: [tool(parameters, name)],
    });
    expect(reply.status).toBe(200);
    expect([name, "none"]).toContain(JSON.parse(reply.text).resolved.tool);
    const { status, text } = await attack("POST", "/v1/resolve-quick", {
      query: "switch on the lamp",
      tools: [tool({ type: "object", properties: {}, required: [name] })],
    });
    expect(status).toBe(200);
    // Not given, so missing: what every object inherits is no value.
    expect(JSON.parse(text).resolved.parameters).toEqual({});
    const classes = [{ label: name, description: "lamps" }, { label: "other" }];
    expect((await attack("POST", "/v1/classify", { data: "the lamp", classes })).status).toBe(200);
    for (const path of ["toolsets", "classification-sets", "banks", "personas"]) {
      expect((await attack("GET", `/v1/${path}/${name}`)).status).toBe(404);
    }
    const created = await attack("POST", "/v1/toolsets", toolset(name, parameters));
    // Names with underscores in front are no signatures.
    expect(created.status).toBe(name.startsWith("_") ? 400 : 201);
  });

  test("__proto__ is refused wherever it stands, and changes nothing for anybody", async () => {
    const poison = '{"__proto__":{"type":"object","polluted":true}}';
    const bodies = [
      `{"query":"x","tools":[{"name":"a","description":"b","parameters":${poison}}]}`,
      `{"query":"x","tools":[{"name":"a","description":"b","parameters":{"properties":${poison}}}]}`,
      '{"query":"x","tools":[{"name":"__proto__","description":"b"}]}',
    ];
    for (const [index, body] of bodies.entries()) {
      expect((await attack("POST", "/v1/resolve-quick", body)).status).toBe(index === 2 ? 200 : 400);
    }
    const escaped = '{"query":"x","\\u005f_proto__":{}}';
    expect((await attack("POST", "/v1/resolve-quick", escaped)).status).toBe(400);
    await victim.expectAlive();
  });
});

describe("text", () => {
  const ODD: readonly (readonly [name: string, text: string])[] = [
    ["zero-width characters", "sw\u200bitch\u200d on\ufeff the lamp"],
    ["only zero-width characters", "\u200b\u200d\u2060\ufeff"],
    ["right-to-left overrides", "\u202eswitch on the lamp\u202c \u2066\u2067\u2069"],
    ["Hebrew and Arabic", "הדלק את המנורה أشعل المصباح"],
    ["a tower of combining marks", `lamp${"\u0301".repeat(490)}`],
    ["astral characters and joined emoji", "👩‍👩‍👧‍👦💡 𝓵𝓪𝓶𝓹 \u{e0041}\u{10ffff}"],
    ["non-characters", "lamp \ufffe\uffff \ufdd0"],
    ["lines of another kind", "lamp\u2028on\u2029now\u0085"],
    ["compatibility forms", "ﷺ ﬀ ½ Ⅷ ㎏ ｌａｍｐ"],
    ["quotes and escapes", `'";--\\ \${x} {{x}} <script>alert(1)</script> %s %00`],
    ["numbers of every script", "lamp ٣ 三 ३ ⅓ 1e999 0x1f 99999999999999999999999999 -0 ∞"],
  ];

  test.each(ODD)("of %s is read everywhere text is", async (_, text) => {
    const parameters = { type: "object", properties: { [text]: { type: "number", description: text } } };
    const classes = [{ label: text.slice(0, 60).trim() || "x", description: text, examples: [text] }, { label: "b" }];
    const tools = [{ name: "lamp", description: text, parameters, examples: [text] }];
    await attack("POST", "/v1/resolve-quick", {
      query: text,
      tools,
      context: text,
      history: [{ tool: text, query: text }],
    });
    await attack("POST", "/v1/classify", { data: text, classes, enable_extraction: true });
    await attack("POST", "/v1/resolve", { query: text, toolsets: ["alive-v1"] });
    await attack("POST", "/v1/resolve-respond", { query: text, toolsets: ["alive-v1"], persona: text });
    await attack("POST", "/v1/toolsets", { ...toolset("odd-v1", parameters), name: text });
    await attack("POST", "/v1/personas", { name: text, instructions: text, language: text });
    await attack("POST", "/v1/banks", { name: text, description: text });
    await attack("GET", `/v1/personas/${encodeURIComponent(text)}`);
    await attack("DELETE", "/v1/toolsets/odd-v1");
  });

  test("is no signature unless it is plain letters, digits and three marks", async () => {
    for (const signature of ["é-v1", "ａ-v1", "a\u200b-v1", "\u202ea", "a\0b", "a/b", "..", "", "𝓪-v1", "a b", "-a"]) {
      expect((await attack("POST", "/v1/toolsets", toolset(signature, {}))).status).toBe(400);
      expect((await attack("GET", `/v1/toolsets/${encodeURIComponent(signature)}`)).status).not.toBe(500);
    }
    for (const path of ["%", "%00", "%ff", "%2e%2e%2f", "a%2fb", "%F0%9F%92%A1"]) {
      expect((await attack("GET", `/v1/toolsets/${path}`)).status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe("a JSON Schema", () => {
  const ofString = (schema: object) => ({ type: "object", properties: { room: { type: "string", ...schema } } });
  const EXPLOSIVE = ["^(a+)+$", "(a|a)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*x", "(x+x+)+y", "^(a?){50}a{50}$"];
  const fuse = `room "${"a".repeat(400)}!"`;

  test.each(EXPLOSIVE)("with the pattern %s takes no longer than another", async (pattern) => {
    await attack("POST", "/v1/resolve-quick", quick(ofString({ pattern }), fuse));
    const keyed = { type: "object", patternProperties: { [pattern]: {} }, properties: { ["a".repeat(200)]: {} } };
    await attack("POST", "/v1/resolve-quick", quick(keyed, fuse));
    const withDefault = ofString({ pattern, default: `${"a".repeat(5_000)}!` });
    await attack("POST", "/v1/resolve-quick", quick(withDefault, fuse));
    const { status } = await attack("POST", "/v1/toolsets", toolset("explosive-v1", ofString({ pattern })));
    if (status === 201) {
      await attack("POST", "/v1/resolve", { query: fuse, toolsets: ["explosive-v1"] });
      await attack("DELETE", "/v1/toolsets/explosive-v1");
    }
  });

  test("of values that are all alike, or made to be slow, is listed and looked through in time", async () => {
    const lists: readonly (readonly string[])[] = [
      Array.from({ length: 4_000 }, (_, n) => `${"a".repeat(210)}${n}`),
      Array.from({ length: 20_000 }, (_, n) => `(a+)+$ .*${n}`),
      Array.from({ length: 3_000 }, (_, n) => `${"ﷺ".repeat(60)} ${n}`),
    ];
    for (const [at, values] of lists.entries()) {
      const name = `slow-${at}`;
      expect((await attack("POST", "/v1/value-lists", { name, values })).status).toBe(201);
      for (const said of ["a".repeat(256), "(a+)+$ .*7", "ﷺ".repeat(200), "\u202e…"]) {
        await attack("GET", `/v1/value-lists/${name}/nearest?limit=20&q=${encodeURIComponent(said)}`);
      }
      const listed = { type: "object", properties: { room: { type: "string", "x-values": name } } };
      await attack("POST", "/v1/resolve-quick", quick(listed, `switch on ${"a ".repeat(200)}`));
    }
    await victim.expectAlive();
  }, 60_000);

  test("that is a maze is refused or followed, in time", async () => {
    const properties = { room: { $ref: "#/properties/room" } };
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `d${level}`,
        { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
      ]),
    );
    const mazes: readonly object[] = [
      { $ref: "#" },
      { type: "object", properties },
      { type: "object", properties: { a: { $ref: "#/properties/b" }, b: { $ref: "#/properties/a" } } },
      { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] },
      { $defs: { ...doubling, d40: { type: "string" } }, properties: { room: { $ref: "#/$defs/d0" } } },
      { type: "object", properties: { room: { $dynamicRef: "#x" } } },
      { anyOf: Array.from({ length: 2_000 }, () => ({ not: { type: "object" } })) },
      { type: "object", properties: { room: { enum: Array.from({ length: 1_900 }, (_, n) => `value ${n}`) } } },
      { type: "object", properties: { n: { type: "number", multipleOf: 5e-324, minimum: -1e308, maximum: 1e308 } } },
      { type: "object", properties: { n: { type: "array", minItems: 1e15, uniqueItems: true } } },
      { type: "object", properties: { s: { type: "string", minLength: 1e15 } }, required: ["s"] },
      { type: "object", properties: { room: { enum: Array.from({ length: 50_000 }, (_, n) => `value ${n}`) } } },
      { oneOf: Array.from({ length: 1_900 }, () => ({ type: "object" })) },
      { type: "object", required: Array.from({ length: 1_900 }, (_, n) => `r${n}`) },
      { type: "object", dependentSchemas: { a: { $ref: "#" } }, if: { $ref: "#" }, unevaluatedProperties: false },
      said({ a: Array.from({ length: 1_900 }, (_, n) => `word ${n}`) }),
      said({ a: Array.from({ length: 10_000 }, (_, n) => `word ${n}`) }),
      said(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`v${n}`, [`(lamp+)+$ ${n}`, `.*.*.*${n}=`]]))),
      said({ a: ["\u202elamp", "la\u0301mp", "l\u0430mp", "ﬃ".repeat(120), "\ufdfa".repeat(128)] }),
      said({ a: ["lamp"], b: { c: "lamp" } }),
      said({ a: "lamp" }),
      { ...said({ lamp: [] }), $defs: { a: { "x-synonyms": { $ref: "#" } } } },
      Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x-keyword-${n}`, n])),
    ];
    for (const [index, maze] of mazes.entries()) {
      await attack("POST", "/v1/resolve-quick", quick(maze, "switch on the lamp in the kitchen, 5"));
      const { status } = await attack("POST", "/v1/toolsets", toolset(`maze-${index}`, maze));
      if (status === 201) await attack("POST", "/v1/resolve", { query: "the lamp", toolsets: [`maze-${index}`] });
    }
    await victim.expectAlive();
  }, 60_000);

  const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);
  const failing = { minimum: 5, multipleOf: 7, exclusiveMinimum: 5, maximum: -1, exclusiveMaximum: -1, const: 3 };

  test.each<[string, object, object]>([
    ["many rules", { allOf: many(900, failing) }, {}],
    ["references", { allOf: many(10, { $ref: "#/$defs/a" }) }, { $defs: { a: { allOf: many(900, { const: 2 }) } } }],
  ])("whose default breaks it, with %s for each of many items, is not checked for long", async (_, items, $defs) => {
    const properties = { numbers: { type: "array", default: many(900, 1), items } };
    const maze = { type: "object", properties, ...$defs };
    const { status, text } = await attack("POST", "/v1/resolve-quick", quick(maze));
    expect(status).toBe(400);
    expect(text).toContain("takes too long to check a value against");
  });

  test("that points elsewhere is refused, and nobody is asked for it", async () => {
    let asked = 0;
    const elsewhere = createServer((_, response) => {
      asked += 1;
      response.end("{}");
    });
    elsewhere.on("connection", () => {
      asked += 1;
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const pointers: readonly object[] = [
      { $ref: `${base}/schema.json` },
      { type: "object", properties: { room: { $ref: `${base}/schema.json#/x` } } },
      { $dynamicRef: `${base}/schema.json` },
      { $recursiveRef: `${base}/schema.json` },
      { $id: `${base}/`, type: "object", properties: { room: { $ref: "other.json" } } },
      { $ref: "file:///etc/passwd" },
      { type: "object", properties: { room: { $ref: "//127.0.0.1/x" } } },
    ];
    for (const parameters of pointers) {
      const fetched = await attack("POST", "/v1/resolve-quick", quick(parameters));
      expect({ parameters, status: fetched.status }).toEqual({ parameters, status: 400 });
      expect(JSON.parse(fetched.text).error).toBe("validation_error");
      expect((await attack("POST", "/v1/toolsets", toolset("elsewhere-v1", parameters))).status).toBe(400);
    }
    // Of another draft, read as ours.
    const other = await attack("POST", "/v1/resolve-quick", quick({ $schema: `${base}/draft`, type: "object" }));
    expect(other.status).toBe(200);
    elsewhere.close();
    expect(asked).toBe(0);
  });
});

describe("sets as large as they may be", () => {
  test("are taken, learned beside everything else, and let go of", async () => {
    const phrase = (label: number, example: number) => `${label} ${example} wants a lamp `.repeat(30).slice(0, 500);
    // 500 × 50 at 500 characters each are refused for their size; so many of the longest are not.
    const examplesOf = (label: number) => Array.from({ length: 4 }, (_, example) => phrase(label, example));
    const classes = Array.from({ length: 500 }, (_, label) => ({
      label: `class ${label}`,
      examples: examplesOf(label),
    }));
    const largest = { signature: "largest-v1", name: "Largest", classes };
    const full = classes.map(({ label }) => ({
      label,
      examples: Array.from({ length: 50 }, (_, example) => phrase(0, example)),
    }));
    expect((await attack("POST", "/v1/classification-sets", { ...largest, classes: full })).status).toBe(413);
    const { status, text } = await attack("POST", "/v1/classification-sets", largest);
    expect(status).toBe(201);
    expect(JSON.parse(text).learning.total).toBe(2_000);
    await victim.expectAlive();
    const data = "lamp. ".repeat(660);
    const labels = { data, classification_set: "largest-v1" };
    const labelling = attack("POST", "/v1/classify", labels, {}, LARGEST_SET_MS_MAX);
    await victim.expectAlive();
    await labelling;
    const short = Array.from({ length: 500 }, (_, label) => ({
      label: `class ${label}`,
      examples: Array.from({ length: 50 }, (_, example) => `lamp ${label} ${example}`),
    }));
    expect((await attack("PUT", "/v1/classification-sets/largest-v1", { name: "Short", classes: short })).status).toBe(
      200,
    );
    await victim.expectAlive();
    expect((await attack("DELETE", "/v1/classification-sets/largest-v1")).status).toBe(204);
    await victim.expectAlive();
    const tools = Array.from({ length: 128 }, (_, n) => ({ ...tool({}, `tool_${n}`), description: "d".repeat(2_048) }));
    await attack("POST", "/v1/resolve-quick", { query: "q".repeat(500), tools });
  }, 60_000);
});

describe("sets that are linted", () => {
  const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
  const named = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${"a".repeat(20)}${at}`, value]));
  const deep = (depth: number): object =>
    depth === 0 ? { type: "string" } : object({ "~/\u001b[2J": deep(depth - 1) });
  const HOSTILE: readonly (readonly [name: string, tools: readonly object[]])[] = [
    [
      "misspelt names without end",
      [
        tool(
          object(
            named(600, {}),
            Object.keys(named(600, 0)).map((name) => `${name}z`),
          ),
        ),
      ],
    ],
    [
      "hundreds of values that nobody says",
      [tool(object({ x: { enum: Array.from({ length: 1_900 }, (_, at) => `q${at}`) } }))],
    ],
    ["keywords that are nearly some, without end", [tool(object(named(600, { typ: 1, descripton: 2, formt: 3 })))]],
    ["formats that are nearly some", [tool(object(named(600, { type: "string", format: "date-tim" })))]],
    ["objects in objects", [tool(deep(28))]],
    [
      "a hundred and twenty-eight tools that say the same",
      Array.from({ length: 128 }, (_, at) => ({ name: `t${at}`, description: "the same" })),
    ],
    ["little words for ever", [{ ...tool({}), name: "the", description: "the of ".repeat(290) }]],
    [
      "the same sentence under every tool",
      Array.from({ length: 128 }, (_, at) => ({
        name: `t${at}`,
        description: `d${at}`,
        examples: Array(50).fill("turn it on!"),
      })),
    ],
  ];

  test.each(HOSTILE)(
    "with %s are told of in time, and not for ever",
    async (_, tools) => {
      const made = await attack("POST", "/v1/toolsets", { signature: "linted-v1", name: "Linted", tools });
      expect(made.status).toBe(201);
      expect(JSON.parse(made.text).warnings?.length ?? 0).toBeLessThanOrEqual(20);
      const linted = await attack("POST", "/v1/toolsets/linted-v1/lint", undefined, {}, LARGEST_SET_MS_MAX);
      expect(linted.status).toBe(200);
      const { findings } = JSON.parse(linted.text);
      expect(findings.length).toBeLessThanOrEqual(500);
      expect(linted.text.length).toBeLessThan(500_000);
      expect((await attack("DELETE", "/v1/toolsets/linted-v1")).status).toBe(204);
    },
    60_000,
  );

  test("and are as large as they may be are compared as far as there is time, beside everything else", async () => {
    const classes = Array.from({ length: 500 }, (_, label) => ({
      label: `class ${label}`,
      examples: Array.from({ length: 4 }, (_, at) => `${label} ${at} wants a lamp `.repeat(30).slice(0, 480)),
    }));
    const largest = { signature: "linted-v1", name: "Largest", classes };
    expect((await attack("POST", "/v1/classification-sets", largest)).status).toBe(201);
    const linting = attack("POST", "/v1/classification-sets/linted-v1/lint", undefined, {}, LARGEST_SET_MS_MAX);
    for (let look = 0; look < 5; look += 1) {
      await victim.expectAlive();
      await Bun.sleep(1_000);
    }
    const { status, text } = await linting;
    expect(status).toBe(200);
    const { compared } = JSON.parse(text);
    // How many there was time for depends on what else the machine has to do.
    expect(compared.of).toBe(2_500);
    expect(compared.texts).toBeLessThanOrEqual(2_500);
    expect((await attack("DELETE", "/v1/classification-sets/linted-v1")).status).toBe(204);
  }, 90_000);
});
