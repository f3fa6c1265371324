/** What clients send around a body, and the bodies before a route looks at them. */

import { parseApiKey } from "#core/access/api-key.ts";
import { jsonBreakIn } from "#core/broken-json.ts";
import { AppError } from "#core/errors.ts";
import { isJsonObject, type JsonValue } from "#core/json.ts";
import { timeZoneNamed } from "#core/local-time.ts";
import { preparedSchema, readSchema } from "#core/schema/json-schema.ts";
import { checkedTools } from "#core/toolset.ts";
import { acceptedEncoding } from "#http/request/accepted-encoding.ts";
import { adminCookieOf, checkOwnPage } from "#http/request/admin-cookie.ts";
import { parseJson } from "#http/request/body.ts";
import { acceptsLines, cacheModeOf, ifMatchOf, requestIdOf } from "#http/request/headers.ts";
import { cursorOf, pageRequestOf } from "#http/request/paging.ts";
import { targetFault } from "#http/request/target.ts";
import { readTraceparent, writeTraceparent } from "#telemetry/trace-context.ts";
import { must, orRefused, type Target, textOf } from "../engine/target.ts";

const isRefusal = (failure: unknown) => failure instanceof AppError;
const JSON_HEADERS = new Headers({ "content-type": "application/json" });

const bodies: Target = {
  name: "json-body",
  about: "bodies: what is no JSON is refused with the place of the first mistake, what is taken is JSON",
  seeds: [
    '{"query":"rain in Rome?","toolsets":["a-v1"],"history":[{"tool":"t","query":"q"}],"n":-1.5e3}',
    "{\"a\": [1, 2,, 3], 'b': True, // c\n}",
    '{"a":"\\ud83d\\ude00 \\n","b":{"__proto__":1}}',
    '{"a":1e999}',
    "[[[[]]]]",
  ],
  words: ['"', "\\", "\\u", "{", "}", "[", "]", ",", ":", "true", "nul", "NaN", "//", "/*", "undefined", "'"],
  bytesMax: 8_192,
  time: { ms: 10, msPerKib: 5 },
  grows: true,
  open: () => ({ read: (input) => readBody(input) }),
};

function readBody(input: Uint8Array) {
  const text = textOf(input);
  const isJson = isJsonText(text);
  const fault = jsonBreakIn(text);
  must((fault === null) === isJson, isJson ? "a mistake is found in JSON" : "no mistake is found in what is no JSON");
  const body = orRefused(() => parseJson(JSON_HEADERS, input), isRefusal);
  const isRefused = isJsonObject(body) && Object.keys(body).length === 1 && typeof body.refused === "string";
  // RFC 8259, section 8.1: whoever reads a body may pass over a byte order mark.
  const unmarked = text.replace(/^\ufeff/, "");
  if (!isRefused)
    must(isJsonText(unmarked) && Bun.deepEquals(JSON.parse(unmarked), body), "a body comes out as something else");
  return [fault, body];
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const headers: Target = {
  name: "headers",
  about: "headers, a line each, a target with its query in the first",
  seeds: [
    '/v1/toolsets?limit=5&cursor=MTI\nif-match: W/"x", "r12"\ncache-control: no-cache\nx-request-id: a-1\naccept: application/x-ndjson',
    "/docs/a%2fb?limit=0\ncookie: a=b; dragoman_admin=abc\norigin: https://h\nhost: h\nsec-fetch-site: same-origin\nx-dragoman-admin: 1",
    "/a/./b\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\naccept-encoding: gzip;q=0.5, br",
    "/x\nauthorization: dgm_0123456789AB_0123456789ABCDEF0123456789ABCDEF012345\nx-time-zone: Europe/Berlin",
  ],
  bytesMax: 1_024,
  time: { ms: 10, msPerKib: 10 },
  open: () => ({ read: (input) => readHead(textOf(input)) }),
};

function readHead(text: string) {
  const [target = "", ...lines] = text.split("\n");
  const head = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    // What is no header never gets past the listener.
    if (!/^[a-z-]+$/.test(line.slice(0, colon)) || /[^\t\x20-\x7e\x80-\xff]/.test(line)) continue;
    head.append(line.slice(0, colon), line.slice(colon + 1));
  }
  const id = requestIdOf(head);
  must(/^[\w.:+/=@-]{1,128}$/.test(id), `a request id that a log could misread: ${id}`);
  const trace = readTraceparent(head.get("traceparent"));
  if (trace !== null)
    must(Bun.deepEquals(readTraceparent(writeTraceparent(trace)), trace), "a trace comes back as another");
  const page = orRefused(() => pageRequestOf(new URLSearchParams(target.split("?")[1] ?? "")), isRefusal);
  if ("after" in page && page.after !== null)
    must(
      pageRequestOf(new URLSearchParams({ cursor: cursorOf(page.after) ?? "" })).after === page.after,
      "a cursor comes back as another",
    );
  const revision = orRefused(() => [ifMatchOf(head)], isRefusal);
  if (Array.isArray(revision)) must(revision[0] === null || Number.isInteger(revision[0]), "a revision that is none");
  const url = URL.canParse(`http://localhost${target}`) ? `http://localhost${target}` : "http://localhost/";
  return [
    head.has("x-request-id") ? id.length : null,
    page,
    revision,
    trace,
    cacheModeOf(head),
    acceptsLines(head),
    acceptedEncoding(head.get("accept-encoding")),
    adminCookieOf(head)?.length,
    orRefused(() => [checkOwnPage("POST", head)], isRefusal),
    parseApiKey(head.get("authorization") ?? ""),
    timeZoneNamed(head.get("x-time-zone") ?? ""),
    targetFault(new Request(url, { headers: head }), target.split("?")[0] ?? null)?.message,
  ];
}

