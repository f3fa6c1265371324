import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { fixed, type OpenParameter } from "#models/embedded/values/candidate.ts";
import { withoutClaimed } from "#models/embedded/values/claimed-words.ts";

/** One parameter of text for each, all with the same stretch of the text as their only candidate. */
function openFor(text: string, words: string, properties: JsonObject): readonly OpenParameter[] {
  const start = text.indexOf(words);
  const candidate = fixed(0, { start, end: start + words.length }, words);
  const nothing = new Float64Array();
  return parametersOf({ type: "object", properties }).map((parameter) => ({
    reading: { parameter, stated: 0, truth: 0, choices: [], startLog: nothing, endLog: nothing, inside: nothing },
    kind: "text",
    isRemembered: false,
    candidates: [candidate],
  }));
}

describe("who may have what has a form of its own", () => {
  const plain = { type: "string" };
  test.each<[string, string, JsonObject, readonly string[]]>([
    ["pay DE89370400440532013000", "DE89370400440532013000", { recipient: plain, iban: plain }, ["iban"]],
    ["pay DE89370400440532013000", "DE89370400440532013000", { recipient: plain }, ["recipient"]],
    [
      "connect shop with pk_7Qz91Lm4Xv20TaRe8Ws5 now",
      "pk_7Qz91Lm4Xv20TaRe8Ws5",
      { label: plain, api_key: plain },
      ["api_key"],
    ],
    [
      "connect shop with pk_7Qz91Lm4Xv20TaRe8Ws5 now",
      "shop with pk_7Qz91Lm4Xv20TaRe8Ws5",
      { label: plain, password: plain },
      ["password"],
    ],
    ["write to jo@example.net", "jo@example.net", { who: plain, email: plain, website: plain }, ["email"]],
    ["write to jo@example.net", "jo@example.net", { to: plain, cc_email: plain }, ["to", "cc_email"]],
    ["write to jo@example.net", "jo@example.net", { to: plain, link: { ...plain, format: "uri" } }, ["to"]],
    ["say jo@example.net to Ann", "say jo@example.net to Ann", { body: plain, email: plain }, ["body", "email"]],
    ["order 20451", "20451", { number: plain, order_id: plain }, ["number", "order_id"]],
  ])("%p, %p", (text, words, properties, expected) => {
    const left = withoutClaimed(text, openFor(text, words, properties)).filter(
      ({ candidates }) => candidates.length > 0,
    );
    expect(left.map(({ reading }) => reading.parameter.name)).toEqual([...expected]);
  });
});
