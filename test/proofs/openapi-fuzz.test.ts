/**
 * A client made of nothing but `/openapi.json` calls every operation of the executable, rightly and wrongly: no answer is a
 * failure of ours, and each has a status, a content type and a body that the document describes.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { ensureExecutable } from "../binary/kit.ts";
import { openVictim, type Reply, type Victim } from "../binary/victim.ts";
import { describedBy, type JsonSchema, spoiled } from "./schema-values.ts";

/** Of every operation. */
const EXAMPLES = 25;
const SEED = 20_261_121;

interface Parameter {
  readonly name: string;
  readonly in: "header" | "path" | "query";
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: JsonSchema; readonly example: unknown } | null;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

interface Request {
  readonly parameters: readonly (readonly [parameter: Parameter, value: unknown])[];
  readonly body: unknown;
}

let victim: Victim;
let document: Document;
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);

beforeAll(async () => {
  ensureExecutable();
  victim = await openVictim();
  document = JSON.parse((await victim.send("GET", "/openapi.json")).text);
  ajv.addSchema(document, "openapi", false, false);
}, 180_000);
afterAll(() => victim.close());

test("every operation keeps to the document, whatever it is sent", async () => {
  const operations = operationsOf(document);
  expect(operations.length).toBeGreaterThan(30);
  const statuses = new Set<string>();
  for (const operation of operations) {
    const property = fc.asyncProperty(requestTo(operation), async (request) => {
      const reply = await send(operation, request);
      statuses.add(`${operation.method} ${operation.path} ${Math.floor(reply.status / 100)}xx`);
      expect(problemsOf(operation, reply)).toEqual([]);
    });
    await fc.assert(property, { numRuns: EXAMPLES, seed: SEED });
  }
  // Both ways: whatever can be refused was refused, and most of what an app may ask was accepted as well.
  const accepted = [...statuses].filter((status) => status.endsWith("2xx"));
  const ofApps = operations.filter(({ path }) => !path.startsWith("/admin"));
  expect(accepted.length).toBeGreaterThan(ofApps.length / 2);
  expect([...statuses].filter((status) => status.endsWith("4xx")).length).toBeGreaterThan(operations.length / 2);
  await victim.expectAlive();
}, 120_000);

function follow(reference: string): JsonSchema {
  let here: unknown = document;
  for (const token of reference.slice(2).split("/")) {
    here = (here as Readonly<Record<string, unknown>>)[token.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return here as JsonSchema;
}

/** What is described here, wherever it is written. */
function at<Described>(value: unknown): Described {
  const reference = (value as JsonSchema).$ref;
  return (typeof reference === "string" ? follow(reference) : value) as Described;
}

function operationsOf({ paths }: Document): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => {
      const content = described.requestBody && at<JsonSchema>(described.requestBody).content;
      return {
        method: method.toUpperCase(),
        path,
        parameters: ((described.parameters ?? []) as readonly unknown[]).map((one) => at<Parameter>(one)),
        body: content ? ((content as Record<string, Operation["body"]>)["application/json"] ?? null) : null,
        responses: described.responses as Operation["responses"],
      };
    }),
  );
}

function requestTo({ parameters, body }: Operation): fc.Arbitrary<Request> {
  const values = parameters.map((parameter) => {
    const usual = parameter.example === undefined ? [] : [fc.constant(parameter.example)];
    const value = fc.oneof(
      ...usual,
      describedBy(parameter.schema, follow),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    );
    const isSent = parameter.in === "path" ? fc.constant(true) : fc.boolean();
    return fc.tuple(fc.constant(parameter), value, isSent);
  });
  const bodies = body
    ? fc.oneof(fc.constant(body.example), describedBy(body.schema, follow), spoiled(body.example), fc.jsonValue())
    : fc.constant(undefined);
  return fc.record({
    parameters: fc
      .tuple(...values)
      .map((all) => all.flatMap(([parameter, value, isSent]) => (isSent ? [[parameter, value] as const] : []))),
    body: bodies,
  });
}

function send(operation: Operation, { parameters, body }: Request): Promise<Reply> {
  const of = (where: Parameter["in"]) => parameters.filter(([parameter]) => parameter.in === where);
  const path = of("path").reduce(
    // An empty segment, or one of dots, is another path.
    (filled, [{ name }, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value)).replace(/^\.*$/, "x")),
    operation.path,
  );
  const query = new URLSearchParams(of("query").map(([{ name }, value]): [string, string] => [name, String(value)]));
  // What no client can put into a header is left out of it.
  const headers = of("header").map(([{ name }, value]) => [
    name,
    String(value)
      .replaceAll(/[^\x20-\x7e]/g, "")
      .trim(),
  ]);
  const search = query.size === 0 ? "" : `?${query}`;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return victim.send(operation.method, path + search, sent, Object.fromEntries(headers));
}

function problemsOf({ method, path, responses }: Operation, { status, headers, text }: Reply): readonly string[] {
  const where = `${method} ${path} ${status}`;
  if (status >= 500) return [`${where}: ${text}`];
  const response = responses[status] && at<JsonSchema>(responses[status]);
  if (!response) return [`${where} is not documented: ${text}`];
  const content = response.content as Readonly<Record<string, { readonly schema?: JsonSchema }>> | undefined;
  if (!content) return text === "" ? [] : [`${where} has a body: ${text}`];
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const described = content[type];
  if (!described) return [`${where} is ${type}, not ${Object.keys(content)}`];
  if (type !== "application/json" || !described.schema) return [];
  const body = JSON.parse(text);
  const schema = JSON.parse(JSON.stringify(described.schema).replaceAll('"#/', '"openapi#/'));
  return ajv.validate(schema, body) ? [] : [`${where}: ${ajv.errorsText()} in ${text}`];
}
