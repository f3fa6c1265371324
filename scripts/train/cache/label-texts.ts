/** Sets of labelled texts to fit the scores of labels on: what is known, and what is asked. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Chance } from "../../eval/cache/chance.ts";
import type { Asked } from "../../eval/cache/materials.ts";
import { pairTexts, readPairs } from "../../eval/cache/measuring.ts";
import { linesOf } from "../../eval/data-sets.ts";
import { toldAgain } from "./told-again.ts";

export interface Labelled {
  readonly text: string;
  readonly label: string;
}

/** Labels of one set; every label that is asked for is known. */
export interface LabelSet {
  readonly name: string;
  readonly known: readonly Labelled[];
  readonly asked: readonly Labelled[];
}

/** Out of scope: no label of the set. */
const NO_LABEL = "oos";
/** Texts of a label that are known when a query comes. */
const KNOWN_PER_LABEL = [1, 3, 12] as const;
const ASKED_PER_LABEL = 13;

/**
 * `data` holds banking77.jsonl, clinc150.jsonl, gptcache_mock_pairs.json, train/hwu64.jsonl and
 * train/seal_tools_schemas.jsonl.gz.
 */
export function labelSets(data: string): readonly LabelSet[] {
  const intents = (["banking77", "clinc150"] as const).flatMap((name) =>
    intentSets(name, linesOf<Labelled>(join(data, `${name}.jsonl`)), KNOWN_PER_LABEL),
  );
  const commands = commandsOf(data);
  const kinds = commands.map(({ text, tool }) => ({ text, label: tool }));
  return [...intents, ...intentSets("hwu64", kinds, [1, 3]), meaningSet(commands), descriptionSet(data), pairSet(data)];
}

/** As `bun run eval --cache` asks them. */
function pairSet(data: string): LabelSet {
  const { origins, similar } = pairTexts(readPairs(data));
  const labelled = (asked: readonly Asked[]) => asked.map(({ text, call }) => ({ text, label: call.tool ?? "" }));
  const known = new Map(labelled(origins).map((one) => [wordsOf(one.text), one]));
  return { name: "pairs", known: [...known.values()], asked: labelled(similar) };
}

function intentSets(name: string, lines: readonly Labelled[], counts: readonly number[]): readonly LabelSet[] {
  const ofLabel = [...Map.groupBy(shuffled(lines), ({ label }) => label).values()].filter(
    ([first]) => first?.label !== NO_LABEL,
  );
  const most = Math.max(...counts);
  const asked = ofLabel.flatMap((texts) => texts.slice(most, most + ASKED_PER_LABEL));
  return counts.map((count) => {
    return { name: `${name}/${count}`, known: ofLabel.flatMap((texts) => texts.slice(0, count)), asked };
  });
}

interface Command {
  readonly text: string;
  readonly tool: string;
  readonly spans: readonly (readonly [from: number, to: number, parameter: string])[];
}

function commandsOf(data: string): readonly Command[] {
  const lines = linesOf<Command>(join(data, "train/hwu64.jsonl"));
  return [...new Map(lines.map((line) => [wordsOf(line.text), line])).values()];
}

const MEANINGS_ASKED = 700;
const MEANINGS_ALONE = 500;
const WORDINGS_ASKED = 2;

/** What is wanted with its values is one label: a text with another value has another one. */
function meaningSet(commands: readonly Command[]): LabelSet {
  const meant = commands.flatMap(({ text, tool, spans }) => {
    const values = spans.map(([from, to, parameter]) => `${parameter}=${wordsOf(text.slice(from, to))}`);
    return values.length === 0 ? [] : [{ text, label: [tool, ...values.sort()].join(" ") }];
  });
  const ofLabel = [...Map.groupBy(shuffled(meant), ({ label }) => label).values()];
  const several = ofLabel.filter(({ length }) => length > 1).slice(0, MEANINGS_ASKED);
  const alone = ofLabel.filter(({ length }) => length === 1).slice(0, MEANINGS_ALONE);
  return {
    name: "hwu64 meanings",
    known: [...several, ...alone].flatMap((texts) => texts.slice(0, 1)),
    asked: several.flatMap((texts) => texts.slice(1, 1 + WORDINGS_ASKED)),
  };
}

interface ToolLine {
  readonly api_name: string;
  readonly api_description: string;
  readonly parameters: Readonly<Record<string, { readonly description: string }>>;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

const FIELDS = 3;
const TOOLS_PER_FIELD = 100;
const WORDS_MIN = 6;
/** Of the descriptions: said in one more way under another label, as people do who write the same thing twice. */
const TWICE_SHARE = 0.12;
/** Of the descriptions: with the name of the function or parameter. */
const NAMED_SHARE = 0.5;

/** Descriptions of tools and of what goes in and out; each is told again. */
function descriptionSet(data: string): LabelSet {
  const chance = new Chance(7);
  const file = gunzipSync(readFileSync(join(data, "train/seal_tools_schemas.jsonl.gz"))).toString("utf8");
  const tools = file
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ToolLine);
  // Tools that stand beside each other are of one field, and said alike.
  const starts = Array.from({ length: FIELDS }, () => chance.below(tools.length - TOOLS_PER_FIELD));
  const drawn = starts.flatMap((start) => tools.slice(start, start + TOOLS_PER_FIELD));
  const texts = drawn.flatMap((tool) => describedIn(tool, chance));
  const known: Labelled[] = [];
  const asked: Labelled[] = [];
  const seen = new Set<string>();
  const isNew = (text: string) => !seen.has(wordsOf(text)) && Boolean(seen.add(wordsOf(text)));
  for (const text of texts.filter((one) => one.split(" ").length >= WORDS_MIN)) {
    const label = wordsOf(text);
    if (!isNew(text)) continue;
    known.push({ text, label });
    const twin = chance.next() < TWICE_SHARE ? toldAgain(text, chance) : text;
    if (isNew(twin)) known.push({ text: twin, label: wordsOf(twin) });
    const told = toldAgain(text, chance);
    if (isNew(told)) asked.push({ text: told, label });
  }
  return { name: "descriptions", known, asked };
}

function describedIn(tool: ToolLine, chance: Chance): readonly string[] {
  const { api_name: name, api_description: description, parameters, responses } = tool;
  const isNamed = () => chance.next() < NAMED_SHARE;
  const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  const named = Object.entries(parameters).map(([parameter, { description: text }]) =>
    isNamed() ? `The \`${parameter}\` parameter is ${small(text)}` : text,
  );
  const returned = Object.values(responses).map(({ description: text }) => text);
  return [isNamed() ? `The \`${name}\` function is used to ${small(description)}` : description, ...named, ...returned];
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** In an order that hangs on the texts alone. */
function shuffled<Line extends { readonly text: string }>(lines: readonly Line[]): readonly Line[] {
  const keyed = lines.map((line) => ({ line, key: Bun.hash.wyhash(line.text) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ line }) => line);
}
