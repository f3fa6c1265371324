/**
 * What linting says of sets that exist, and what it costs. In one process, with the embedder that ships:
 *
 *     bun scripts/bench/linting.ts --data FOLDER [--moved]
 *
 * FOLDER holds what docs/how-to/measure.md says; of the everyday requests those under `train/everyday`. `--moved`: only how many examples
 * are found that were moved to another tool.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openFileLinter } from "#app";
import { loadConfig } from "#config";
import { type Class, checkedClasses } from "#core/classification-set.ts";
import { LINT_CODES } from "#core/linting/lint-rules.ts";
import { type LintedSet, lintWarnings } from "#core/linting/linter.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import type { AppId } from "#core/tenant.ts";
import { checkedTools, type Tool } from "#core/toolset.ts";
import { readBfcl, readLabelled } from "../eval/data-sets.ts";
import { readEveryday } from "../eval/everyday-data.ts";
import { randomFrom } from "../eval/statistics.ts";

const APP = "bench" as AppId;
const EXAMPLES = 20;
/** Sentences of the everyday requests that stand for a tool's examples. */
const TOOL_EXAMPLES = 8;
const PLAIN_KINDS: ReadonlySet<string> = new Set(["plain", "polite-long", "terse", "slang", "implicit"]);
/** Of the examples so many are moved to another class, to see whether that is found. */
const MOVED_SHARE = 0.03;
const MOVES_PER_TRADE = 4;
const ROUNDS = 40;
const OTHERS = 1;

const { values } = parseArgs({ options: { data: { type: "string" }, moved: { type: "boolean", default: false } } });
if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
const data = values.data;
const folder = mkdtempSync(join(tmpdir(), "linting-"));
const { linter, close } = openFileLinter(loadConfig({ flags: { data: folder } }).config);

const toolOf = ({ name, description, parameters }: Tool, examples?: readonly string[]): Tool => ({
  name,
  description,
  ...(parameters && { parameters: readSchema(parameters) }),
  ...(examples && examples.length > 0 && { examples }),
});

function trades(): readonly LintedSet[] {
  return readEveryday(join(data, "train/everyday")).map(({ name, tools, cases }) => {
    const examples = new Map<string, string[]>();
    for (const { kind, query, calls = [] } of cases) {
      const [call] = calls;
      if (!call || calls.length > 1 || !PLAIN_KINDS.has(kind)) continue;
      const known = examples.get(call.tool) ?? [];
      if (known.length < TOOL_EXAMPLES) examples.set(call.tool, [...known, query]);
    }
    return { signature: name, tools: tools.map((tool) => toolOf(tool as Tool, examples.get(tool.name))) };
  });
}

function bfcl(part: string): readonly LintedSet[] {
  const found = readBfcl(data).find(({ name }) => name === part);
  // Of several tests with the same tools, one.
  const sets = new Map((found?.tests ?? []).map(({ id, functions }) => [JSON.stringify(functions), { id, functions }]));
  return [...sets.values()].map(({ id, functions }) => ({
    signature: id,
    tools: functions.map((tool) => toolOf(tool as Tool)),
  }));
}

function classesOf(file: string, without: string): readonly Class[] {
  const examples = new Map<string, Set<string>>();
  for (const { text, label } of readLabelled(join(data, file))) {
    if (label === without) continue;
    const known = examples.get(label) ?? new Set();
    if (known.size < EXAMPLES) known.add(text);
    examples.set(label, known);
  }
  return [...examples].map(([label, texts]) => ({ label, examples: [...texts] }));
}

