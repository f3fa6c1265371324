import { createInterface } from "node:readline";
import { loadConfig, readTrustedFile } from "#config";
import { AppError } from "#core/errors.ts";
import type { Given } from "#core/examination/outcome.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { languageCalled } from "#core/linting/set-languages.ts";
import type { Run } from "./command.ts";
import { type MeantSets, meantSets } from "./meant-sets.ts";
import { refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { evidenceText, printable } from "./report-text.ts";
import type { Terminal } from "./terminal.ts";
import { backendsIn, learnedSets, type TestedSets, targetIn } from "./tested-sets.ts";

/** Of one line: far more than a sentence may have, and no more than a terminal is flooded with. */
const LINE_CHARACTERS_MAX = 100_000;

/** What a set answers: `ask SET [SENTENCE] --app ID [--explain]`; without SENTENCE line after line. */
export const ask: Run = async (invocation, terminal) => {
  const { operands, options, switches, json } = invocation;
  const target = targetIn(invocation);
  const [backend] = backendsIn(invocation, 1);
  const { config } = loadConfig({
    flags: { data: options.data, config: options.config },
    // Models are asked as it says, which may be to start a program or to send a key.
    readFile: readTrustedFile,
  });
  refuseMissingFolder(config.dataDir);
  const access = new OperatorAccess(config, terminal, { asksModels: true });
  try {
    const learned = new Map<string, TestedSets["kind"]>();
    const kindOf = async ({ signatures: sets, kind: meant }: MeantSets) => {
      const key = sets.join();
      const kind = learned.get(key) ?? (await learnedSets(access, { ...target, sets }, meant, terminal)).kind;
      learned.set(key, kind);
      return kind;
    };
    const asking = {
      ...target,
      ...(backend !== undefined && { backend }),
      ...(options.language !== undefined && { language: options.language }),
      ...(switches.has("explain") && { explain: true }),
    };
    const caller = options.caller === undefined ? {} : { caller: options.caller };
    const answerTo = async (sentence: string) => {
      const meant = await meantSets(access, target, { sentence, ...caller });
      const { signatures: sets, aliases } = meant;
      const kind = await kindOf(meant);
      const given = objectOf(await access.run("ask", { ...asking, kind, sets, sentence }));
      const answer: JsonObject = Object.keys(aliases).length === 0 ? given : { ...given, aliases };
      terminal.out(json ? `${JSON.stringify(answer)}\n` : answerText(answer));
    };
    const { SENTENCE } = operands;
    if (SENTENCE === undefined) return await answeredLines(answerTo, json, terminal);
    await answerTo(SENTENCE);
    return 0;
  } finally {
    await access.close();
  }
};

/** One line after the other, until there are no more. A line that cannot be answered ends nothing; it is told at the end. */
async function answeredLines(
  answerTo: (sentence: string) => Promise<void>,
  json: boolean,
  terminal: Terminal,
): Promise<0 | 1> {
  const isTyped = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, terminal: isTyped, output: process.stderr, prompt: "> " });
  let status: 0 | 1 = 0;
  if (isTyped) {
    terminal.err("A sentence in each line; Ctrl-D ends.\n");
    lines.prompt();
  }
  for await (const line of lines) {
    const sentence = line.replace(/^\uFEFF/, "").trim();
    try {
      if (sentence.length > LINE_CHARACTERS_MAX) {
        throw new AppError("validation_error", `a line has ${sentence.length} characters, which no sentence may have`);
      }
      // Nobody sees what a pipe brings.
      if (sentence !== "" && !isTyped && !json) terminal.out(`> ${printable(sentence)}\n`);
      if (sentence !== "") await answerTo(sentence);
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure;
      status = 1;
      terminal.err(`dragoman: ${failure.message}\n`);
      if (json) terminal.out(`${JSON.stringify({ error: { code: failure.code, message: failure.message } })}\n`);
    }
    if (isTyped) lines.prompt();
  }
  return status;
}

function answerText(answer: JsonObject): string {
  const isOfCalls = answer.kind === "toolset";
  const said = isOfCalls ? callLines(answer) : labelLines(answer);
  const last = `  by ${answeredBy(answer)} in ${Number(answer.latency_ms).toFixed(0)} ms${heardAs(String(answer.language))}`;
  const stands = Object.entries(objectOf(answer.aliases)).map(([name, set]) => `  ${name} stands for ${set}`);
  return `${[...said, last, ...stands, ...(answer.cache === undefined ? [] : explanationLines(answer))].map(printable).join("\n")}\n`;
}

function answeredBy({ source, model }: JsonObject): string {
  if (source === "model") return String(model);
  return source === "taught" ? "what was taught" : `the cache (${String(source).replace("_cache", "")})`;
}

/** What the sentence was taken for, where that is not English. */
function heardAs(language: string): string {
  if (language === "en") return "";
  return `, heard as ${languageCalled(language)}`;
}

function callLines({ calls, more, confidence, sentence, cache }: JsonObject): readonly string[] {
  const lines = objectsOf(calls).flatMap((call) => {
    const missing = textsOf(call.missing_parameters);
    const open = missing.length > 0 ? [`  asks for ${missing.join(", ")}`] : [];
    const from =
      cache === undefined
        ? []
        : evidenceText({ evidence: (call.evidence ?? {}) as Evidence }, String(sentence)).map((line) => `  ${line}`);
    return [
      `${call.tool} ${JSON.stringify(call.parameters)} (confidence ${rounded(call.confidence)})`,
      ...open,
      ...from,
    ];
  });
  const rest = more === true ? ["  and the sentence asks for more than that"] : [];
  return lines.length === 0 ? [`none (confidence ${rounded(confidence)})`] : [...lines, ...rest];
}

type Evidence = NonNullable<Given["call"]>["evidence"];

function labelLines({ classifications }: JsonObject): readonly string[] {
  const parts = objectsOf(classifications);
  return parts.map(({ label, text, confidence }) => {
    const part = parts.length > 1 ? `: "${text}"` : "";
    return `${label} (confidence ${rounded(confidence)})${part}`;
  });
}

function explanationLines({ runner_up, cache, model_says }: JsonObject): readonly string[] {
  const next = objectOf(runner_up);
  const cached = isJsonObject(cache) ? cacheLines(cache) : [];
  return [
    ...(next.name === undefined
      ? ["  what came next is not told"]
      : [`  next came ${next.name}, ${rounded(next.margin)} behind`]),
    ...(model_says === undefined ? [] : [`  the model says ${JSON.stringify(model_says)}`]),
    ...cached,
  ];
}

function cacheLines({ answered, why, nearest, proposal, refused }: JsonObject): readonly string[] {
  const near = objectOf(nearest);
  const proposed = objectOf(proposal);
  return [
    `  the cache ${answered === true ? "answered" : "did not answer"}: ${why}`,
    ...(near.sentence === undefined
      ? []
      : [`  nearest answered sentence: "${near.sentence}" (${rounded(near.similarity)})`]),
    ...(proposed.sentence === undefined
      ? []
      : [`  proposed from "${proposed.sentence}" (score ${rounded(proposed.score)}), by ${proposed.path}`]),
    ...objectsOf(refused).map(({ rule, sentence }) => `  refused for "${sentence}": ${rule}`),
  ];
}

function rounded(value: JsonValue | undefined): string {
  return Number(value).toFixed(2);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
