import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { cacheText } from "./present-cache.ts";
import type { Terminal } from "./terminal.ts";

const GAP = "  ";
/** Columns are cut to no less than this, however narrow the screen is. */
const COLUMN_CHARACTERS_MIN = 8;

/** What there is to say beside the result, by command. */
const REMARKS: Readonly<Record<string, string>> = {
  "app create": "The API key is shown only now: keep it.",
  "key create": "The API key is shown only now: keep it.",
  "admin-token reset": "The admin token is shown only now: keep it. The one before is dead.",
  "app delete": "The app is gone, with its keys and sets.",
  "key revoke": "The key is dead, and so is every token of its app; its other keys get new ones.",
  "signing-key rotate": "New tokens are signed with the new key; those that are out stay good until they expire.",
};

const NOTHING_YET: Readonly<Record<string, string>> = {
  cache: 'There are no apps yet: "dragoman app create NAME" makes one.',
  "app list": 'There are no apps yet: "dragoman app create NAME" makes one.',
  "key list": 'The app has no keys: "dragoman key create APP" makes one.',
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
  else if (items.length > 0) terminal.out(table(items, terminal.columns));
  else terminal.err(`${NOTHING_YET[command] ?? "There are none."}\n`);
  const remark = REMARKS[command];
  if (remark !== undefined) terminal.err(`${remark}\n`);
}

function fields(item: JsonObject): string {
  const rows = Object.entries(item).map(([name, value]) => [labelOf(name), cell(value)] as const);
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${label.padEnd(width)}${GAP}${value}\n`).join("");
}

/** Where the lines would be longer than the screen, the widest column gives way, again and again. */
function table(items: readonly JsonObject[], columnsMax: number | null): string {
  const names = Object.keys(items[0] ?? {});
  const lines = [names.map(labelOf), ...items.map((item) => names.map((name) => cell(item[name])))];
  const widths = names.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const total = () => widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
  while (columnsMax !== null && total() > columnsMax) {
    const widest = Math.max(...widths);
    if (widest <= COLUMN_CHARACTERS_MIN) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  const row = (line: readonly string[]) =>
    line
      .map((text, index) => shortened(text, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  return `${lines.map(row).join("\n")}\n`;
}

function shortened(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

function labelOf(name: string): string {
  return name.replaceAll("_", " ");
}

function cell(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "-";
  return (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
}
