import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";

const BYTES_PER_MEGABYTE = 1_048_576;

/** What the cache keeps, saves and gets wrong, for people: one paragraph for each set of each app. */
export function cacheText(reports: readonly JsonObject[]): string {
  return reports
    .map((report) => {
      const sets = objectsIn(report.sets).map(setText);
      const head = `${report.app_id}  tolerates ${percent(report.error_bound)} wrong answers for other words`;
      return `${[head, ...(sets.length > 0 ? sets : ["  nothing is kept, and nothing was asked"])].join("\n")}\n`;
    })
    .join("\n");
}

function setText(set: JsonObject): string {
  const signatures = Array.isArray(set.signatures) ? set.signatures.join(", ") : "";
  const name = signatures === "" ? (set.content_hash ?? "sets that are gone") : signatures;
  const megabytes = (Number(set.bytes) / BYTES_PER_MEGABYTE).toFixed(1);
  return [
    `  ${name}: ${set.entries} answers, ${megabytes} MB`,
    ...objectsIn(set.sources).map(sourceText),
    ...objectsIn(set.paths).map(pathText),
    ...objectsIn(set.mistakes).map(mistakeText),
  ].join("\n");
}

function sourceText({ source, answers, saved_seconds: seconds, saved_money: money }: JsonObject): string {
  const saved =
    source === "model" ? "" : `, saved ${Number(seconds).toFixed(1)} s${money === 0 ? "" : ` and ${money}`}`;
  return `    answered by ${String(source).replace("_", " ")}: ${answers}${saved}`;
}

function pathText({ name, path, observed, wrong, opens_at: opensAt, error, interval }: JsonObject): string {
  const [low, high] = Array.isArray(interval) ? interval : [];
  const state =
    opensAt === null
      ? "shut"
      : `answers from score ${opensAt}, error ${percent(error)} (${percent(low)} to ${percent(high)})`;
  return `    ${name === "" ? path : `${name} by ${path}`}: ${state}; ${wrong} wrong of ${observed} observed`;
}

function mistakeText(mistake: JsonObject): string {
  const said = (value: JsonValue | undefined) => (value === null ? "not known" : JSON.stringify(value));
  return [
    `    wrong, ${mistake.at}: "${mistake.sentence}"`,
    `      from      "${mistake.known_sentence}"`,
    `      given     ${said(mistake.given)}`,
    `      expected  ${said(mistake.expected)}`,
  ].join("\n");
}

function percent(share: JsonValue | undefined): string {
  return `${(Number(share) * 100).toFixed(2)} %`;
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
