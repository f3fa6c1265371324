import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { isList, textOr } from "../json-fields.ts";
import type { SaidValue, Utterance } from "./assistant.ts";

/** A line with its annotations; longer ones hold more than an example may, whatever is taken out of them. */
const LINE_CHARACTERS_MAX = 10_000;

export interface AnnotatedLine extends Utterance {
  readonly values: readonly SaidValue[];
  /** Annotations that are written wrongly: their words stay, and are no value. */
  readonly wrong: number;
}

/**
 * A sentence of Rasa's: `[Berlin](city)`, `[Berlin](city:BER)`, `[Berlin]{"entity": "city", "role": "from"}` and
 * `[Berlin][{…}, {…}]` are words with what they are. Brackets that nothing of that kind follows are part of the sentence.
 */
export function annotatedLine(line: string): AnnotatedLine {
  if (line.length > LINE_CHARACTERS_MAX) return { text: line, values: [], wrong: 0 };
  const values: SaidValue[] = [];
  let [text, wrong, at] = ["", 0, 0];
  while (at < line.length) {
    const open = line.indexOf("[", at);
    const close = open === -1 ? -1 : line.indexOf("]", open);
    if (close === -1) break;
    const words = line.slice(open + 1, close);
    const behind = words === "" ? null : annotationAt(line, close + 1);
    text += line.slice(at, open);
    if (behind === null) {
      text += "[";
      at = open + 1;
      continue;
    }
    text += words;
    at = behind.end;
    const said = behind.entities.flatMap((entity) => saidValue(words, entity));
    if (said.length === 0) wrong += 1;
    values.push(...said);
  }
  return { text: text + line.slice(at), values, wrong };
}

/** What stands behind the bracket; null where it is no annotation. */
function annotationAt(
  line: string,
  start: number,
): { readonly end: number; readonly entities: readonly JsonObject[] } | null {
  const closing = { "(": ")", "{": "}", "[": "]" }[line.charAt(start)];
  if (closing === undefined) return null;
  const close = line.indexOf(closing, start + 1);
  if (close === -1) return null;
  const inside = line.slice(start, close + 1);
  if (closing === ")") {
    const [entity = "", ...value] = inside.slice(1, -1).split(":");
    return { end: close + 1, entities: [{ entity, ...(value.length > 0 && { value: value.join(":") }) }] };
  }
  const read = parsed(inside);
  // "[one][two]" is no annotation unless there are objects in it.
  if (closing === "]" && !(isList(read) && read.some(isJsonObject))) return null;
  return { end: close + 1, entities: (isList(read) ? read : [read]).filter(isJsonObject) };
}

function saidValue(words: string, { entity, value, role }: JsonObject): readonly SaidValue[] {
  const name = textOr(entity).trim();
  if (name === "") return [];
  const meant = typeof value === "string" || typeof value === "number" ? value : null;
  return [{ slot: slotName(name, textOr(role)), entity: name, words, value: meant }];
}

/** Two cities of one sentence are told apart by their roles. */
export function slotName(entity: string, role: string): string {
  return role.trim() === "" ? entity : `${role.trim()}_${entity}`;
}

/** The sentences of `examples:`, which are lines with a dash in one text, or a list of texts or of objects with one. */
export function exampleLines(examples: JsonValue | undefined): readonly string[] {
  if (isList(examples)) {
    return examples.flatMap((example) => {
      const text = isJsonObject(example) ? textOr(example.text) : textOr(example);
      return text.trim() === "" ? [] : dashedLines(text).length > 0 ? dashedLines(text) : [text.trim()];
    });
  }
  return dashedLines(textOr(examples));
}

function dashedLines(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => /^-\s/.test(line))
    .map((line) => line.slice(1).trim())
    .filter((line) => line !== "");
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
