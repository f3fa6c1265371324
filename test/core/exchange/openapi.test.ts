import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonObject } from "#core/json.ts";
import { checkedTools } from "#core/toolset.ts";
import { openApi, read, told, toolsOf } from "./reading.ts";

const ok = { responses: { 200: { description: "fine" } } };
const query = (name: string, schema: JsonObject = { type: "string" }) => ({ name, in: "query", schema });
const json = (schema: JsonObject, beside: JsonObject = {}) => ({
  requestBody: { ...beside, content: { "application/json": { schema } } },
});
/** The parameters of the one operation, `POST /things`, with these schemas to refer to. */
const parametersOf = (operation: JsonObject, schemas: JsonObject = {}, version = "3.1.0") =>
  toolsOf(read(openApi({ "/things": { post: { ...ok, ...operation } } }, { components: { schemas } }, version)))[0]
    ?.parameters;
const tellsOf = (operation: JsonObject, schemas: JsonObject = {}) =>
  told(
    read(openApi({ "/ok": { get: ok }, "/things": { post: { ...ok, ...operation } } }, { components: { schemas } })),
  );

describe("the toolset", () => {
  test("has the document's title and description, and its signature from the title", () => {
    const document = openApi({ "/a": { get: ok } }, { info: { title: "Pet Store", description: "All about pets" } });
    const reading = read(document);
    expect(reading.called).toBe("OpenAPI 3.1.0");
    expect(reading.resources[0]).toMatchObject({
      signature: "pet-store-v1",
      name: "Pet Store",
      description: "All about pets",
    });
  });

  test("says that servers, security and webhooks are not part of it", () => {
    const beside = {
      servers: [{ url: "https://api.example" }],
      security: [{ key: [] }],
      webhooks: { changed: {} },
      components: { securitySchemes: { key: { type: "apiKey", name: "k", in: "header" } } },
    };
    expect(told(read(openApi({ "/a": { get: { ...ok, callbacks: { done: {} } }, head: ok } }, beside)))).toEqual([
      "kept get_a: GET /a",
      "changed get_a: has no description: a sentence on what it is for makes answers better",
      "dropped HEAD /a: asks about the service, not for anything that it does",
      "dropped servers: a tool says what is to be done, not where: your program makes the call",
      "dropped security: keys and tokens are your program's to send; they are no parameters",
      "dropped webhooks (1): they are calls of the service to you",
      "dropped callbacks (of 1 operation): they are calls of the service to you",
    ]);
  });

  test.each([
    [{ swagger: "2.0", paths: {} }, "the file is Swagger 2.0: convert it to OpenAPI 3 first"],
    [{ openapi: "2.5.0" }, "the file is OpenAPI 2.5.0, and only 3.x is read"],
    [openApi({}), "the file has no tool that can be used"],
  ])("is refused for %j", (document, words) => {
    expect(() => read(document)).toThrow(words);
  });

  test("a version that YAML reads as a number is one", () => {
    expect(read({ ...openApi({ "/a": { get: ok } }), openapi: 3.1 }).called).toBe("OpenAPI 3.1");
    expect(read({ ...openApi({ "/a": { get: ok } }), openapi: 3 }).called).toBe("OpenAPI 3.0");
  });

  test("of more than 128 operations is refused, and chosen by tags, paths and names", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [
        `/${index < 100 ? "pets" : "shops"}/${index}`,
        { get: { ...ok, tags: [index < 100 ? "pets" : "shops"] } },
      ]),
    );
    expect(() => read(openApi(paths))).toThrow(
      /150 tools are chosen, and a toolset holds 128: .* or by pets \(100\), shops \(50\);/,
    );
    expect(toolsOf(read(openApi(paths), { only: ["shops"] }))).toHaveLength(50);
    expect(toolsOf(read(openApi(paths), { only: ["/shops/10*", "get_pets_7"] }))).toHaveLength(11);
  });
});