const schemas: Target = {
  name: "parameter-schema",
  about: "schemas of parameters, and a value against one: `{schema, value}`",
  seeds: [
    '{"schema":{"type":"object","properties":{"a":{"type":"integer","minimum":0},"b":{"enum":["x",1,null],"default":"x"}},"required":["a"],"additionalProperties":false},"value":{"a":1,"b":"y"}}',
    '{"schema":{"$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}}}},"$ref":"#/$defs/n"},"value":{"next":{"next":{}}}}',
    '{"schema":{"anyOf":[{"type":"string","pattern":"^(a|b)*c{1,9}$"},{"not":{"const":3}}],"if":{},"then":{"maxLength":2},"unevaluatedProperties":false},"value":"abc"}',
    '{"schema":{"type":"array","prefixItems":[{"type":"dict"}],"items":{"type":"float","multipleOf":0.1},"contains":{"const":1},"minContains":0,"uniqueItems":true},"value":[1,1.0,2]}',
    '{"schema":{"type":"string","format":"date-time","x-synonyms":{"a":["b"]},"x-values":"people","x-examples":["a"],"x-response":"{a}","x-question":"?"},"value":"2026-02-30"}',
    '{"schema":{"patternProperties":{"^a":{"type":["integer","null"]}},"propertyNames":{"maxLength":3},"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":{"minProperties":2}}},"value":{"a":null}}',
  ],
  words: [
    "#/$defs/n",
    "#",
    "(a+)+$",
    "[a-z]{1,999}",
    "\\p{L}",
    "(?<=a)b",
    "\\1",
    "x-synonyms",
    "x-values",
    "$anchor",
    "$dynamicRef",
  ],
  bytesMax: 4_096,
  time: { ms: 250, msPerKib: 60 },
  open: () => ({ read: (input) => orRefused(() => readSchemaOf(textOf(input)), isRefusal) }),
};

function readSchemaOf(text: string) {
  const asked = parseJson(JSON_HEADERS, Buffer.from(text, "utf8"));
  if (!isJsonObject(asked) || !isJsonObject(asked.schema)) return null;
  const { schema, value = null } = asked;
  const [tool] = checkedTools([{ name: "t", description: "d", parameters: schema }]);
  const taken = tool?.parameters ?? {};
  // As it is stored is how it will be read again.
  must(Bun.deepEquals(readSchema(taken), taken), "a schema that was read is read again as another");
  const [again] = checkedTools([{ name: "t", description: "d", parameters: taken }]);
  must(Bun.deepEquals(again?.parameters, taken), "a schema that was taken is not taken as it is");
  return preparedSchema(taken, "it")(value as JsonValue);
}

export const WIRE: readonly Target[] = [bodies, headers, schemas];
