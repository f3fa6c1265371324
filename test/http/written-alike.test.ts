/** Whatever stands in a field of a set: the API, when a set is created or replaced, and `import` take it for the same. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "#core/errors.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { ClassBody, ClassificationSetBody } from "#http/schemas/classification-set.ts";
import { ToolBody, ToolsetBody } from "#http/schemas/toolset.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
});
afterAll(() => server.close());

type Kind = "classification-set" | "toolset";

/** Every field that there is. */
const TOOLSET: JsonObject = {
  signature: "travel-v1",
  name: "Travel",
  description: "For trips",
  tools: [
    {
      name: "book_table",
      description: "Books a table in a restaurant of the city",
      parameters: { type: "object", properties: { city: { type: "string", description: "The city" } } },
      examples: ["A table in Rome, please"],
    },
  ],
  require_evidence: true,
  min_confidence: 0.5,
  backend: "embedded",
};
const CLASSES: JsonObject = {
  signature: "mail-v1",
  name: "Mail",
  description: "What people write",
  classes: [{ label: "refund", description: "Wants money back", examples: ["Money back, please"] }, { label: "other" }],
  enable_extraction: true,
  allow_none: true,
  backend: "embedded",
};

const GONE = Symbol("left out");
const STRANGE: readonly (JsonValue | typeof GONE)[] = [
  GONE,
  null,
  true,
  false,
  0,
  0.5,
  -1,
  2,
  "",
  " ",
  "x",
  "true",
  "0.5",
  [],
  {},
];
const STRANGE_ITEMS: readonly JsonValue[] = [[null], [1], [""], ["x", "x"], [[]], [{}], { a: 1 }];

type Path = readonly (string | number)[];

/** Schemas are told by one and the same code, and looked into by the table of mistakes. */
function pathsIn(value: JsonValue, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null || path.at(-1) === "parameters") return [path];
  const within = Object.entries(value).flatMap(([name, item]) =>
    pathsIn(item as JsonValue, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? within : [path, ...within];
}

function changed(value: JsonValue, [first, ...rest]: Path, given: JsonValue | typeof GONE): JsonValue {
  const copy = structuredClone(value) as Record<string | number, JsonValue>;
  if (first === undefined) throw new Error("no path");
  if (rest.length > 0) copy[first] = changed(copy[first] as JsonValue, rest, given);
  else if (given !== GONE) copy[first] = given;
  else if (Array.isArray(copy)) copy.splice(Number(first), 1);
  else delete copy[first];
  return copy as JsonValue;
}

/** What is kept of it, or what is said against it. */
type Taken = { readonly kept: JsonObject } | { readonly refused: string; readonly said: string };

function kept(resource: JsonObject): Taken {
  const { created_at, updated_at, learning, warnings, content_hash, ...meant } = resource;
  return { kept: meant };
}

async function created(kind: Kind, body: JsonObject): Promise<Taken> {
  const { status, json } = await owner.request("POST", `/v1/${kind}s`, body);
  if (status !== 201) return { refused: json.error, said: json.message };
  await owner.request("DELETE", `/v1/${kind}s/${encodeURIComponent(json.signature)}`);
  return kept(json);
}

async function replaced(kind: Kind, signature: string, body: JsonObject): Promise<Taken> {
  const { status, json } = await owner.request("PUT", `/v1/${kind}s/${signature}`, body);
  return status === 200 ? kept(json) : { refused: json.error, said: json.message };
}

async function imported(body: JsonObject): Promise<Taken> {
  try {
    const args = { app_id: owner.appId, sets: [body], existing: "replace" };
    const [one] = (await server.app.operator.run("import.check", args, "a test")) as { resource: JsonObject }[];
    return kept(one?.resource ?? {});
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    const said = failure.message.replaceAll(
      /travel-v1\.|mail-v1\.|sets\.0\.|^the (toolset|classification set) ".*?": /g,
      "",
    );
    return { refused: failure.code, said };
  }
}

describe.each<[Kind, JsonObject, readonly object[]]>([
  ["toolset", TOOLSET, [ToolsetBody.properties, ToolBody.properties]],
  ["classification-set", CLASSES, [ClassificationSetBody.properties, ClassBody.properties]],
])("a %s", (kind, whole, schemas) => {
  test("is tried with every field that there is", () => {
    const tried = new Set(pathsIn(whole).flat().map(String));
    for (const schema of schemas) for (const field of Object.keys(schema)) expect([...tried]).toContain(field);
  });

  test.each(pathsIn(whole).map((path) => [path.join("."), path] as const))("%s", async (_, path) => {
    await owner.request("POST", `/v1/${kind}s`, { ...whole, signature: "other-v1" });
    const differing: object[] = [];
    for (const given of [...STRANGE, ...STRANGE_ITEMS]) {
      const body = changed(whole, path, given) as JsonObject;
      const byCreating = await created(kind, body);
      const byImport = await imported(body);
      const { signature, ...rest } = body;
      const byReplacing = path[0] === "signature" ? byCreating : await replaced(kind, "other-v1", rest);
      const others = [byImport, path[0] === "signature" ? byCreating : renamed(byReplacing, whole)];
      if (others.every((other) => isSame(other, byCreating))) continue;
      differing.push({ given: given === GONE ? "left out" : given, byCreating, byImport, byReplacing });
    }
    expect(differing).toEqual([]);
  });
});

/** Import says the first of several faults, the API all of them. */
function isSame(one: Taken, byCreating: Taken): boolean {
  if ("kept" in one || "kept" in byCreating) return isDeepStrictEqual(one, byCreating);
  return one.refused === byCreating.refused && byCreating.said.startsWith(one.said);
}

/** As if it had the signature that is tried elsewhere. */
function renamed(taken: Taken, { signature = "" }: JsonObject): Taken {
  return "kept" in taken ? { kept: { ...taken.kept, signature } } : taken;
}