async function counted(title: string, sets: readonly LintedSet[]): Promise<void> {
  const counts = new Map<string, number>();
  let [members, examples, withWarnings] = [0, 0, 0];
  for (const set of sets) {
    const { findings } = await linter.lint(APP, [set], new AbortController().signal);
    const own: readonly { readonly examples?: readonly string[] }[] = "tools" in set ? set.tools : set.classes;
    members += own.length;
    examples += own.reduce((sum, one) => sum + (one.examples?.length ?? 0), 0);
    if (findings.some(({ severity }) => severity === "warning")) withWarnings += 1;
    for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const told = LINT_CODES.flatMap((code) => (counts.has(code) ? [`${code} ${counts.get(code)}`] : []));
  console.log(`${title}: ${sets.length} sets, ${members} tools or classes, ${examples} examples`);
  console.log(`  sets with a warning: ${withWarnings}; ${told.join(", ")}`);
}

/** Examples moved to a class that is drawn by lot: how many of them are found, and said to be of the class that they are of. */
async function found(title: string, classes: readonly Class[]): Promise<void> {
  const random = randomFrom(7);
  const moved = new Map<string, string>();
  const examples = classes.map(({ examples: own = [] }) => [...own]);
  for (const [at, { label }] of classes.entries()) {
    for (const text of classes[at]?.examples ?? []) {
      if (random() >= MOVED_SHARE) continue;
      const to = (at + 1 + Math.floor(random() * (classes.length - 1))) % classes.length;
      examples[at] = (examples[at] ?? []).filter((other) => other !== text);
      examples[to]?.push(text);
      moved.set(text, label);
    }
  }
  const set = { signature: title, classes: classes.map(({ label }, at) => ({ label, examples: examples[at] ?? [] })) };
  const { findings } = await linter.lint(APP, [set], new AbortController().signal);
  const claims = findings.filter(({ code }) => code === "example_claimed").map(({ message }) => message);
  const right = [...moved].filter(([text, label]) =>
    claims.some((claim) => claim.startsWith(`"${text.slice(0, 40)}`) && claim.includes(`is nearer to "${label}"`)),
  );
  console.log(`${title}: ${right.length} of ${moved.size} examples that were moved are found`);
}

/** One example of each set moved to another tool, so many times: how many are found, and said to be of the tool that they are of. */
async function foundInTrades(sets: readonly LintedSet[]): Promise<void> {
  const random = randomFrom(7);
  const found = { moved: 0, told: 0, right: 0 };
  for (const { signature, tools } of sets.flatMap((set) => ("tools" in set ? [set] : []))) {
    // One set after the other: the embedder remembers the sentences of the last ones.
    for (let round = 0; round < MOVES_PER_TRADE; round += 1) {
      const moved = movedWithin(tools, random);
      if (!moved) continue;
      const { findings } = await linter.lint(APP, [{ signature, tools: moved.tools }], new AbortController().signal);
      const claims = findings.filter(({ code }) => code === "example_claimed").map(({ message }) => message);
      const own = claims.filter((claim) => claim.startsWith(`"${moved.text.slice(0, 40)}`));
      found.moved += 1;
      found.told += Number(own.length > 0);
      found.right += Number(own.some((claim) => claim.includes(`is nearer to "${moved.from}"`)));
    }
  }
  const { moved, told, right } = found;
  console.log(
    `train/everyday: ${told} of ${moved} examples that were moved are told, ${right} with the tool that they are of`,
  );
}

/** The tools with one example at another of them, by lot; null where there is none to move, or nowhere to. */
function movedWithin(
  tools: readonly Tool[],
  random: () => number,
): { readonly tools: readonly Tool[]; readonly text: string; readonly from: string } | null {
  const taught = tools.filter(({ examples = [] }) => examples.length > 0);
  const from = taught[Math.floor(random() * taught.length)];
  const others = tools.filter((tool) => tool !== from);
  const to = others[Math.floor(random() * others.length)];
  const text = from?.examples?.[Math.floor(random() * from.examples.length)];
  if (!from || !to || text === undefined) return null;
  const edited = tools.map((tool) => {
    const { examples = [] } = tool;
    if (tool === from) return { ...tool, examples: examples.filter((one) => one !== text) };
    return tool === to ? { ...tool, examples: [...examples, text] } : tool;
  });
  return { tools: edited, text, from: from.name };
}

/** Every class cut in two, with half of its examples each: how many of the pairs are found. */
async function cut(title: string, classes: readonly Class[]): Promise<void> {
  const halves = classes.flatMap(({ label, examples = [] }) =>
    [0, 1].map((half) => ({ label: `${label} ${half}`, examples: examples.filter((_, at) => at % 2 === half) })),
  );
  let pairs = 0;
  // Each pair among so many others as a set has that is no larger.
  for (const [at, { label }] of classes.entries()) {
    const own = halves.filter(({ label: one }) => one === `${label} 0` || one === `${label} 1`);
    const others = classes.filter((_, other) => other !== at).slice(0, OTHERS);
    const set = { signature: title, classes: [...own, ...others] };
    const { findings } = await linter.lint(APP, [set], new AbortController().signal);
    if (findings.some(({ code, path }) => code === "classes_alike" && path === "/classes/1")) pairs += 1;
  }
  console.log(`${title}: ${pairs} of ${classes.length} classes that were cut in two are found`);
}

/** What reading for warnings adds to what creating checks anyway, in milliseconds, the least of some rounds: neighbours only add. */
function priced(title: string, set: LintedSet): void {
  const [checks, lints, longest]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Read anew, as each request's body is: schemas are remembered by their identity.
    const fresh = structuredClone(set);
    const startedMs = performance.now();
    if ("tools" in fresh) checkedTools(fresh.tools);
    else checkedClasses(fresh.classes);
    const checkedMs = performance.now();
    const work = lintWarnings(fresh);
    let step = 0;
    for (let at = checkedMs; !work.next().done; ) {
      const now = performance.now();
      step = Math.max(step, now - at);
      at = now;
    }
    longest.push(step);
    checks.push(checkedMs - startedMs);
    lints.push(performance.now() - checkedMs);
  }
  const figure = (all: readonly number[]) => Math.min(...all).toFixed(2);
  console.log(
    `${title}: checked in ${figure(checks)} ms, read in ${figure(lints)} ms, longest step ${figure(longest)} ms`,
  );
}

