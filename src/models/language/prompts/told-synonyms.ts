/** What a schema says of the words of its values, in words: no model server knows the keywords, and some refuse them. */
import type { JsonObject } from "#core/json.ts";
import { QUESTION, RESPONSE } from "#core/schema/own-words.ts";
import { EXAMPLES, examplesOf } from "#core/schema/said-values.ts";
import { SYNONYMS, synonymsOf } from "#core/schema/synonyms.ts";
import { VALUES } from "#core/schema/value-list-names.ts";

/** Of each value's synonyms, and of the examples: more do not say it any better. */
const NAMED_MAX = 5;
/** Of all that is told of one schema's synonyms: a prompt has room for many parameters. */
const TOLD_CHARACTERS_MAX = 1_000;

/** The schema without `x-synonyms` and `x-examples`, which stand in its description instead, as far as they fit. */
export function withToldSynonyms(schema: JsonObject): JsonObject {
  const told = [synonymsIn(schema), examplesIn(schema)].filter((words) => words !== "");
  const plain = withoutKeywords(schema);
  if (told.length === 0) return plain;
  const { description } = schema;
  const own = typeof description === "string" && description.trim() !== "" ? [ended(description.trim())] : [];
  return { ...plain, description: [...own, ...told].join(" ") };
}

export function withoutKeywords(schema: JsonObject): JsonObject {
  const { [SYNONYMS]: _synonyms, [EXAMPLES]: _examples, [VALUES]: _values, ...unsaid } = schema;
  const { [RESPONSE]: _response, [QUESTION]: _question, ...plain } = unsaid;
  return plain;
}

function synonymsIn(schema: JsonObject): string {
  const synonyms = synonymsOf(schema);
  if (synonyms === null) return "";
  const told: string[] = [];
  let characters = 0;
  for (const value of synonyms.values()) {
    const named = synonyms
      .of(value)
      .slice(0, NAMED_MAX)
      .map((synonym) => JSON.stringify(synonym));
    if (named.length === 0) continue;
    const words = `${named.join(" or ")} is ${JSON.stringify(value)}`;
    characters += words.length;
    if (characters > TOLD_CHARACTERS_MAX) break;
    told.push(words);
  }
  return told.length === 0 ? "" : `In other words: ${told.join("; ")}.`;
}

function examplesIn(schema: JsonObject): string {
  const named = examplesOf(schema)
    .slice(0, NAMED_MAX)
    .map((example) => JSON.stringify(example));
  return named.length === 0 ? "" : `For example ${named.join(", ")}.`;
}

function ended(sentence: string): string {
  return /[.!?:;]$/.test(sentence) ? sentence : `${sentence}.`;
}
