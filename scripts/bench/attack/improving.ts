/** What owners send to make their sets better, made to cost much: changes that are tried, lists, bundles. */
import { generateKeyPairSync, sign } from "node:crypto";
import { signedBytes } from "#core/bundle/bundle-signing.ts";
import type { JsonObject } from "#core/json.ts";
import { KNOWN_SET, listOf, mapOf, object, repeated, rowsOf, toolOf } from "./hostile-request.ts";

const LONG = repeated("switch on the lamp in the kitchen and tell me the weather, ", 500);
const diff = `/v1/toolsets/${KNOWN_SET}/diff`;
const lamp = { query: "switch on the lamp in the kitchen", tool: "set_lamp" };
const bringing = "/v1/bundles/import";

const trying = (tools: readonly object[], cases: readonly object[]) => ({ proposed: { name: "Tried", tools }, cases });

const nothing = {
  made_at: "2026-11-27T00:00:00.000Z",
  version: "0",
  sets: [],
  value_lists: [],
  personas: [],
  banks: [],
};
const content = (more: object) => ({ ...nothing, taught: [], tests: [], ...more }) as JsonObject;

/** By whoever sends it, whom the request names as trusted: what is in it is all that it may cost. */
function signed(more: object): object {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = `ed25519:${publicKey.export({ format: "jwk" }).x}`;
  const held = content(more);
  const signature = sign(null, signedBytes(held), privateKey).toString("base64url");
  return { bundle: { dragoman_bundle: 1, key, signature, content: held }, trusted_keys: [key], dry_run: true };
}

const unsigned = (more: object) => ({
  bundle: { dragoman_bundle: 1, key: `ed25519:${"A".repeat(43)}`, signature: "A".repeat(86), content: content(more) },
});

const values = (count: number) => listOf(count, (at) => `value number ${at}`);

export const IMPROVING = rowsOf("what makes sets better", [
  {
    name: "a diff of 128 tools of 15 parameters",
    path: diff,
    body: () =>
      trying(
        listOf(128, (at) => toolOf(object(mapOf(15, { type: "string", description: "the room" })), `tool_${at}`)),
        [lamp],
      ),
    isBulk: true,
  },
  {
    name: "a diff of many rules",
    path: diff,
    body: () => trying([toolOf({ allOf: listOf(1_900, () => ({ const: 2 })) })], [lamp]),
  },
  {
    name: "a case of a diff with 16 answers of 64 names",
    path: diff,
    body: () =>
      trying(
        [toolOf(object({}))],
        [{ ...lamp, query: LONG, accept: listOf(16, () => ({ tool: "none", missing: values(64) })) }],
      ),
  },
  {
    name: "30,000 values",
    path: "/v1/value-lists",
    body: () => ({ name: `list-${Math.random()}`, values: values(30_000) }),
    isBulk: true,
  },
  {
    name: "values that are nearly the same",
    path: "/v1/value-lists",
    body: () => ({
      name: `list-${Math.random()}`,
      values: listOf(3_000, (at) => `${"v".repeat(240)}${at}`),
    }),
    isBulk: true,
  },
  { name: "a bundle that nobody signed, of 900 kB", path: bringing, body: () => unsigned({ sets: values(45_000) }) },
  {
    name: "a bundle of 100,000 levels",
    path: bringing,
    body: () =>
      `{"bundle":{"dragoman_bundle":1,"key":"x","signature":"x","content":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}}`,
  },
  {
    name: "a signed bundle with 30,000 values",
    path: bringing,
    body: () => signed({ value_lists: [{ name: "many", values: values(30_000) }] }),
    isBulk: true,
  },
  {
    name: "a signed bundle with 1,000 lists",
    path: bringing,
    body: () => signed({ value_lists: listOf(1_000, (at) => ({ name: `list-${at}`, values: ["a", "b"] })) }),
    isBulk: true,
  },
  {
    name: "a signed bundle with 10,000 memories",
    path: bringing,
    body: () =>
      signed({
        banks: [{ name: "Many", memories: listOf(10_000, (at) => ({ fact: `the lamp ${at} is in room ${at}` })) }],
      }),
    isBulk: true,
  },
]);
