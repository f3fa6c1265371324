/** What an owner wants to be said, with the values of a call in it. */
import { isJsonObject, isText, type JsonObject, type JsonValue } from "../json.ts";
import { filled, QUESTION, RESPONSE } from "../schema/own-words.ts";
import type { Speech } from "./response-values.ts";
import type { Fact } from "./spoken-facts.ts";

/** Null where the owner wrote none in this language, or one that names a value which the call has not. */
export function ownResponse(schema: JsonObject | undefined, facts: readonly Fact[], speech: Speech): string | null {
  const template = inLanguage(schema?.[RESPONSE], speech);
  if (template === null) return null;
  const texts = new Map(facts.map(({ steps, text }) => [steps.map(({ name }) => name).join("."), text]));
  return filled(template, (place) => texts.get(place));
}

/** The owner's question for a parameter; null without one. */
export function ownQuestion(property: JsonObject, speech: Speech): string | null {
  return inLanguage(property[QUESTION], speech);
}

function inLanguage(given: JsonValue | undefined, { language: { locale } }: Speech): string | null {
  if (isText(given)) return given;
  if (!isJsonObject(given)) return null;
  const text = given[locale] ?? given[locale.split("-")[0] ?? ""];
  return isText(text) ? text : null;
}
