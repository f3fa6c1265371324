import { loadConfig } from "#config";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { type Invocation, misused, type Run } from "./command.ts";
import { numberOption } from "./number-option.ts";
import { perform, refuseMissingFolder } from "./operate.ts";
import { presented } from "./present.ts";
import type { Terminal } from "./terminal.ts";

const NOT_COMPARED =
  "No server runs on the folder, so only the same words are one: with a server sentences are compared by their meaning.";

/** `log on --app ID [--days N] [--rows N] [--unredacted]`. */
export const logOn: Run = async (invocation, terminal) => {
  const { options, switches } = invocation;
  const given = { ...numberOption(invocation, "days"), ...numberOption(invocation, "rows") };
  // Whoever turns it on anew without the word has it redacted.
  const args = { app_id: options.app ?? "", ...given, redact: !switches.has("unredacted") };
  shown(invocation, await done(invocation, args, terminal), terminal);
  return 0;
};

/** `log off --app ID`. */
export const logOff: Run = async (invocation, terminal) => {
  shown(invocation, await done(invocation, { app_id: invocation.options.app ?? "" }, terminal), terminal);
  return 0;
};

/** `log show --app ID [--limit N]`: the newest rows. */
export const logShow: Run = async (invocation, terminal) => {
  const args = { app_id: invocation.options.app ?? "", ...numberOption(invocation, "limit") };
  const result = await done(invocation, args, terminal);
  if (invocation.json) terminal.out(`${JSON.stringify(result)}\n`);
  else {
    presented("log show", rowsIn(result, "entries").map(asLine), terminal);
    const { enabled, days, count } = isJsonObject(result) ? result : {};
    terminal.err(
      enabled === true
        ? `${count} rows; those that nobody asks again go after ${days} days.\n`
        : `${count} rows. The log is off: "dragoman log on --app ID" turns it on.\n`,
    );
  }
  return 0;
};

/** `log delete --app ID`, with one of `--all`, `--before TIME` and `--row ROW`. */
export const logDelete: Run = async (invocation, terminal) => {
  const { options, switches } = invocation;
  const { before, row } = options;
  const chosen = [switches.has("all"), before !== undefined, row !== undefined].filter(Boolean);
  if (chosen.length !== 1)
    throw misused("what goes is said by one of --all, --before and --row", { see: "log delete" });
  const which = { ...(before !== undefined && { before }), ...(row !== undefined && { row_id: row }) };
  const result = await done(invocation, { app_id: options.app ?? "", ...which }, terminal);
  shown(invocation, result, terminal);
  return 0;
};

/** `log misses --app ID [--limit N]`: what is most worth a look. */
export const logMisses: Run = async (invocation, terminal) => {
  const args = { app_id: invocation.options.app ?? "", ...numberOption(invocation, "limit") };
  const result = await done(invocation, args, terminal);
  if (invocation.json) terminal.out(`${JSON.stringify(result)}\n`);
  else {
    presented("log misses", rowsIn(result, "misses").map(asMiss), terminal);
    const { compared, total, is_cut: isCut } = isJsonObject(result) ? result : {};
    const shown = rowsIn(result, "misses").length;
    if (Number(total) > shown || isCut === true)
      terminal.err(
        `The first ${shown} of ${isCut ? "more than " : ""}${total}. Those that are taken make way for the next.\n`,
      );
    if (compared === false) terminal.err(`${NOT_COMPARED}\n`);
  }
  return 0;
};

async function done(invocation: Invocation, args: JsonObject, terminal: Terminal): Promise<JsonValue> {
  const { config } = loadConfig({ flags: { data: invocation.options.data } });
  refuseMissingFolder(config.dataDir);
  return perform(config, invocation.command.name.replace(" ", "."), args, terminal);
}

function shown({ command, json }: Invocation, result: JsonValue, terminal: Terminal): void {
  if (json) terminal.out(`${JSON.stringify(result)}\n`);
  else presented(command.name, result, terminal);
}

function rowsIn(result: JsonValue, name: string): readonly JsonObject[] {
  const rows = isJsonObject(result) ? result[name] : null;
  return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
}

function roundedIn(confidence: JsonValue | undefined): number | null {
  return typeof confidence === "number" ? Math.round(confidence * 100) / 100 : null;
}

function asLine({ id, last_at, sentence, answer, confidence, times }: JsonObject): JsonObject {
  return {
    row_id: id ?? null,
    last_at: last_at ?? null,
    times: times ?? null,
    sentence: sentence ?? null,
    answer: answerIn(answer),
    confidence: roundedIn(confidence),
  };
}

function asMiss({ id, asked, sentence, answer, confidence, runner_up, reasons, sentences }: JsonObject): JsonObject {
  const next = isJsonObject(runner_up) ? (runner_up.name ?? null) : null;
  return {
    row_id: id ?? null,
    asked: asked ?? null,
    sentences: sentences ?? null,
    sentence: sentence ?? null,
    answer: answerIn(answer),
    confidence: roundedIn(confidence),
    next,
    why: Array.isArray(reasons) ? reasons.join(", ").replaceAll("_", " ") : null,
  };
}

/** The tools or labels: values are in the JSON. */
function answerIn(answer: JsonValue | undefined): string {
  if (!isJsonObject(answer)) return "-";
  const { tool, calls, labels } = answer;
  if (Array.isArray(labels)) return labels.join(", ");
  if (Array.isArray(calls)) return calls.map((call) => (isJsonObject(call) ? String(call.tool) : "")).join(", ");
  return String(tool);
}
