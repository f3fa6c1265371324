import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";

const NAME_WIDTH = 12;

/** What the doctor found, one line for each check, and what to do about what is wrong. */
export function findingsText({ checks }: JsonObject): string {
  return (Array.isArray(checks) ? checks : []).filter(isJsonObject).map(findingText).join("");
}

function findingText({ check, ok, found, means, advice, repaired }: JsonObject): string {
  const isWell = ok === true && (means === null || means === undefined);
  const head = `${ok !== true ? "WRONG" : isWell ? "ok   " : "warn "}  ${String(check).padEnd(NAME_WIDTH)}  ${oneLine(found)}\n`;
  return head + line("repaired", repaired) + (isWell ? "" : line("it means", means) + line("to do", advice));
}

function line(label: string, words: JsonValue | undefined): string {
  return typeof words === "string" && words !== ""
    ? `       ${"".padEnd(NAME_WIDTH)}  ${label}: ${oneLine(words)}\n`
    : "";
}

function oneLine(words: JsonValue | undefined): string {
  return String(words ?? "").replace(/\s+/g, " ");
}
