/**
 * What an owner wants to be said, in the schema of a tool's parameters: `x-response`, as in "The {room} lights are {state}.", and in
 * that of one parameter `x-question`. Each is a text, or a map from languages to texts.
 */
import { invalid } from "../errors.ts";
import { isJsonObject, isText, type JsonObject, type JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { nearMiss } from "../near-miss.ts";
import { codePointsIn } from "../text.ts";
import { SchemaReferences } from "./schema-references.ts";

export const RESPONSE = "x-response";
export const QUESTION = "x-question";

const PLACE = /\{([^{}]*)\}/g;
const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/** Throws `validation_error` naming `field`, the place in the schema and what to write instead. */
export function checkOwnWords(root: JsonObject, field: string): void {
  const response = faultIn(root[RESPONSE], RESPONSE) ?? placeFault(root);
  if (response !== null) throw invalid(field, `has at # ${response}`);
  if (!hasQuestion(root)) return;
  for (const { schema, path } of new SchemaReferences(root).schemas) {
    const fault = faultIn(schema[QUESTION], QUESTION);
    if (fault !== null) throw invalid(field, `has at ${path} ${fault}`);
  }
}

/** The parameters that a text names, as paths such as `address.city`. */
export function placesIn(text: string): readonly string[] {
  return [...text.matchAll(PLACE)].map(([, name = ""]) => name);
}

/** The text with each place filled in. Null where one has nothing to fill it. */
export function filled(text: string, textOf: (place: string) => string | undefined): string | null {
  if (placesIn(text).some((place) => textOf(place) === undefined)) return null;
  return text.replace(PLACE, (_, place: string) => textOf(place) ?? "");
}

function hasQuestion(value: JsonValue | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isJsonObject(value) && Object.hasOwn(value, QUESTION)) return true;
  return Object.values(value).some(hasQuestion);
}

function faultIn(given: JsonValue | undefined, keyword: string): string | null {
  if (given === undefined) return null;
  const { spokenLanguagesMax } = LIMITS;
  if (isText(given)) return textFault(given, keyword);
  if (!isJsonObject(given))
    return `${keyword} that is neither a text nor a map from languages to texts, as in {"en": "Done.", "de": "Erledigt."}`;
  const languages = Object.keys(given);
  if (languages.length > spokenLanguagesMax) return `${keyword} in ${languages.length}/${spokenLanguagesMax} languages`;
  const wrong = languages.find((language) => !LANGUAGE_TAG.test(language));
  if (wrong !== undefined)
    return `${keyword} for ${JSON.stringify(wrong)}, which is no language: write "en" or "de-AT"`;
  const faults = Object.values(given).map((text) =>
    isText(text) ? textFault(text, keyword) : `${keyword} with a language whose value is no text`,
  );
  return faults.find((fault) => fault !== null) ?? (languages.length === 0 ? `${keyword} without any text` : null);
}

function textFault(text: string, keyword: string): string | null {
  const { spokenTextCharactersMax } = LIMITS;
  const count = codePointsIn(text);
  if (text.trim() === "") return `${keyword} that is empty`;
  return count > spokenTextCharactersMax ? `${keyword} of ${count}/${spokenTextCharactersMax} characters` : null;
}

/** A place that names no parameter would never be filled. */
function placeFault(root: JsonObject): string | null {
  const given = root[RESPONSE];
  const texts = isText(given) ? [given] : isJsonObject(given) ? Object.values(given).filter(isText) : [];
  const properties = isJsonObject(root.properties) ? Object.keys(root.properties) : [];
  for (const place of texts.flatMap(placesIn)) {
    if (properties.some((name) => place === name || place.startsWith(`${name}.`))) continue;
    const meant = nearMiss(place, properties);
    const hint = meant === undefined ? "" : ` (did you mean {${meant}}?)`;
    return `${RESPONSE} with {${place}}, which is no parameter${hint}`;
  }
  return null;
}
