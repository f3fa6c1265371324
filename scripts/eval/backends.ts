/** Several models on the same tests, one column each. */
import { readFileSync } from "node:fs";
import { parse, stringify, type TomlTable } from "smol-toml";
import { percentile } from "#core/examination/statistics.ts";
import { evaluate } from "./evaluation.ts";
import { keyOf } from "./line.ts";
import type { Options } from "./options.ts";
import { CONCURRENCY } from "./parallel.ts";
import { amountOf, type Report } from "./report.ts";

/** What one model took, as the server's own metrics count it. */
export interface Spent {
  readonly questions: number;
  readonly answered: number;
  /** Answers, twice told what was wrong, that no call could be read from. */
  readonly unusable: number;
  /** Of the questions, those that were asked again because the first answer could not be used. */
  readonly repeated: number;
  readonly inputTokens: number;
  /** Of these, what the model server had read before and kept. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
}

export interface Column {
  readonly name: string;
  readonly report: Report;
  readonly spent: Spent;
  /** What each answer took, in milliseconds, other questions beside it. */
  readonly answerMs: readonly number[];
}

/** Measures each backend in turn, with a server of its own, and compares them in a table. */
export async function compareBackends(options: Options, { names, settings }: NonNullable<Options["backends"]>) {
  const file = settings === null ? "" : readFileSync(settings, "utf8");
  // All of them before the first run of many minutes.
  const models = names.map((name) => ({ name, lines: modelSettings(file, name) }));
  const columns: Column[] = [];
  for (const { name, lines } of models) {
    const { report, metrics, answerMs } = await evaluate(options, lines);
    columns.push({ name, report, spent: spentIn(metrics), answerMs });
  }
  return comparison(columns);
}

/** `[backends.NAME]` of a settings file as the `[model]` of another; `model` is the file's own. Throws for an unknown one. */
export function modelSettings(toml: string, name: string): readonly string[] {
  if (name === "embedded") return [];
  const { backends = {}, model, network } = parse(toml) as Readonly<Record<string, TomlTable>>;
  const chosen = name === "model" ? model : (backends[name] as TomlTable | undefined);
  if (chosen === undefined) throw new Error(`--backend ${name}: the settings have no such backend`);
  // The time that an answer may take is no backend's own.
  const time = model?.timeout_ms === undefined ? {} : { timeout_ms: model.timeout_ms };
  const { fallbacks: _, selectable: _names, ...alone }: TomlTable = { provider: "openai", ...time, ...chosen };
  return stringify({ model: alone, ...(network && { network }) }).split("\n");
}

/** Reads the text format of Prometheus. */
export function spentIn(metrics: string): Spent {
  const sum = (name: string, label = "") =>
    metrics
      .split("\n")
      .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
  const questions = sum("dragoman_model_questions_total");
  const answered = sum("dragoman_model_questions_total", 'outcome="answered"');
  const unusable = sum("dragoman_model_questions_total", 'outcome="llm_processing_error"');
  const calls = sum("dragoman_model_server_calls_total", 'outcome="answered"');
  return {
    questions,
    answered,
    unusable,
    // The embedded model is no server and makes no calls.
    repeated: Math.max(0, calls - answered - unusable),
    inputTokens: sum("dragoman_model_tokens_total", 'direction="input"'),
    cachedTokens: sum("dragoman_model_cached_tokens_total"),
    outputTokens: sum("dragoman_model_tokens_total", 'direction="output"'),
    cost: sum("dragoman_model_cost_total"),
  };
}

export function comparison(columns: readonly Column[]): string {
  const lines = columns.map(({ report }) =>
    Object.values(report.parts)
      .flat()
      .filter(({ kind }) => kind !== "detail")
      .map((line) => [keyOf(line), amountOf(line, line.value) || "–"] as const),
  );
  const measured = [...new Set(lines.flat().map(([key]) => key))];
  const found = lines.map((column) => new Map(column));
  const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(" | ")} |`;
  const ofSpent = (name: string, cell: (spent: Spent) => string) =>
    row(
      name,
      columns.map(({ spent }) => cell(spent)),
    );
  return `${[
    row(
      "%, or ms",
      columns.map(({ name, report }) => `${name} (${report.model})`),
    ),
    row(
      "---",
      columns.map(() => "---"),
    ),
    ...measured.map((key) =>
      row(
        key,
        found.map((column) => column.get(key) ?? "–"),
      ),
    ),
    ...[50, 99].map((percent) =>
      row(
        `p${percent} of an answer, ms, ${CONCURRENCY} at a time`,
        columns.map(({ answerMs }) => percentile(answerMs, percent)?.toFixed(0) ?? "–"),
      ),
    ),
    ofSpent("questions", ({ questions }) => String(questions)),
    ofSpent("validity: answered by a valid call or label, of all that the model answered", ({ answered, unusable }) =>
      share(answered, answered + unusable),
    ),
    ofSpent("asked again, as the first answer was unusable", ({ repeated, questions }) => share(repeated, questions)),
    ofSpent("tokens read, a question", ({ inputTokens, questions }) => each(inputTokens, questions)),
    ofSpent("of them read before and kept by the server", ({ cachedTokens, inputTokens }) =>
      share(cachedTokens, inputTokens),
    ),
    ofSpent("tokens written, a question", ({ outputTokens, questions }) => each(outputTokens, questions)),
    ofSpent("cost of all, by the prices of the settings", ({ cost }) => cost.toFixed(4)),
  ].join("\n")}\n`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : ((100 * part) / whole).toFixed(1);
}

function each(total: number, count: number): string {
  return count === 0 ? "–" : (total / count).toFixed(0);
}
