/** JSON as language models write it: fenced, after some words, or nearly JSON. */
import { jsonrepair } from "jsonrepair";
import { isJsonObject, type JsonObject } from "#core/json.ts";

/** More than any answer needs; mending takes time that grows with the text. */
const MENDED_CHARACTERS_MAX = 65_536;

/** The first JSON object in the text; null where there is none that can be made out. */
export function jsonObjectIn(text: string): JsonObject | null {
  const said = afterThinking(text).trim();
  const whole = parsed(said);
  if (whole !== null) return whole;
  const start = said.indexOf("{");
  if (start < 0 || said.length > MENDED_CHARACTERS_MAX) return null;
  const end = said.lastIndexOf("}");
  const candidate = end > start ? said.slice(start, end + 1) : said.slice(start);
  return parsed(candidate) ?? mended(candidate);
}

/** What a model thought aloud is not its answer. */
function afterThinking(text: string): string {
  const end = text.lastIndexOf("</think>");
  return end < 0 ? text : text.slice(end + "</think>".length);
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function mended(text: string): JsonObject | null {
  try {
    return parsed(jsonrepair(text));
  } catch {
    return null;
  }
}
