/** JSON as language models write it: fenced, after some words, or nearly JSON. */
import { jsonrepair } from "jsonrepair";
import { isJsonObject, type JsonObject } from "#core/json.ts";

/** More than any answer needs; mending takes time that grows with the text. */
const MENDED_CHARACTERS_MAX = 65_536;

/**
 * The first JSON object in the text; null where there is none that can be made out. What is nearly JSON is mended, but a text
 * that breaks off is none: nobody knows how a value would have gone on, so `{"city": "Par` is not the city "Par".
 */
export function jsonObjectIn(text: string): JsonObject | null {
  const said = afterThinking(text).trim();
  const whole = parsed(said);
  if (whole !== null) return whole;
  const start = said.indexOf("{");
  if (start < 0 || said.length > MENDED_CHARACTERS_MAX) return null;
  const end = said.lastIndexOf("}");
  const candidate = end > start ? said.slice(start, end + 1) : said.slice(start);
  return parsed(candidate) ?? (isClosed(candidate) ? mended(candidate) : null);
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

/** Strings, comments, and what opens or closes. A string or comment that has no end is its beginning alone. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|\/\*|["'{}[\]]/g;
const CLOSED_BY: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Whether every bracket and every quotation of what is nearly JSON comes to its end, in order. */
function isClosed(text: string): boolean {
  const awaited: string[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    const closing = CLOSED_BY[token];
    if (closing !== undefined) awaited.push(closing);
    else if (token === '"' || token === "'" || token === "/*") return false;
    else if ((token === "}" || token === "]") && awaited.pop() !== token) return false;
  }
  return awaited.length === 0;
}

function mended(text: string): JsonObject | null {
  try {
    return parsed(jsonrepair(text));
  } catch {
    return null;
  }
}
