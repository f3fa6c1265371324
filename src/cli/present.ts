import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { isUnlimited } from "#core/tenant.ts";
import { cacheText } from "./present-cache.ts";
import type { Terminal } from "./terminal.ts";

const GAP = "  ";
/** Columns are cut to no less than this, however narrow the screen is. */
const COLUMN_CHARACTERS_MIN = 8;

/** As RFC 3339 writes it; the day is captured. */
const TIME = /^(\d{4}-\d\d-\d\d)T[\d:.]+Z$/;

/** What there is to say beside the result, by command. */
const REMARKS: Readonly<Record<string, string>> = {
  "app create": "The API key is shown only now: keep it.",
  "key create": "The API key is shown only now: keep it.",
  "admin-token reset": "The admin token is shown only now: keep it. The one before is dead.",
  "admin-link": "It opens once. Whoever has it is the operator: give it to nobody.",
  "app delete": "The app is gone, with its keys and sets.",
  "alias set": "The next request that names it is answered so.",
  "alias remove": "The alias is gone; the sets that it stood for are there.",
  "log on": "Questions are logged from now on: whoever may read the data folder may read them.",
  "log off": "Nothing is logged any more. What is in the log stays until it is deleted.",
  "log delete": "They are gone: no file of the log holds a byte of them.",
  "case remove": "The case is gone: its words are answered as others are.",
  "key revoke": "The key is dead, and so is every token of its app; its other keys get new ones.",
  "signing-key rotate": "New tokens are signed with the new key; those that are out stay good until they expire.",
};

const NOTHING_YET: Readonly<Record<string, string>> = {
  cache: 'There are no apps yet: "dragoman app create NAME" makes one.',
  "log show": "Nothing was logged. What clients ask is, while the log is on, and not what a command asks.",
  "ledger months": "All entries of the ledger are single: none was put into a month yet.",
  "ledger verify": "The ledger has no months yet that the file could prove.",
  "log misses":
    "There is nothing to look at: nothing doubtful was logged. What clients ask is, while the log is on, and not what a command asks.",
  test: 'It was not tested yet: "dragoman test SET CASES" does.',
  "case list": 'The set was taught nothing yet: "dragoman teach SET SENTENCE" does.',
  "alias list": 'The app has no aliases: "dragoman alias set NAME SET" makes one.',
  graduation: "Nothing was compared yet: no question to this set alone was answered by a language model.",
  nodes: 'No server runs on this folder: "dragoman serve" starts one.',
  "app list": 'There are no apps yet: "dragoman app create NAME" makes one.',
  "key list": 'The app has no keys: "dragoman key create APP" makes one.',
};

/** What the line that was typed says already, and what is too long. */
const NOT_IN_TABLES: Readonly<Record<string, readonly string[]>> = {
  "key list": ["app_id"],
  settings: ["has_secret", "describes"],
  nodes: [
    ...["refused", "answers", "latency_ms", "memory_bytes", "cpu_seconds", "minutes"],
    ...["clock_ahead_ms", "heard_at", "schema", "node_id"],
  ],
};

/** The result for people: a list of fields, or a table with one line for each item. */
export function presented(command: string, result: JsonValue, terminal: Terminal): void {
  if (command === "cache" && Array.isArray(result) && result.length > 0) {
    terminal.out(cacheText(result.filter(isJsonObject)));
    return;
  }
  const listed = isJsonObject(result) && Array.isArray(result.checks) ? result.checks : result;
  const items = Array.isArray(listed) ? listed.filter(isJsonObject) : null;
  if (items === null) terminal.out(isJsonObject(result) ? fields(result) : `${JSON.stringify(result)}\n`);
  else if (items.length > 0)
    terminal.out(
      table(
        items.map((item) => without(item, NOT_IN_TABLES[command] ?? [])),
        terminal.columns,
      ),
    );
  else terminal.err(`${NOTHING_YET[command] ?? "There are none."}\n`);
  const remark = REMARKS[command];
  if (remark !== undefined) terminal.err(`${remark}\n`);
}

function without(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

function fields(item: JsonObject): string {
  const rows = Object.entries(item).map(([name, value]) => [labelOf(name), cell(value, name)] as const);
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${label.padEnd(width)}${GAP}${value}\n`).join("");
}

/**
 * Where the lines would be longer than the screen, times lose their clocks, and then the widest column gives way, again and again.
 * Ids stay whole: they are there to be typed into the next command.
 */
function table(items: readonly JsonObject[], columnsMax: number | null): string {
  const names = Object.keys(items[0] ?? {});
  const isTooWide = (widths: readonly number[]) => columnsMax !== null && widthOf(widths) > columnsMax;
  let lines = [names.map(labelOf), ...items.map((item) => names.map((name) => cell(item[name], name)))];
  if (isTooWide(widthsOf(lines))) lines = lines.map((line) => line.map((text) => text.replace(TIME, "$1")));
  const widths = widthsOf(lines);
  const mayGive = names.map((name) => !name.endsWith("_id"));
  while (isTooWide(widths)) {
    const widest = Math.max(...widths.filter((_, index) => mayGive[index]));
    if (widest <= COLUMN_CHARACTERS_MIN) break;
    widths[widths.findIndex((width, index) => mayGive[index] && width === widest)] = widest - 1;
  }
  const row = (line: readonly string[]) =>
    line
      .map((text, index) => shortened(text, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  return `${lines.map(row).join("\n")}\n`;
}

function widthsOf(lines: readonly (readonly string[])[]): number[] {
  return (lines[0] ?? []).map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
}

function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
}

function shortened(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

function labelOf(name: string): string {
  return name.replaceAll("_", " ");
}

function cell(value: JsonValue | undefined, name: string): string {
  if (name === "requests_remaining" && typeof value === "number" && isUnlimited(value)) return "unlimited";
  if (value === null || value === undefined) return "-";
  return (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
}
