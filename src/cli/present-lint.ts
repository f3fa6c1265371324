import { counted } from "#core/exchange/notes.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";

const MARGIN = "         ";

/** What linting found, a few lines for each finding: where, what is wrong, and what to write instead. */
export function lintText(report: JsonValue): string {
  const { findings, left_out: leftOut, compared } = isJsonObject(report) ? report : {};
  const told = (Array.isArray(findings) ? findings : []).filter(isJsonObject);
  return told.map(findingText).join("") + summary(told, Number(leftOut ?? 0), compared);
}

/** The warnings of an import, a line each. */
export function warningsText(warnings: readonly JsonObject[]): string {
  return warnings
    .map(
      ({ path, message, instead }) => `warning  ${oneLine(path)}: ${oneLine(message)}; instead: ${oneLine(instead)}\n`,
    )
    .join("");
}

function findingText({ severity, code, set, path, message, instead }: JsonObject): string {
  const head = `${String(severity).padEnd(MARGIN.length)}${oneLine(set)} ${oneLine(path)} (${oneLine(code)})\n`;
  return `${head}${MARGIN}${oneLine(message)}\n${MARGIN}instead: ${oneLine(instead)}\n`;
}

function summary(told: readonly JsonObject[], leftOut: number, compared: JsonValue | undefined): string {
  const count = (wanted: string) => told.filter(({ severity }) => severity === wanted).length;
  const more = leftOut > 0 ? `, and ${leftOut} more of the same` : "";
  const line = `${counted(count("warning"), "warning")}, ${counted(count("hint"), "hint")}${more}.\n`;
  const { texts, of } = isJsonObject(compared) ? compared : {};
  if (Number(texts) >= Number(of)) return line;
  return `${line}Of ${of} texts ${texts} were compared: for the others there was no time, or no room.\n`;
}

/** Names in a schema may be any text: nothing that a terminal would obey. */
function oneLine(words: JsonValue | undefined): string {
  return String(words ?? "").replace(/[\s\p{Cc}\p{Cf}]+/gu, " ");
}
