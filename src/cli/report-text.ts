/** A report for people at a terminal. */
import type { Given } from "#core/examination/outcome.ts";
import type { Comparison, Counted, Miss, Report } from "#core/examination/test-report.ts";

/** Misses and confusions that are shown; all of them stand in the files and in the JSON. */
const MISSES_SHOWN_MAX = 20;
const CONFUSIONS_SHOWN_MAX = 10;
const NAMES_SHOWN_MAX = 12;
const SENTENCE_CHARACTERS_MAX = 100;

/** How many of the answers, in words, in the order in which they are told. */
export function figuresOf(report: Report): readonly (readonly [name: string, value: Counted | null, says: string])[] {
  const { accuracy, choice, wrong, kind, verdicts, cases } = report;
  const plain = (count: number, says: string) => `${count} of ${cases}${says}`;
  return [
    ["right", accuracy, ""],
    ...(kind === "toolset" ? ([["right tool", choice, ""]] as const) : []),
    ["wrongly done", wrong, ""],
    ...(kind === "toolset"
      ? ([["asked back", null, plain(verdicts.asked, ", though the sentence says it")]] as const)
      : []),
    ["none given", null, plain(verdicts.missed, ", though something is expected")],
    ...(verdicts.part > 0 ? ([["in part", null, plain(verdicts.part, ", each right")]] as const) : []),
    ...(verdicts.failed > 0 ? ([["no answer", null, plain(verdicts.failed, "")]] as const) : []),
  ];
}

export function reportText(report: Report, places: readonly string[], columnsMax: number | null): string {
  const { kind, signatures, models, cases, errors, scores, calibration, latency, cost, examples, misses } = report;
  const noun = kind === "toolset" ? "tool" : "label";
  const head = `${signatures.join(", ")}: ${cases} ${cases === 1 ? "case" : "cases"}, answered by ${models.join(", ") || "nobody"}`;
  const rows = [
    ...figuresOf(report).map(([name, value, says]) => [name, value ? countedText(value) : says]),
    ...(kind === "toolset"
      ? [["errors", `${errors.choice} of the tool, ${errors.parameters} of the parameters alone`]]
      : []),
    ["macro", scoreText(scores.macro)],
    ["micro", scoreText(scores.micro)],
    ...(calibration ? [["calibration", `expected error ${(100 * calibration.error).toFixed(1)} %`]] : []),
    ...(latency
      ? [
          [
            "latency",
            `p50 ${milliseconds(latency.p50)}, p95 ${milliseconds(latency.p95)}, p99 ${milliseconds(latency.p99)}`,
          ],
        ]
      : []),
    ["cost", cost ? costText(cost) : "nothing that can be counted"],
  ];
  const seen =
    examples > 0 ? [`${examples} of the cases are examples of the set itself: that it knows them says little.\n`] : [];
  return [
    `${head}\n`,
    aligned(rows, "  "),
    ...seen,
    ...namesText(report, noun),
    ...confusionText(report, noun),
    ...missesText(misses, places, columnsMax),
  ].join("");
}

export function comparisonText(
  { both, onlyFirst, onlySecond, neither, unanswered, pValue, apart }: Comparison,
  [first, second]: readonly Pick<Report, "backend">[],
  places: readonly string[],
): string {
  const names = [first?.backend ?? "", second?.backend ?? ""] as const;
  const rows = [
    ["both right", String(both)],
    [`only ${names[0]}`, String(onlyFirst)],
    [`only ${names[1]}`, String(onlySecond)],
    ["neither", String(neither)],
    ...(unanswered > 0 ? [["no answer of one", String(unanswered)]] : []),
    ["McNemar, exact", `p = ${probability(pValue)}`],
  ];
  const shown = apart
    .slice(0, MISSES_SHOWN_MAX)
    .map(({ position, sentence, right }) => [
      `only ${names[right]}`,
      `${places[position] ?? `case ${position + 1}`}: "${shortened(sentence)}"`,
    ]);
  const more = moreText(apart.length - shown.length);
  return [`${names[0]} beside ${names[1]}\n`, aligned(rows, "  "), aligned(shown, "  "), more].join("");
}

function namesText({ scores: { names } }: Report, noun: string): readonly string[] {
  if (names.length < 2) return [];
  const worst = names.toSorted((one, other) => one.f1 - other.f1 || other.expected - one.expected);
  const rows = [
    [noun, "expected", "came", "precision", "recall", "F1"],
    ...worst
      .slice(0, NAMES_SHOWN_MAX)
      .map(({ name, expected, given, precision, recall, f1 }) => [
        name,
        String(expected),
        String(given),
        ...[precision, recall, f1].map((share) => share.toFixed(3)),
      ]),
  ];
  return [`\nBy ${noun}, the worst first\n`, aligned(rows, "  "), moreText(names.length - NAMES_SHOWN_MAX)];
}

function confusionText({ scores: { confusion } }: Report, noun: string): readonly string[] {
  const confused = confusion.filter(({ expected, given }) => expected !== given);
  if (confused.length === 0) return [];
  const rows = [
    [`${noun} expected`, "came instead", "times"],
    ...confused.slice(0, CONFUSIONS_SHOWN_MAX).map(({ expected, given, count }) => [expected, given, String(count)]),
  ];
  return ["\nTaken for another\n", aligned(rows, "  "), moreText(confused.length - CONFUSIONS_SHOWN_MAX)];
}

