/**
 * Fits the weights of the search for tools, and prints them as `src/core/tool-search/fitted-weights.ts` has them.
 *
 *     bun scripts/train/tool-search/fit.ts DATA_FOLDER [FEATURE…]
 *
 * Learned from: owners that were written for the rule of "none", and trades that no network has seen, all of them in one pool, each
 * source counting the same. No measured set is among them. Whether any tool is meant is fitted on the sources that the choice was fitted
 * on, each request beside the tools of its owner and beside those of owners that it was not said to. With features named, these alone are
 * fitted, beside the weights of the others as they stand.
 */
import { join } from "node:path";
import { CHOICE_WEIGHTS } from "#core/tool-search/fitted-weights.ts";
import type { ChoiceWeights, Features, Ranking } from "#core/tool-search/ranking.ts";
import { Progress } from "../../eval/progress.ts";
import { nameIn, OfflineSearch } from "../../eval/tool-search/offline-search.ts";
import { fitLogistic, type Row } from "../cache/logistic.ts";
import { type Owner, readOwners } from "../none/owners.ts";

const SOURCES: ReadonlySet<string> = new Set(["written", "everyday", "trades"]);
const OF_SOURCE_MAX = 800;
/** Tools that are told from the right one, of each request. */
const COMPARED = 40;
const PENALTY = 0.003;
const STEPS = 400;
const STEP = 0.5;
/** The share of requests that mean a tool, and of which none may be said all the same: an agent that believes it asks for nothing more. */
const MISSED_MAX = 0.1;
/** Of whether any tool is meant. */
const ANY_PENALTY = 0.1;
const FEATURES = Object.keys(CHOICE_WEIGHTS) as (keyof Features)[];

interface AskedOne {
  readonly source: string;
  readonly text: string;
  readonly owner: string;
  /** Null for none. */
  readonly tool: string | null;
}

function some(items: readonly AskedOne[], count: number): readonly AskedOne[] {
  const keyed = items.map((item) => ({ item, at: Bun.hash.crc32(item.text) }));
  return keyed
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ item }) => item);
}

function signatureOf({ source, name }: Pick<Owner, "name" | "source">): string {
  return `${source}/${name}`;
}

function askedOf(owners: readonly Owner[]): readonly AskedOne[] {
  const all = owners.flatMap((owner) =>
    owner.asked
      .filter(({ kind, tool }) => kind !== "taught" && tool !== "")
      .map(({ text, tool }) => ({ source: owner.source, text, owner: signatureOf(owner), tool })),
  );
  return [...Map.groupBy(all, ({ source }) => source).values()].flatMap((own) => some(own, OF_SOURCE_MAX));
}

/** What speaks for each of the tools that were found, and which of them is right. */
interface Choice {
  readonly tools: readonly Features[];
  readonly right: number;
  /** Each source counts the same. */
  readonly weight: number;
}

function choicesOf(search: OfflineSearch, asked: readonly AskedOne[]): readonly Choice[] {
  const sizes = Map.groupBy(asked, ({ source }) => source);
  return asked.flatMap(({ source, text, owner, tool }) => {
    const { tools } = search.find(text, COMPARED);
    const right = tools.findIndex((one) => one.set.signature === owner && nameIn(search.sets, one) === tool);
    const weight = 1 / (sizes.get(source)?.length ?? 1) / sizes.size;
    return right < 0 ? [] : [{ tools: tools.map(({ features }) => features), right, weight }];
  });
}

/** The weights under which the right tools have the largest shares of a softmax over those that were found: by gradient ascent. */
function fittedChoice(choices: readonly Choice[]): ChoiceWeights {
  const spread = Object.fromEntries(FEATURES.map((name) => [name, spreadOf(choices, name)]));
  const scaled = FEATURES.map((name) => CHOICE_WEIGHTS[name] * (spread[name] ?? 1));
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = scaled.map((weight) => -PENALTY * weight);
    for (const { tools, right, weight } of choices) {
      const rows = tools.map((features) => FEATURES.map((name) => features[name] / (spread[name] ?? 1)));
      const scores = rows.map((row) => row.reduce((sum, value, at) => sum + value * (scaled[at] ?? 0), 0));
      const top = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - top));
      const all = shares.reduce((sum, share) => sum + share, 0);
      for (const [place, row] of rows.entries()) {
        const error = Number(place === right) - (shares[place] ?? 0) / all;
        for (const [at, value] of row.entries()) gradient[at] = (gradient[at] ?? 0) + weight * error * value;
      }
    }
    for (const [at, slope] of gradient.entries()) {
      if (isFitted(FEATURES[at])) scaled[at] = (scaled[at] ?? 0) + STEP * slope;
    }
  }
  return Object.fromEntries(
    FEATURES.map((name, at) => [name, (scaled[at] ?? 0) / (spread[name] ?? 1)]),
  ) as ChoiceWeights;
}

