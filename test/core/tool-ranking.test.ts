/** What comes of packed postings and rows is what comes of looking at every tool by itself, to the last bit. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { SimilarityTable } from "#core/ports/neighbours.ts";
import { atOnce } from "#core/steps.ts";
import { ANY_WEIGHTS, CHOICE_WEIGHTS } from "#core/tool-search/fitted-weights.ts";
import { ranking } from "#core/tool-search/ranking.ts";
import { searchedSet, ToolIndex } from "#core/tool-search/tool-index.ts";
import { searchWords, summaryOf, toolWords } from "#core/tool-search/tool-words.ts";
import type { Tool } from "#core/toolset.ts";
import { sigmoid } from "#core/vectors.ts";

interface NamedTools {
  readonly signature: string;
  readonly tools: readonly Tool[];
}

/** How like the query each text is; one that is missing has no vector yet. */
type Likeness = ReadonlyMap<string, number>;

const THINGS = ["door", "window", "invoice", "boat"];
const DEEDS = ["open", "close", "paint"];
const EXAMPLES = ["let me in", "send it off", "open the boat", "what is due"];
const aTool: fc.Arbitrary<Tool> = fc
  .record({
    deed: fc.constantFrom(...DEEDS),
    thing: fc.constantFrom(...THINGS),
    taken: fc.subarray(THINGS),
    options: fc.subarray([...THINGS, ...DEEDS]),
    examples: fc.subarray(EXAMPLES),
  })
  .map(({ deed, thing, taken, options, examples }) => ({
    name: `${deed}_${thing}`,
    description: `${deed}s the ${thing} of a ${taken.join(" or a ")}`,
    parameters: {
      type: "object",
      properties: Object.fromEntries(taken.map((name) => [name, { type: "string", enum: options }])),
    },
    ...(examples.length > 0 && { examples }),
  }));
const someSets = fc
  .array(fc.array(aTool, { minLength: 1, maxLength: 6 }), { maxLength: 5 })
  .map((sets) => sets.map((tools, at): NamedTools => ({ signature: `set-${at}`, tools })));
const aQuery = fc.array(fc.constantFrom(...DEEDS, ...THINGS, "nothing", "the"), { maxLength: 6 });

function textsOf({ tools }: NamedTools): readonly string[] {
  return tools.flatMap((tool) => [summaryOf(tool), ...(tool.examples ?? [])]);
}

/** Rows of one number each, which is how like the query they are. */
class Numbers implements SimilarityTable {
  readonly #rows: number[] = [];
  readonly bytes = 0;

  put(row: number, [likeness = 0]: Float32Array): void {
    this.#rows[row] = likeness;
  }