function missesText(misses: readonly Miss[], places: readonly string[], columnsMax: number | null): readonly string[] {
  if (misses.length === 0) return [];
  const shown = misses.slice(0, MISSES_SHOWN_MAX).map((miss) => missText(miss, places[miss.position], columnsMax));
  return ["\nMisses\n", ...shown, moreText(misses.length - shown.length)];
}

function missText(miss: Miss, place: string | undefined, columnsMax: number | null): string {
  const rows = missRows(miss).map(([name, value]) => [name, value]);
  const width = columnsMax === null ? SENTENCE_CHARACTERS_MAX : Math.max(20, columnsMax - 24);
  return `  ${place ?? `case ${miss.position + 1}`}: "${shortened(miss.sentence, width)}"\n${aligned(rows, "    ")}`;
}

/** What is told of a miss beside its sentence. */
export function missRows(miss: Miss): readonly (readonly [name: string, value: string])[] {
  const { expected, given, judgement, confidence, runnerUp, failure, isExample } = miss;
  if (failure) return [["no answer", `${failure.code}: ${failure.message}`]];
  const sure = confidence === null ? "" : ` (confidence ${confidence.toFixed(2)})`;
  const evidence = given.flatMap(({ call }) => (call ? evidenceText(call, miss.sentence) : []));
  return [
    [VERDICT_WORDS[judgement.verdict], ERROR_WORDS[judgement.error ?? "choice"]],
    ["expected", callsText(expected)],
    ["came", `${givenText(given)}${sure}`],
    ...(runnerUp ? ([["came next", `${runnerUp.name}, ${runnerUp.margin.toFixed(2)} behind`]] as const) : []),
    ...(evidence.length > 0 ? ([["evidence", evidence.join("; ")]] as const) : []),
    ...(isExample ? ([["note", "the set has this sentence as an example"]] as const) : []),
  ];
}

const VERDICT_WORDS = {
  right: "right",
  part: "in part",
  asked: "asked back",
  missed: "none given",
  wrong: "wrongly done",
  failed: "no answer",
} as const;

const ERROR_WORDS = { choice: "another was meant", parameters: "its parameters are not what was meant" } as const;

function callsText(calls: Miss["expected"]): string {
  if (calls.length === 0) return "none";
  return calls
    .map(({ name, parameters }) => (parameters ? `${name} ${JSON.stringify(parameters)}` : name))
    .join(" and ");
}

function givenText(given: readonly Given[]): string {
  if (given.length === 0) return "none";
  return given
    .map(({ name, call }) => {
      if (!call) return name;
      const open = call.missing.length > 0 ? `, asks for ${call.missing.join(", ")}` : "";
      return `${name} ${JSON.stringify(call.parameters)}${open}`;
    })
    .join(" and ");
}

/** Where each value came from, with the words of the sentence. */
export function evidenceText(
  { evidence }: { readonly evidence: NonNullable<Given["call"]>["evidence"] },
  sentence: string,
): readonly string[] {
  const points = [...sentence];
  return Object.entries(evidence).map(([name, { kind, start, end }]) => {
    const words = kind === "query" && start !== undefined ? ` "${points.slice(start, end).join("")}"` : "";
    return `${name} from ${SOURCES[kind]}${words}`;
  });
}

const SOURCES = {
  query: "the sentence",
  context: "the context",
  history: "what was said before",
  memory: "a memory",
  default: "its default",
  inferred: "nowhere that is seen",
} as const;

export function countedText({ count, of, share, low, high }: Counted): string {
  return `${count} of ${of}, ${percent(share)} (95 %: ${percent(low)} to ${percent(high)})`;
}

function scoreText({ precision, recall, f1 }: Report["scores"]["macro"]): string {
  return `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`;
}

export function costText({ money, inputTokens, outputTokens }: NonNullable<Report["cost"]>): string {
  const price =
    money === 0 ? "at prices that the settings do not name" : `${money.toPrecision(3)} by the settings' prices`;
  return `${inputTokens} tokens read and ${outputTokens} written, ${price}`;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** To four places, and the smaller ones as they are. */
export function probability(value: number): string {
  return value >= 0.0001 || value === 0 ? value.toFixed(4) : value.toExponential(1);
}

function moreText(count: number): string {
  return count > 0 ? `  and ${count} more, which --json and --html show\n` : "";
}

/** One line, and no longer than asked for. */
function shortened(text: string, charactersMax = SENTENCE_CHARACTERS_MAX): string {
  const line = printable(text.replace(/\s+/g, " "));
  const points = [...line];
  return points.length > charactersMax ? `${points.slice(0, charactersMax - 1).join("")}…` : line;
}

/** Without what would move the cursor or turn the line around. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\u00b7");
}

function aligned(rows: readonly (readonly string[])[], indent: string): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => [...(row[at] ?? "")].length)),
  );
  const padded = (text: string, width: number) => text + " ".repeat(Math.max(0, width - [...text].length));
  return rows
    .map(
      (row) =>
        `${indent}${row
          .map((text, at) => padded(printable(text), widths[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