describe("names", () => {
  test.each([
    ["operationId", { "/a": { get: { ...ok, operationId: "listThings" } } }, ["listThings"]],
    ["method and path without one", { "/a/{id}/b-c": { delete: ok } }, ["delete_a_id_b_c"]],
    ["the root", { "/": { get: ok } }, ["get"]],
    [
      "operationIds that collide",
      { "/a": { get: { ...ok, operationId: "x" }, put: { ...ok, operationId: "x" } } },
      ["x", "x_2"],
    ],
    [
      "an operationId that collides with another's made-up name",
      { "/a": { get: ok }, "/b": { get: { ...ok, operationId: "get_a" } } },
      ["get_a", "get_a_2"],
    ],
    ["one that is reserved", { "/a": { get: { ...ok, operationId: "none" } } }, ["none_2"]],
    ["one that has spaces", { "/a": { get: { ...ok, operationId: "List all things" } } }, ["List_all_things"]],
  ])("%s", (_, paths, names) => {
    expect(toolsOf(read(openApi(paths))).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    [{ summary: "Finds", description: "Finds a pet." }, "Finds a pet."],
    [{ summary: "Find a pet", description: "By its id." }, "Find a pet\nBy its id."],
    [{ summary: "Find a pet" }, "Find a pet"],
    [{ description: "By its id." }, "By its id."],
    [{ description: "x".repeat(5_000) }, `${"x".repeat(2_047)}…`],
  ])("the description of %#", (words, description) => {
    expect(toolsOf(read(openApi({ "/a": { get: { ...ok, ...words } } })))[0]?.description).toBe(description);
  });
});

describe("parameters", () => {
  test("come from path, query and a body that is a plain object; path ones are always required", () => {
    const item = {
      parameters: [{ name: "shop", in: "path", required: true, schema: { type: "string" }, description: "Which shop" }],
      post: {
        ...ok,
        parameters: [
          { ...query("dry", { type: "boolean" }) },
          { ...query("page", { type: "integer" }), required: true },
        ],
        ...json({
          type: "object",
          properties: { name: { type: "string" }, age: { type: "integer" } },
          required: ["name"],
        }),
      },
    };
    expect(toolsOf(read(openApi({ "/{shop}": item })))[0]?.parameters).toEqual({
      type: "object",
      properties: {
        shop: { type: "string", description: "Which shop" },
        dry: { type: "boolean" },
        page: { type: "integer" },
        name: { type: "string" },
        age: { type: "integer" },
      },
      required: ["shop", "page", "name"],
    });
  });

  test("an operation's own go before its path's", () => {
    const item = {
      parameters: [query("a"), query("b")],
      get: { ...ok, parameters: [query("a", { type: "integer" })] },
    };
    expect(toolsOf(read(openApi({ "/x": item })))[0]?.parameters?.properties).toEqual({
      a: { type: "integer" },
      b: { type: "string" },
    });
  });

  test("none of them: the tool takes none", () => {
    expect(parametersOf({})).toBeUndefined();
  });

  test("of one name in several places are all there, and which was renamed is said", () => {
    const operation = {
      ...ok,
      parameters: [
        query("id", { type: "boolean" }),
        { name: "id", in: "path", required: true, schema: { type: "integer" } },
      ],
      ...json({ type: "object", properties: { id: { type: "string" }, body_id: { type: "null" } }, required: ["id"] }),
    };
    const reading = read(openApi({ "/{id}": { put: operation } }));
    expect(toolsOf(reading)[0]?.parameters).toEqual({
      type: "object",
      properties: {
        id: { type: "integer" },
        query_id: { type: "boolean" },
        body_id_2: { type: "string" },
        body_id: { type: "null" },
      },
      required: ["id", "body_id_2"],
    });
    expect(told(reading)).toContain(
      "renamed id of PUT /{id}: query_id: its query has a parameter of a name that is taken",
    );
    expect(told(reading)).toContain(
      "renamed id of PUT /{id}: body_id_2: its body has a parameter of a name that is taken",
    );
  });

  test.each([
    [
      "header",
      { parameters: [{ name: "X-Trace", in: "header", schema: {} }] },
      "dropped X-Trace of POST /things: stands in the header: who makes the call sets it, not who asks for it",
    ],
    [
      "cookie",
      { parameters: [{ name: "sid", in: "cookie", schema: {} }] },
      "dropped sid of POST /things: stands in the cookie: who makes the call sets it, not who asks for it",
    ],
    [
      "form",
      { requestBody: { content: { "multipart/form-data": {}, "text/plain": {} } } },
      "dropped the body of POST /things: is multipart/form-data, and nothing says which fields it has",
    ],
    [
      "readOnly",
      json({ type: "object", properties: { id: { type: "string", readOnly: true } } }),
      "dropped id of POST /things: is read-only: the service sets it",
    ],
  ])("of a %s are dropped, and that is said; the tool stays", (_, operation, line) => {
    expect(tellsOf(operation)).toContain(line);
    expect(parametersOf(operation)).toBeUndefined();
  });

  test.each([
    ["a list", { type: "array", items: { type: "string" } }],
    ["a text", { type: "string" }],
    ["anything", {}],
    ["an object of any keys", { type: "object", additionalProperties: { type: "integer" } }],
    [
      "one of several objects",
      {
        oneOf: [
          { type: "object", properties: { a: {} } },
          { type: "object", properties: { b: {} } },
        ],
      },
    ],
    ["an object with rules across its keys", { type: "object", properties: { a: {}, b: {} }, minProperties: 1 }],
  ])("a body that is %s becomes the parameter `body`, required only when the document says so", (_, schema) => {
    expect(parametersOf(json(schema))).toEqual({ type: "object", properties: { body: schema } });
    expect(parametersOf(json(schema, { required: true }))?.required).toEqual(["body"]);
    expect(tellsOf(json(schema))).toContain(
      "changed POST /things: its body is no object with plain properties: it is the parameter `body`",
    );
  });

  test.each(["application/json; charset=utf-8", "application/vnd.api+json", "APPLICATION/JSON", "*/*"])(
    "a body of %s is one of JSON",
    (type) => {
      const schema = { type: "object", properties: { a: { type: "string" } } };
      expect(parametersOf({ requestBody: { content: { "text/plain": {}, [type]: { schema } } } })?.properties).toEqual({
        a: { type: "string" },
      });
    },
  );

  test("what a body requires is required, unless the body may be left out", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    expect(parametersOf(json(schema))?.required).toEqual(["a"]);
    expect(parametersOf(json(schema, { required: false }))?.required).toBeUndefined();
  });

  test("what many operations lose alike is one note", () => {
    const traced = { ...ok, parameters: [{ name: "X-Trace", in: "header", schema: {} }] };
    const why = "stands in the header: who makes the call sets it, not who asks for it";
    const few = told(read(openApi({ "/a": { get: traced, put: traced } })));
    expect(few).toContain(`dropped X-Trace of GET /a, PUT /a: ${why}`);
    const many = told(read(openApi({ "/a": { get: traced, put: traced }, "/b": { get: traced, put: traced } })));
    expect(many).toContain(`dropped X-Trace of 4 operations: ${why}`);
  });

  test("a parameter may have its schema under `content`", () => {
    const parameter = { name: "filter", in: "query", content: { "application/json": { schema: { type: "object" } } } };
    expect(parametersOf({ parameters: [parameter] })?.properties).toEqual({ filter: { type: "object" } });
  });
});