  similarities(_: Float32Array, rows: number): Float32Array {
    return Float32Array.from({ length: rows }, (__, row) => this.#rows[row] ?? 0);
  }
}

function ranked(query: string, sets: readonly NamedTools[], likeness: Likeness, count: number) {
  const index = new ToolIndex(new Numbers());
  const searched = sets.map(({ signature, tools }) => {
    const { set, texts } = atOnce(searchedSet(signature, 1, tools));
    index.add(set, texts);
    return set;
  });
  for (const each of index.take(Number.MAX_SAFE_INTEGER)) {
    const like = likeness.get(each.text);
    if (like !== undefined) index.put(each, Float32Array.of(like));
  }
  // Nothing is nearer, and nobody looks for it.
  for (const signature of ["deleted", "not-named"]) {
    const { set, texts } = atOnce(searchedSet(signature, 1, [{ name: "meant", description: "Is just what is meant" }]));
    index.add(set, texts);
    for (const each of index.take(texts.length)) index.put(each, Float32Array.of(1));
  }
  index.remove("deleted");
  const { tools, none } = atOnce(
    ranking({ query, sets: searched, similarities: index.similarities(Float32Array.of(1)) }, count),
  );
  return { tools: tools.map(({ set, ...tool }) => ({ ...tool, signature: set.signature })), none };
}

function rankedPlainly(query: string, sets: readonly NamedTools[], likeness: Likeness, count: number) {
  const all = sets.flatMap(({ signature, tools }) =>
    tools.map((tool, at) => ({
      signature,
      tool: at,
      examples: tool.examples ?? [],
      text: summaryOf(tool),
      ...toolWords(tool),
    })),
  );
  const words = [...new Set(searchWords(query))];
  const rarities = words.map((word) => {
    const having = all.filter(({ uses }) => uses.has(word)).length;
    return Math.log(1 + (all.length - having + 0.5) / (having + 0.5));
  });
  const rarity = rarities.reduce((sum, each) => sum + each, 0) || 1;
  const lengths = all.map(({ length }) => Math.fround(length));
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, all.length) || 1;
  const known = [...new Set(sets.flatMap(textsOf))].flatMap((text) => likeness.get(text) ?? []);
  const unknown = Math.max(0.3, ...known);
  const scored = all.map(({ signature, tool, uses, examples, text, takesNothing }, at) => {
    let [bm25, covered, named, optional] = [0, 0, 0, 0];
    for (const [word, rare] of words.map((each, place) => [each, rarities[place] ?? 0] as const)) {
      const use = uses.get(word);
      if (!use) continue;
      const weight = Math.fround(use.weight);
      const damping = 1.2 * (1 - 0.75 + 0.75 * ((lengths[at] ?? 0) / meanLength));
      bm25 = Math.fround(bm25 + (rare * weight * 2.2) / (weight + damping));
      covered = Math.fround(covered + rare);
      if (use.isInName) named = Math.fround(named + rare);
      if (use.isOption) optional = Math.fround(optional + rare);
    }
    const likes = examples.map((example) => likeness.get(example) ?? -1);
    const nearest = likes.indexOf(Math.max(...likes));
    const features = {
      words: bm25,
      covered: covered / rarity,
      named: named / rarity,
      optional: optional / rarity,
      meaning: Math.max(likeness.get(text) ?? unknown, ...likes.map((like) => like - 0.17)),
      length: Math.log(1 + (lengths[at] ?? 0)),
      takesNothing: Number(takesNothing),
    };
    const score =
      CHOICE_WEIGHTS.words * bm25 +
      (CHOICE_WEIGHTS.covered * covered) / rarity +
      (CHOICE_WEIGHTS.named * named) / rarity +
      (CHOICE_WEIGHTS.optional * optional) / rarity +
      CHOICE_WEIGHTS.meaning * features.meaning +
      CHOICE_WEIGHTS.length * features.length +
      CHOICE_WEIGHTS.takesNothing * features.takesNothing;
    const example = nearest >= 0 && (likes[nearest] ?? -1) >= 0.5 ? nearest : null;
    return { signature, tool, features, score, words: words.filter((word) => uses.has(word)), example };
  });
  // As many as come first; of equal ones those that were there first.
  const best = scored.toSorted((one, other) => other.score - one.score);
  const [first] = best;
  if (!first) return { tools: [], none: 1 };
  const { covered, meaning, named } = first.features;
  const spoken = ANY_WEIGHTS.covered * covered + ANY_WEIGHTS.meaning * meaning + ANY_WEIGHTS.named * named;
  const any = sigmoid(ANY_WEIGHTS.bias + spoken + ANY_WEIGHTS.tools * Math.log(all.length));
  const shares = best.map(({ score }) => Math.exp(score - first.score));
  const together = shares.slice(0, 10).reduce((sum, share) => sum + share, 0);
  const tools = best.slice(0, count).map((one, at) => ({ ...one, confidence: (any * (shares[at] ?? 0)) / together }));
  return { tools, none: 1 - any };
}

test("tools are ranked as by looking at each of them", () => {
  const asked = someSets.chain((sets) => {
    const texts = [...new Set(sets.flatMap(textsOf))];
    const aLikeness = fc.option(fc.float({ min: -1, max: 1, noNaN: true }), { nil: undefined });
    return fc.record({
      sets: fc.constant(sets),
      query: aQuery.map((words) => words.join(" ")),
      likeness: fc
        .array(aLikeness, { minLength: texts.length, maxLength: texts.length })
        .map((likes) => new Map(texts.flatMap((text, at) => (likes[at] === undefined ? [] : [[text, likes[at]]])))),
      count: fc.constantFrom(1, 3, 10, 50),
    });
  });
  fc.assert(
    fc.property(asked, ({ sets, query, likeness, count }) => {
      expect(ranked(query, sets, likeness, count)).toEqual(rankedPlainly(query, sets, likeness, count));
    }),
    { numRuns: 150 },
  );
});