const parameters = {
  type: "object",
  properties: Object.fromEntries(
    ["city", "day", "guests", "breakfast", "remark"].map((name) => [
      name,
      { type: name === "guests" ? "integer" : "string", description: `The ${name} that is meant by whoever asks` },
    ]),
  ),
  required: ["city"],
};
const sentence = (of: number, at: number) =>
  `please do the thing that has the number ${of} for guest number ${at} today`;
const many = (of: number, count: number) => Array.from({ length: count }, (_, at) => sentence(of, at));
const large: readonly (readonly [string, LintedSet])[] = [
  [
    "128 tools, 5 parameters and 3 examples each",
    {
      signature: "large",
      tools: Array.from({ length: 128 }, (_, at) => ({
        name: `book_room_${at}`,
        description: `Books a room of the hotel with the number ${at} for a night`,
        parameters: structuredClone(parameters),
        examples: many(at, 3),
      })),
    },
  ],
  [
    "500 classes, 20 examples each",
    {
      signature: "large",
      classes: Array.from({ length: 500 }, (_, at) => ({ label: `thing ${at}`, examples: many(at, 20) })),
    },
  ],
];

async function all(): Promise<void> {
  for (const [title, set] of large) priced(title, set);
  await counted("train/everyday", trades());
  await foundInTrades(trades());
  for (const part of ["live_multiple", "multiple"]) await counted(`bfcl/${part}`, bfcl(part));
  const banking = classesOf("banking77.jsonl", "");
  const clinc = classesOf("clinc150.jsonl", "oos");
  for (const [title, classes] of [["banking77", banking] as const, ["clinc150", clinc] as const]) {
    const startedMs = performance.now();
    await counted(title, [{ signature: title, classes }]);
    console.log(`  ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
    await found(title, classes);
    await cut(title, classes);
  }
}

try {
  await (values.moved ? foundInTrades(trades()) : all());
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}
