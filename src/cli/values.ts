import { loadConfig } from "#config";
import { whyNoJsonLine } from "#core/broken-json.ts";
import { AppError } from "#core/errors.ts";
import { counted } from "#core/exchange/notes.ts";
import { isJsonObject, type JsonValue } from "#core/json.ts";
import { LIMITS } from "#core/limits.ts";
import { atOnce } from "#core/steps.ts";
import { checkingValues, type GivenValue } from "#core/value-list.ts";
import { Failure, type Run } from "./command.ts";
import { readText, STANDARD_STREAM } from "./exchange-file.ts";
import { perform, refuseMissingFolder } from "./operate.ts";

/** A value, and the line of the file that it stands on, from 1. */
interface Line {
  readonly value: JsonValue;
  readonly number: number;
}

/** A list of values out of a file: `values import NAME FILE --app ID [--replace] [--dry-run]`. */
export const importValues: Run = async ({ operands, options, switches, json }, terminal) => {
  const { NAME: name = "", FILE: file = STANDARD_STREAM } = operands;
  const { config } = loadConfig({ flags: { data: options.data } });
  refuseMissingFolder(config.dataDir);
  const called = file === STANDARD_STREAM ? "standard input" : file;
  const lines = linesIn(await readText(file), called);
  checkLines(lines, called);
  const values = lines.map(({ value }) => value);
  if (switches.has("dry-run")) {
    const told = `would be written: the value list "${name}" with ${counted(values.length, "value")}`;
    if (json) terminal.out(`${JSON.stringify({ outcome: "checked", name, count: values.length })}\n`);
    else terminal.out(`${told}\nNothing was written: --dry-run.\n`);
    return 0;
  }
  const existing = switches.has("replace") ? "replace" : "refuse";
  const args = { app_id: options.app, name, values, existing };
  const result = await perform(config, "values.import", args, terminal);
  const outcome = isJsonObject(result) ? String(result.outcome) : "";
  if (json) terminal.out(`${JSON.stringify(result)}\n`);
  else terminal.out(`${outcome}: the value list "${name}" with ${counted(values.length, "value")}\n`);
  return 0;
};

/** JSON Lines where the first line begins as one, else a value a line. */
function linesIn(text: string, called: string): readonly Line[] {
  const { listedValuesMax } = LIMITS;
  const written = text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== "");
  if (written.length > listedValuesMax) {
    throw new Failure(`${called} has ${written.length}/${listedValuesMax} values: split them into several lists`);
  }
  const isJson = /^["{]/.test(written[0]?.line ?? "");
  return written.map(({ line, number }) => ({ value: isJson ? parsedLine(line, number, called) : line, number }));
}

function parsedLine(line: string, number: number, called: string): JsonValue {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new Failure(
      `${called}, line ${number}: is no JSON, as the first line is: ${whyNoJsonLine(line, cause)}`,
      cause,
    );
  }
  if (typeof value === "string") return value;
  const { value: own, synonyms = [], ...more } = isJsonObject(value) ? value : {};
  const isRight =
    typeof own === "string" && Array.isArray(synonyms) && synonyms.every((one) => typeof one === "string");
  if (isRight && Object.keys(more).length === 0) return value as JsonValue;
  throw new Failure(`${called}, line ${number}: must be {"value": TEXT, "synonyms": [TEXT, …]}, or a text in quotes`);
}

/** What the server would say of a position, said of the line. */
function checkLines(lines: readonly Line[], called: string): void {
  try {
    atOnce(checkingValues(lines.map(({ value }) => value as GivenValue)));
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    const numberOf = (position: string) => lines[Number(position)]?.number ?? position;
    const message = failure.message.replace(/values\.(\d+)/g, (_, position: string) => `line ${numberOf(position)}`);
    throw new Failure(`${called}: ${message}`, failure);
  }
}