describe("references", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  test("inside the file are followed: parameters, bodies, path items, schemas of schemas", () => {
    const components = {
      parameters: { Page: query("page", { type: "integer" }) },
      requestBodies: { Pet: { content: { "application/json": { schema: ref("Pet") } } } },
      schemas: { Pet: { type: "object", properties: { name: ref("Name") } }, Name: { type: "string", maxLength: 9 } },
      pathItems: {
        Pets: {
          post: {
            ...ok,
            parameters: [{ $ref: "#/components/parameters/Page" }],
            requestBody: { $ref: "#/components/requestBodies/Pet" },
          },
        },
      },
    };
    const document = openApi({ "/pets": { $ref: "#/components/pathItems/Pets" } }, { components });
    expect(toolsOf(read(document))[0]?.parameters?.properties).toEqual({
      page: { type: "integer" },
      name: { type: "string", maxLength: 9 },
    });
  });

  test("with a slash, a tilde or a percent sign in a name are followed", () => {
    const schemas = { "a/b~c d": { type: "integer" } };
    const schema = { $ref: "#/components/schemas/a~1b~0c%20d" };
    expect(parametersOf({ parameters: [query("x", schema)] }, schemas)?.properties).toEqual({ x: { type: "integer" } });
  });

  test.each([
    [
      "other.yaml#/Pet",
      "dropped post_things: it refers to another file (other.yaml#/Pet): bundle the files into one first",
    ],
    [
      "https://x.example/pet.json",
      "dropped post_things: it refers to another file (https://x.example/pet.json): bundle the files into one first",
    ],
    [
      "#/components/schemas/Nowhere",
      "dropped post_things: it refers to #/components/schemas/Nowhere, which is not in the file",
    ],
    ["#Pet", 'dropped post_things: "#Pet" is no reference that can be followed'],
    ["#/__proto__", "dropped post_things: it refers to #/__proto__, which is not in the file"],
  ])("to %s: the tool is dropped, and why is said", ($ref, line) => {
    expect(tellsOf(json({ $ref }))).toContain(line);
  });

  test("that go round in a circle: the tool is dropped", () => {
    const components = {
      parameters: { A: { $ref: "#/components/parameters/B" }, B: { $ref: "#/components/parameters/A" } },
    };
    const document = openApi(
      { "/ok": { get: ok }, "/x": { get: { ...ok, parameters: [{ $ref: "#/components/parameters/A" }] } } },
      { components },
    );
    expect(told(read(document))).toContain("dropped get_x: its references go round in a circle");
  });

  test("of a schema to itself are cut where they close the circle, and that is said", () => {
    const schemas = {
      Node: {
        type: "object",
        properties: { name: { type: "string" }, children: { type: "array", items: ref("Node") } },
      },
      A: { type: "object", properties: { b: ref("B") } },
      B: { type: "object", properties: { a: ref("A") } },
    };
    expect(parametersOf(json(ref("Node")), schemas)?.properties).toEqual({
      name: { type: "string" },
      children: { type: "array", items: { type: "object" } },
    });
    expect(tellsOf(json(ref("Node")), schemas)).toContain(
      "changed POST /things: Node refers to itself: it is cut where it does, and anything may stand there",
    );
    expect(parametersOf(json(ref("A")), schemas)?.properties).toEqual({
      b: { type: "object", properties: { a: { type: "object" } } },
    });
  });

  test("that multiply beyond what a tool may have: the tool is dropped at once, not after billions of steps", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `L${level}`,
        { type: "object", properties: { a: ref(`L${level + 1}`), b: ref(`L${level + 1}`) } },
      ]),
    );
    expect(tellsOf(json(ref("L0")), { ...schemas, L40: { type: "string" } })).toContain(
      "dropped post_things: its parameters have more than 2000 parts",
    );
  });

  test("words beside a reference stand for this use of it; rules beside it count from 3.1 on", () => {
    const schemas = {
      Name: { type: "string", description: "Any name" },
      Pet: { type: "object", properties: { a: { type: "string" } } },
    };
    const worded = json({ type: "object", properties: { owner: { ...ref("Name"), description: "The owner's name" } } });
    expect(parametersOf(worded, schemas)?.properties).toEqual({
      owner: { type: "string", description: "The owner's name" },
    });
    const ruled = json({ ...ref("Pet"), required: ["a"] });
    expect(parametersOf(ruled, schemas, "3.1.0")?.required).toEqual(["a"]);
    expect(parametersOf(ruled, schemas, "3.0.3")?.required).toBeUndefined();
  });
});

