import { loadConfig, readTrustedFile } from "#config";
import { casesIn, type WrittenCase } from "#core/examination/case-file.ts";
import { type Change, type Changes, changesOf } from "#core/examination/changes.ts";
import type { Given, Outcome } from "#core/examination/outcome.ts";
import { CASES_PER_FILE_MAX } from "#core/examination/test-case.ts";
import { readSets } from "#core/exchange/formats.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "#core/json.ts";
import { eachOnce } from "#core/query-log/logged-cases.ts";
import { outcomesOfBoth, taughtCases } from "./asked-cases.ts";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { nameOf, readSource, readText, STANDARD_STREAM } from "./exchange-file.ts";
import { withSetsMeant } from "./meant-sets.ts";
import { refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { countsOn } from "./progress.ts";
import type { Terminal } from "./terminal.ts";
import { learnedSets, type TestedSets } from "./tested-sets.ts";

/** Changes that are shown; all of them stand in the JSON. */
const CHANGES_SHOWN_MAX = 50;

/** What a set would answer otherwise if it were replaced: `diff SET FILE [CASES] --app ID [--log] [--fail-on-change]`. */
export const diff: Run = async (invocation, terminal) => {
  const { operands, options, switches, json } = invocation;
  const { config } = loadConfig({
    flags: { data: options.data, config: options.config },
    // Models are asked as it says, which may be to start a program or to send a key.
    readFile: readTrustedFile,
  });
  refuseMissingFolder(config.dataDir);
  if (operands.FILE === STANDARD_STREAM && operands.CASES === STANDARD_STREAM)
    throw misused("FILE and CASES are both standard input, which is read once: name a file for one", { see: "diff" });
  const file = { name: operands.FILE ?? "", source: await readSource(operands.FILE ?? "", null) };
  const cases = operands.CASES === undefined ? null : { name: operands.CASES, text: await readText(operands.CASES) };
  const access = new OperatorAccess(config, terminal, { asksModels: true });
  try {
    const signature = await signatureIn(access, invocation, terminal);
    const proposed = proposedIn(file, signature, terminal);
    const written = cases && writtenCases(cases, signature);
    const sides = await replay(access, invocation, { signature, proposed, written }, terminal);
    const found = changesOf(sides.before, sides.after, (position) => position < sides.expected);
    terminal.out(json ? `${JSON.stringify(jsonOf(found))}\n` : textOf(found, sides.places));
    return switches.has("fail-on-change") && found.changes.length > 0 ? 1 : 0;
  } finally {
    await access.close();
  }
};

interface Sides {
  readonly before: readonly Outcome[];
  readonly after: readonly Outcome[];
  readonly places: readonly string[];
  /** So many of them, the first, say what is right. */
  readonly expected: number;
}

interface Replayed {
  /** Of the set as it is. */
  readonly signature: string;
  readonly proposed: JsonObject;
  readonly written: readonly WrittenCase[] | null;
}

/** All sentences, asked of the set as it is and as it would be. */
async function replay(
  access: OperatorAccess,
  { options, switches }: Invocation,
  { signature, proposed, written }: Replayed,
  terminal: Terminal,
): Promise<Sides> {
  const kind = proposed.tools === undefined ? "classification_set" : "toolset";
  const target: Target = { app_id: options.app, sets: [signature], kind };
  const known = written ?? (await taughtCases(access, target));
  const logged = switches.has("log") ? await loggedCases(access, target) : { right: [], others: [] };
  const right = [...known, ...logged.right];
  const cases = [...right, ...logged.others];
  if (cases.length === 0)
    throw new Failure(
      `there is nothing to replay: "${signature}" was taught no cases${
        switches.has("log") ? ", and the log has no question of it alone" : ""
      }; name a file of cases, or teach it some`,
    );
  const instead = { ...target, proposed: [proposed] };
  try {
    for (const of of [target, instead]) await learnedSets(access, of, kind, terminal);
    const asked = countsOn(terminal, "asked of the set as it is, and as it would be");
    const lenient = { lenient: true };
    const sides = [
      { ...target, ...lenient },
      { ...instead, ...lenient },
    ] as const;
    const [before, after] = await outcomesOfBoth(access, sides, cases, asked);
    return { before, after, places: cases.map(({ place }) => place), expected: right.length };
  } finally {
    await access.run("proposed.forget", { app_id: options.app, kind, proposed: [proposed] });
  }
}

/** Of the one set that is meant. */
async function signatureIn(
  access: OperatorAccess,
  { operands, options }: Invocation,
  terminal: Terminal,
): Promise<string> {
  const target = { app_id: options.app, sets: [operands.SET ?? ""] };
  const { sets } = await withSetsMeant(access, target, terminal);
  return String(Array.isArray(sets) ? sets[0] : "");
}

/** The set of the file, under the signature of the one that it would replace. */
function proposedIn(
  { name, source }: { readonly name: string; readonly source: Awaited<ReturnType<typeof readSource>> },
  signature: string,
  terminal: Terminal,
): JsonObject {
  const { resources, notes } = readSets(source, { format: null, signature: null, only: [], fileName: signature });
  for (const note of notes) terminal.err(`${note.action} ${note.what}: ${note.detail}\n`);
  const named = resources.filter((resource) => resource.signature === signature);
  const [only, ...others] = named.length > 0 ? named : resources;
  if (!only || others.length > 0)
    throw new Failure(
      `${nameOf(name)} has ${resources.length} sets and none "${signature}": leave the one that is meant`,
    );
  const { content_hash: _, ...resource } = only;
  return { ...resource, signature };
}

function writtenCases(
  { name, text }: { readonly name: string; readonly text: string },
  signature: string,
): readonly WrittenCase[] {
  try {
    return casesIn(text, [signature]).cases;
  } catch (failure) {
    throw new Failure(`${nameOf(name)}: ${failure instanceof Error ? failure.message : failure}`, failure);
  }
}

/** What the log has of the set alone, what was asked most often first; apart, what an app said to be right. */
async function loggedCases(access: OperatorAccess, { app_id, sets: [signature = ""], kind }: Target) {
  const rows: LoggedRow[] = [];
  let after: JsonValue = null;
  do {
    const asked = { app_id, signature, kind, ...(after !== null && { after }) };
    const looked: JsonValue = await access.run("log.cases", asked);
    if (!isJsonObject(looked) || !isListOf(looked.cases, isLogged))
      throw new Failure("the running server did not answer as one of this version does");
    rows.push(...looked.cases);
    after = looked.next ?? null;
  } while (after !== null && rows.length < CASES_PER_FILE_MAX);
  const frequent = eachOnce(rows).toSorted((one, other) => other.times - one.times);
  const written = (isRight: boolean) =>
    frequent
      .filter((row) => row.isRight === isRight)
      .map(({ row, times, json }): WrittenCase => {
        return { json, place: `${row}, asked ${times === 1 ? "once" : `${times} times`}` };
      });
  return { right: written(true), others: written(false) };
}

type LoggedRow = {
  readonly row: string;
  readonly times: number;
  readonly isRight: boolean;
  readonly json: JsonObject;
};

function isLogged(value: JsonValue): value is LoggedRow {
  return (
    isJsonObject(value) && isText(value.row ?? null) && typeof value.times === "number" && isJsonObject(value.json)
  );
}

type Target = {
  readonly app_id: string | undefined;
  readonly sets: readonly string[];
  readonly kind: TestedSets["kind"];
};

function jsonOf({ replayed, changes }: Changes): JsonObject {
  const count = (turn: Change["turn"]) => changes.filter((change) => change.turn === turn).length;
  return {
    replayed,
    changed: changes.length,
    broken: count("broken"),
    mended: count("mended"),
    changes: changes.map(({ turn, before, after }) => ({
      query: before.sentence,
      turn,
      expected: before.expected.map((one) => ({ ...one })),
      before: answerOf(before),
      after: answerOf(after),
    })),
  };
}

function answerOf({ given, confidence, failure }: Outcome): JsonObject {
  return { given: given.map(namedOf), confidence, failure: failure && { ...failure } };
}

function namedOf({ name, call }: Given): JsonObject {
  return call ? { name, parameters: call.parameters, missing: [...call.missing] } : { name };
}

function textOf({ replayed, changes }: Changes, places: readonly string[]): string {
  const head = `${replayed.toLocaleString("en")} replayed, ${changes.length.toLocaleString("en")} change${changes.length === 1 ? "s" : ""}\n`;
  const shown = changes
    .slice(0, CHANGES_SHOWN_MAX)
    .map(({ position, turn, before, after }) =>
      [
        `\n  ${places[position] ?? ""}: "${before.sentence}"${turn === "other" ? "" : ` is ${turn}`}`,
        `    before  ${answerText(before)}`,
        `    after   ${answerText(after)}\n`,
      ].join("\n"),
    );
  const more = changes.length - shown.length;
  return [head, ...shown, ...(more > 0 ? [`\n  and ${more} more: --json has all\n`] : [])].join("");
}

function answerText({ given, failure }: Outcome): string {
  if (failure) return `no answer (${failure.code}: ${failure.message})`;
  if (given.length === 0) return "none";
  return given
    .map(({ name, call }) => {
      if (!call) return name;
      const open = call.missing.length > 0 ? `, lacks ${call.missing.join(", ")}` : "";
      return `${name} ${JSON.stringify(call.parameters)}${open}`;
    })
    .join("; ");
}