/** The standard deviation of a feature, within the tools of one request. */
function spreadOf(choices: readonly Choice[], name: keyof Features): number {
  const squares = choices.flatMap(({ tools }) => {
    const mean = tools.reduce((sum, features) => sum + features[name], 0) / tools.length;
    return tools.map((features) => (features[name] - mean) ** 2);
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length) || 1;
}

function anyRow({ tools: [first] }: Ranking, isRight: boolean, tools: number): Row {
  const { covered = 0, meaning = 0, named = 0 } = first?.features ?? {};
  return { features: { covered, meaning, named, tools: Math.log(tools) }, isRight };
}

/**
 * Beside the tools of all owners, of which one has what is meant, and of all but that one; and beside those of the own and of one other
 * owner: among more tools the first is nearer, whether it is meant or not.
 */
function anyRows(search: OfflineSearch, asked: readonly AskedOne[]): readonly Row[] {
  const owners = [...search.sets.keys()];
  return asked.flatMap((one, at) => {
    const others = owners.filter((name) => name !== one.owner);
    const stranger = others[at % others.length] as string;
    const isMeant = one.tool !== null;
    const row = (signatures: readonly string[], isRight: boolean) =>
      anyRow(search.find(one.text, 1, undefined, signatures), isRight, toolsOf(search, signatures));
    return [row(owners, isMeant), row(others, false), row([one.owner], isMeant), row([stranger], false)];
  });
}

function toolsOf(search: OfflineSearch, signatures: readonly string[]): number {
  return signatures.reduce((sum, signature) => sum + (search.sets.get(signature)?.tools.length ?? 0), 0);
}

const [data, ...alone] = process.argv.slice(2);
const isFitted = (feature: string | undefined) => alone.length === 0 || alone.includes(feature ?? "");
if (!data) throw new Error("usage: bun scripts/train/tool-search/fit.ts DATA_FOLDER");
const owners = readOwners(join(data, "train")).filter(({ source }) => SOURCES.has(source));
const asked = askedOf(owners);
// Examples are what was asked: with them every request would be known.
const sets = owners.map((owner) => {
  const tools = owner.tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  return { signature: signatureOf(owner), tools };
});
const search = await OfflineSearch.of(
  sets,
  asked.map(({ text }) => text),
  new Progress(),
);
const meant = asked.filter(({ tool }) => tool !== null);
const choice = fittedChoice(choicesOf(search, meant));
console.log("CHOICE_WEIGHTS", choice);
const any = fitLogistic(anyRows(search, asked), ["covered", "meaning", "named", "tools"], ANY_PENALTY);
console.log("ANY_WEIGHTS (by the weights that stand there)", any);
const ranks = meant.map(({ text, owner, tool }) => {
  const { tools } = search.find(text, 10, choice);
  return tools.findIndex((one) => one.set.signature === owner && nameIn(search.sets, one) === tool);
});
const noneOf = (some: readonly AskedOne[]) =>
  some.map(({ text }) => search.find(text, 1).none).sort((one, other) => one - other);
const noneOfMeant = noneOf(meant);
const noneMin = noneOfMeant[Math.ceil(noneOfMeant.length * (1 - MISSED_MAX))] ?? 1;
const others = noneOf(asked.filter(({ tool }) => tool === null));
const caught = others.filter((none) => none >= noneMin).length;
console.log(
  `NONE_MIN (by the weights that stand there) ${noneMin.toFixed(3)}: said of ${caught} of ${others.length} that mean no tool`,
);
const share = (count: number) => ((100 * count) / meant.length).toFixed(1);
console.log(
  `of ${meant.length}: first ${share(ranks.filter((rank) => rank === 0).length)}, of ten ${share(ranks.filter((rank) => rank >= 0).length)}`,
);