describe("schemas", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const named = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

  test.each([
    [
      "plain objects become one",
      { allOf: [ref("Named"), { type: "object", properties: { age: { type: "integer" } } }] },
      { name: { type: "string" }, age: { type: "integer" } },
    ],
    [
      "of one, with words beside it, is that one",
      { properties: { owner: { allOf: [ref("Named")], description: "Who" } } },
      { owner: { ...named, description: "Who" } },
    ],
    [
      "and what stands beside it become one",
      { allOf: [ref("Named")], properties: { age: { type: "integer" } } },
      { name: { type: "string" }, age: { type: "integer" } },
    ],
    [
      "that contradict each other stay what they are",
      { allOf: [ref("Named"), { properties: { name: { type: "integer" } } }] },
      { body: { allOf: [named, { properties: { name: { type: "integer" } } }] } },
    ],
    [
      "with rules stay what they are",
      { allOf: [ref("Named"), { minProperties: 2 }] },
      { body: { allOf: [named, { minProperties: 2 }] } },
    ],
  ])("allOf: %s", (_, schema, properties) => {
    expect(parametersOf(json(schema), { Named: named })?.properties).toEqual(properties);
  });

  test.each([
    ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["nullable beside a reference", { ...ref("Named"), nullable: true }, { ...named, type: ["object", "null"] }],
    ["nullable beside allOf", { nullable: true, allOf: [ref("Named")] }, { ...named, type: ["object", "null"] }],
    [
      "exclusiveMinimum: true",
      { type: "number", minimum: 0, exclusiveMinimum: true },
      { type: "number", exclusiveMinimum: 0 },
    ],
    [
      "example, xml, discriminator and extensions",
      { type: "string", example: "a", xml: {}, "x-order": 1, discriminator: {} },
      { type: "string" },
    ],
    [
      "properties that are called like keywords",
      {
        type: "object",
        properties: { example: { type: "string" }, $ref: { type: "string" }, "x-a": { type: "string" } },
      },
      {
        type: "object",
        properties: { example: { type: "string" }, $ref: { type: "string" }, "x-a": { type: "string" } },
      },
    ],
    [
      "defaults that look like schemas",
      { type: "object", default: { example: 1, nullable: true } },
      { type: "object", default: { example: 1, nullable: true } },
    ],
  ])("%s in OpenAPI 3.0", (_, schema, read30) => {
    expect(parametersOf({ parameters: [query("x", schema)] }, { Named: named }, "3.0.3")?.properties).toEqual({
      x: read30,
    });
  });
});

