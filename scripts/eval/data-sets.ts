/** Reads the development data and divides it. Pure but for reading files; every division is the same each time. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { JsonObject } from "#core/json.ts";
import type { BfclFunction, GroundTruth } from "./bfcl-scoring.ts";

/** One conversation of BFCL that ends with what the user wants now. */
export interface BfclTest {
  readonly id: string;
  readonly query: string;
  /** What the system and earlier turns said. */
  readonly context: string | null;
  readonly functions: readonly (BfclFunction & { readonly description: string })[];
  readonly groundTruth: GroundTruth;
}

export interface BfclPart {
  readonly name: string;
  readonly tests: readonly BfclTest[];
}

export interface LabelledText {
  readonly text: string;
  readonly label: string;
}

export interface SnipsTest {
  readonly text: string;
  readonly intent: string;
  /** Texts by slot name. */
  readonly slots: Readonly<Record<string, string>>;
}

export interface NluppText {
  readonly text: string;
  /** All that it means; may be none. */
  readonly intents: readonly string[];
}

export interface NluppDomain {
  readonly name: string;
  /** The question that describes each intent, by its name. */
  readonly intents: Readonly<Record<string, string>>;
  readonly texts: readonly NluppText[];
}

const EXPECTED = "--data names a folder as docs/how-to/measure.md describes it";

interface BfclLine {
  readonly id: string;
  readonly question: readonly (readonly { readonly role: string; readonly content: string }[])[];
  readonly function: readonly {
    readonly name: string;
    readonly description?: string;
    readonly parameters: JsonObject;
  }[];
  readonly ground_truth: GroundTruth;
}

function jsonLinesFilesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new Error(`${folder} is not there: ${EXPECTED}`);
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return names.sort().map((name) => join(folder, name));
}

export function linesOf<Line>(path: string): readonly Line[] {
  if (!existsSync(path)) throw new Error(`${path} is not there: ${EXPECTED}`);
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Line);
}

/** Every `bfcl/*.jsonl`, by name. */
export function readBfcl(dataDir: string): readonly BfclPart[] {
  return jsonLinesFilesIn(join(dataDir, "bfcl")).map((path) => ({
    name: basename(path, ".jsonl"),
    tests: linesOf<BfclLine>(path).map(bfclTest),
  }));
}

export function bfclTest(line: BfclLine): BfclTest {
  const messages = line.question.flat();
  const query = messages.at(-1)?.content ?? "";
  const before = messages.slice(0, -1).map(({ role, content }) => `${role}: ${content}`);
  return {
    id: line.id,
    query,
    context: before.length === 0 ? null : before.join("\n"),
    functions: line.function.map(({ name, description, parameters }) => ({
      name,
      description: description ?? "",
      parameters,
    })),
    groundTruth: line.ground_truth,
  };
}

/** Equal lists of functions, in whatever order their keys stand, have one key. */
export function functionsKey(functions: BfclTest["functions"]): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
  };
  return digest(JSON.stringify(sorted(functions)));
}

/** A `.jsonl` of `text` and `label`. A text that occurs twice counts once. */
export function readLabelled(path: string): readonly LabelledText[] {
  const seen = new Map(linesOf<LabelledText>(path).map((line) => [line.text.trim(), line.label]));
  return [...seen].map(([text, label]) => ({ text, label }));
}

/** Every `snips/*.jsonl`. */
export function readSnips(dataDir: string): readonly SnipsTest[] {
  interface SnipsLine {
    readonly text: string;
    readonly tool: string;
    readonly slots: Readonly<Record<string, string>>;
  }
  return jsonLinesFilesIn(join(dataDir, "snips")).flatMap((path) =>
    linesOf<SnipsLine>(path).map(({ text, tool, slots }) => ({ text: text.trim(), intent: tool, slots })),
  );
}

/** `nlupp/NAME.jsonl` with those intents of `nlupp/ontology.json` that are for that domain or for all. */
export function readNlupp(dataDir: string, name: string): NluppDomain {
  interface Ontology {
    readonly intents: Readonly<Record<string, { readonly description: string; readonly domain: readonly string[] }>>;
  }
  const folder = join(dataDir, "nlupp");
  const lines = linesOf<{ readonly text: string; readonly intents?: readonly string[] }>(join(folder, `${name}.jsonl`));
  const ontology = JSON.parse(readFileSync(join(folder, "ontology.json"), "utf8")) as Ontology;
  const ofDomain = Object.entries(ontology.intents).filter(
    ([, { domain }]) => domain.includes("general") || domain.includes(name),
  );
  return {
    name,
    intents: Object.fromEntries(ofDomain.map(([intent, { description }]) => [intent, description])),
    texts: lines.map(({ text, intents }) => ({ text, intents: intents ?? [] })),
  };
}

export interface Division {
  /** By label, alphabetically; up to `examplesPerClassMax` each, never tested. */
  readonly examples: ReadonlyMap<string, readonly string[]>;
  /** Evenly over the classes. */
  readonly tested: readonly LabelledText[];
}

/** Divides each class by the texts' digests, so that neither the order of the file nor chance decides. */
export function divide(
  texts: readonly LabelledText[],
  sizes: { readonly examplesPerClassMax: number; readonly testedMax: number },
): Division {
  const classes = new Map<string, string[]>();
  for (const { text, label } of inDigestOrder(texts)) classes.set(label, [...(classes.get(label) ?? []), text]);
  const labels = [...classes.keys()].sort();
  const examples = new Map<string, readonly string[]>();
  const rest: { readonly label: string; readonly texts: readonly string[] }[] = [];
  for (const label of labels) {
    const all = classes.get(label) ?? [];
    // A class is never used up by its examples: half of it at least is for testing.
    const count = Math.min(sizes.examplesPerClassMax, Math.floor(all.length / 2));
    examples.set(label, all.slice(0, count));
    rest.push({ label, texts: all.slice(count) });
  }
  return { examples, tested: roundRobin(rest, sizes.testedMax) };
}

/** The first of each class, then the second of each, and so on, up to `max`. */
function roundRobin(
  classes: readonly { readonly label: string; readonly texts: readonly string[] }[],
  max: number,
): readonly LabelledText[] {
  const rounds = Math.max(0, ...classes.map(({ texts }) => texts.length));
  const taken: LabelledText[] = [];
  for (let round = 0; round < rounds && taken.length < max; round += 1) {
    for (const { label, texts } of classes) {
      const text = texts[round];
      if (text !== undefined && taken.length < max) taken.push({ text, label });
    }
  }
  return taken;
}

export function inDigestOrder<Text extends { readonly text: string }>(texts: readonly Text[]): readonly Text[] {
  const keyed = texts.map((text) => ({ text, key: digest(text.text) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ text }) => text);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
