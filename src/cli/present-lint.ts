import { counted } from "#core/exchange/notes.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { languageCalled } from "#core/linting/set-languages.ts";

const MARGIN = "         ";

/** What linting found, a few lines for each finding: where, what is wrong, and what to write instead. */
export function lintText(report: JsonValue): string {
  const { findings, left_out: leftOut, languages, compared } = isJsonObject(report) ? report : {};
  const told = (Array.isArray(findings) ? findings : []).filter(isJsonObject);
  const inWhich = (Array.isArray(languages) ? languages : []).filter(isJsonObject).map(languagesText).join("");
  return told.map(findingText).join("") + inWhich + summary(told, Number(leftOut ?? 0), compared);
}

/** Nothing for a set that is in English throughout, as most are. */
function languagesText({ set, described, examples }: JsonObject): string {
  const [own, spoken] = [called(described), called(examples)];
  if ([...own, ...spoken].every((language) => language === ENGLISH)) return "";
  const ofExamples = spoken.length === 0 ? "" : `, its examples in ${spoken.join(" and ")}`;
  return `${oneLine(set)} is in ${own.join(" and ")}${ofExamples}.\n`;
}

const ENGLISH = "English";

function called(languages: JsonValue | undefined): readonly string[] {
  return (Array.isArray(languages) ? languages : []).map((language) => languageCalled(String(language)));
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