test("whatever a document holds, what comes out is a toolset or a refusal in words", () => {
  const schema = fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<object>(
        {},
        { type: "string", nullable: true },
        { $ref: "#/components/schemas/A" },
        { $ref: "#/components/schemas/B" },
        { $ref: "x.json" },
        { type: "nonsense" },
        { minimum: 1, exclusiveMinimum: true },
      ),
      fc.record({
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("id", "a", "__proto__", "body"), tie("schema")),
      }),
      fc.record({ type: fc.constant("array"), items: tie("schema") }),
      fc.record({ allOf: fc.array(tie("schema"), { maxLength: 3 }) }),
    ),
  })).schema;
  const parameter = fc.record({
    name: fc.constantFrom("id", "a", "", 1),
    in: fc.constantFrom("path", "query", "header", 3),
    schema,
  });
  const operation = fc.record(
    {
      operationId: fc.constantFrom("x", "none", "a b", "", 7),
      parameters: fc.oneof(fc.array(parameter, { maxLength: 3 }), fc.constant("no list")),
      requestBody: fc.record({ content: fc.record({ "application/json": fc.record({ schema }) }) }),
      tags: fc.constantFrom(["t"], "t", [1]),
    },
    { requiredKeys: [] },
  );
  const document = fc.record({
    openapi: fc.constantFrom("3.0.0", "3.1.0"),
    paths: fc.dictionary(
      fc.constantFrom("/a", "/a/{id}", "x-y"),
      fc.dictionary(fc.constantFrom("get", "post", "head", "parameters"), fc.oneof(operation, fc.constant(null))),
    ),
    components: fc.record({ schemas: fc.record({ A: schema, B: schema }) }),
  });
  fc.assert(
    fc.property(document, (one) => {
      try {
        const tools = toolsOf(read(one));
        expect(tools.length).toBeGreaterThan(0);
        checkedTools(tools);
      } catch (failure) {
        expect(failure).toHaveProperty("code");
      }
    }),
    { numRuns: 200 },
  );
});
