import { loadConfig } from "#config";
import { whyNoJsonLine } from "#core/broken-json.ts";
import { type CaseFile, casesIn, type WrittenCase } from "#core/examination/case-file.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { sameWordsOf } from "#core/semantic-cache/words/same-words.ts";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { nameOf, readText, STANDARD_STREAM, writeNewFile } from "./exchange-file.ts";
import { perform, refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { presented } from "./present.ts";
import { countsOn } from "./progress.ts";

/** `teach SET SENTENCE --app ID`, with what is right for it. */
export const teach: Run = async (invocation, terminal) => {
  const { operands, options, json } = invocation;
  const args = {
    app_id: options.app,
    signature: operands.SET,
    query: operands.SENTENCE,
    ...saidIn(options),
    ...rightIn(invocation),
  };
  const result = await perform(configOf(invocation), "teach", args as JsonObject, terminal);
  if (json) terminal.out(`${JSON.stringify(result)}\n`);
  else presented("teach", result, terminal);
  return 0;
};

/** `case list SET [FILE] --app ID`: what it was taught; into FILE as test cases, a JSON object a line. */
export const listCases: Run = async (invocation, terminal) => {
  const { operands, options, json } = invocation;
  const args = { app_id: options.app ?? "", signature: operands.SET ?? "" };
  const result = await perform(configOf(invocation), "case.list", args, terminal);
  const { FILE } = operands;
  const lines = (Array.isArray(result) ? result : []).filter(isJsonObject).map((one) => `${testCaseOf(one)}\n`);
  if (FILE !== undefined && FILE !== STANDARD_STREAM) writeNewFile(FILE, lines.join(""));
  if (json) terminal.out(`${JSON.stringify(result)}\n`);
  else if (FILE === undefined) presented("case list", result, terminal);
  else if (FILE === STANDARD_STREAM) terminal.out(lines.join(""));
  if (FILE !== undefined) terminal.err(`${lines.length} ${lines.length === 1 ? "case" : "cases"}.\n`);
  return 0;
};

/** Of one command, so that no message is too large, and it is seen how far it is. */
const STEP_CASES = 100;
/** What of a test case has its part in what is right, and is not taught. */
const NOT_TAUGHT = ["context", "history"] as const;

/** `case import SET FILE --app ID`: teaches all cases of a file of test cases. */
export const importCases: Run = async (invocation, terminal) => {
  const { operands, options, json } = invocation;
  const config = configOf(invocation);
  const file = operands.FILE ?? STANDARD_STREAM;
  const signature = operands.SET ?? "";
  const { cases: written, notes } = casesOfFile(file, await readText(file), signature);
  for (const note of notes) terminal.err(`${note}\n`);
  const whyNot = reasonsAmong(written);
  const taught = written.filter((one) => !whyNot.has(one));
  for (const [{ place }, why] of whyNot) terminal.err(`${place} is left out: ${why}\n`);
  const access = new OperatorAccess(config, terminal, { asksModels: false });
  const say = countsOn(terminal, "taught");
  const refused: JsonObject[] = [];
  try {
    for (let from = 0; from < taught.length; from += STEP_CASES) {
      const some = taught.slice(from, from + STEP_CASES);
      const args = { app_id: options.app ?? "", signature, cases: some.map(({ json: one }) => inputOf(one)) };
      const result = await access.run("case.import", args);
      for (const one of isJsonObject(result) && Array.isArray(result.refused) ? result.refused : []) {
        const place = some[Number(one.position)]?.place ?? "";
        refused.push({ place, message: one.message });
        terminal.err(`${place} is refused: ${one.message}\n`);
      }
      say(Math.min(taught.length, from + STEP_CASES), taught.length);
    }
  } finally {
    await access.close();
  }
  const count = taught.length - refused.length;
  if (json) terminal.out(`${JSON.stringify({ taught: count, left_out: written.length - taught.length, refused })}\n`);
  else terminal.out(`${count} taught\n`);
  return refused.length > 0 ? 1 : 0;
};

/** Of those that are not taught, why. */
function reasonsAmong(written: readonly WrittenCase[]): ReadonlyMap<WrittenCase, string> {
  const whyNot = new Map<WrittenCase, string>();
  const known = new Map<string, { readonly place: string; readonly right: string }>();
  for (const one of written) {
    const { query, ...right } = inputOf(one.json);
    const said = JSON.stringify(right);
    const words = sameWordsOf(String(query)).key;
    const earlier = known.get(words);
    const { labels } = one.json;
    if (NOT_TAUGHT.some((name) => one.json[name] !== undefined))
      whyNot.set(one, "what was said before has its part in what is right");
    else if (Array.isArray(labels) && labels.length > 1) whyNot.set(one, "a set is taught one label for a text");
    else if (earlier && earlier.right !== said)
      whyNot.set(one, `${earlier.place} says something else of the same words`);
    else known.set(words, { place: one.place, right: said });
  }
  return whyNot;
}

function casesOfFile(file: string, text: string, signature: string): CaseFile {
  try {
    return casesIn(text, [signature]);
  } catch (failure) {
    throw new Failure(`${nameOf(file)}: ${failure instanceof Error ? failure.message : failure}`, failure);
  }
}

/** Of a test case what is taught of it: the first of what is right. */
function inputOf({ query, text, language, tool, parameters, calls, label, labels, now }: JsonObject): JsonObject {
  const [first] = Array.isArray(labels) ? labels : [label];
  const right = { language, tool, parameters, calls, label: first, now };
  const given = Object.entries(right).filter(([, value]) => value !== undefined);
  return { query: query ?? text ?? "", ...Object.fromEntries(given) };
}

/** `case remove SET CASE --app ID`. */
export const removeCase: Run = async (invocation, terminal) => {
  const { operands, options, json } = invocation;
  const args = { app_id: options.app ?? "", signature: operands.SET ?? "", case_id: operands.CASE ?? "" };
  const result = await perform(configOf(invocation), "case.remove", args, terminal);
  if (json) terminal.out(`${JSON.stringify(result)}\n`);
  else presented("case remove", result, terminal);
  return 0;
};

function configOf({ options }: Invocation) {
  const { config } = loadConfig({ flags: { data: options.data } });
  refuseMissingFolder(config.dataDir);
  return config;
}

/** What the sentence is in, where that was said. */
function saidIn({ language }: Invocation["options"]): JsonObject {
  return language === undefined ? {} : { language };
}

/** What is right, in one of the ways to say it. */
function rightIn({ options, command }: Invocation): JsonObject {
  const { tool, parameters, calls, label } = options;
  const see = command.name;
  if ([tool, calls, label].filter((given) => given !== undefined).length !== 1)
    throw misused("what is right is said by one of --tool, --calls and --label", { see });
  if (parameters !== undefined && tool === undefined) throw misused("--parameters belong to --tool", { see });
  if (label !== undefined) return { label };
  if (calls !== undefined) return { calls: jsonIn("calls", calls, see) };
  return {
    tool: tool as string,
    ...(parameters !== undefined && { parameters: jsonIn("parameters", parameters, see) }),
  };
}

function jsonIn(option: string, text: string, see: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (failure) {
    throw misused(`--${option} is no JSON: ${whyNoJsonLine(text, failure)}`, { see });
  }
}

function testCaseOf({ case_id: _, taught_at: __, ...rest }: JsonObject): string {
  return JSON.stringify(rest);
}
