/** What is looked up once the cache is full: the same meanings in other words, other meanings in nearly the same. */
import type { Chance } from "./chance.ts";
import type { Materials, Probe, Seed } from "./materials.ts";
import { noisy } from "./noise.ts";
import { ofAnotherTool, opposite } from "./other-tools.ts";
import {
  callKey,
  parametersIn,
  plain,
  type Sentence,
  signatureOf,
  textOf,
  valueTextsOf,
  wordingOf,
} from "./sentence.ts";
import { snipsWithValues } from "./snips-sentences.ts";
import { exchangedRoles, negated, otherValue, retyped, withAddition } from "./swaps.ts";

export type UnnumberedProbe = Omit<Probe, "id">;

/** What a probe is made of, before it is known whether it may be one. */
interface Draft {
  readonly sentence: Sentence;
  /** The sentence before noise. */
  readonly wording?: Sentence;
  readonly noise?: readonly string[];
}

interface Batch {
  readonly category: "exact" | "other" | "reword" | "swap";
  readonly kind: string;
  readonly count: number;
  readonly seeds: readonly Seed[];
  readonly make: (sentence: Sentence) => Draft | Sentence | null;
}

const SLOTS_BY_KIND: Readonly<Record<string, readonly string[]>> = {
  number: ["party_size_number", "rating_value"],
  date: ["timeRange", "year"],
  place: ["city", "country", "state", "geographic_poi", "poi", "location_name"],
  name: [
    ...["artist", "entity_name", "playlist", "playlist_owner", "track", "album", "object_name", "movie_name"],
    ...["restaurant_name", "party_size_description", "service"],
  ],
  unit: ["rating_unit"],
};
const SWAP_COUNTS = { number: 250, date: 150, place: 250, name: 300, unit: 60, enum: 150 } as const;

export function rewordProbes(materials: Materials): readonly UnnumberedProbe[] {
  const { seeds, chance, vocabulary } = materials;
  const rewordings = new Rewordings(materials.snips, chance);
  const noise = (wording: Sentence): Draft | null => {
    const made = noisy(wording, chance, vocabulary);
    return made && { sentence: made.sentence, wording, noise: made.changes };
  };
  const template = (sentence: Sentence) => rewordings.of(sentence);
  const both = (sentence: Sentence) => {
    const wording = rewordings.of(sentence);
    return wording && noise(wording);
  };
  const same = (sentence: Sentence) => sentence;
  return [
    ...made("exact", seeds.snips, [["exact", 300, same]], materials),
    ...made("exact", seeds.bfcl, [["exact", 100, same]], materials),
    ...made("reword", seeds.snips, [["noise", 500, noise]], materials),
    ...made("reword", seeds.bfcl, [["noise", 250, noise]], materials),
    ...made("reword", seeds.snips, [["template", 700, template]], materials),
    ...made("reword", seeds.snips, [["template+noise", 200, both]], materials),
    ...naturalProbes(materials),
  ];
}

/** `rows`: kind, how many where there is a full set of data, and what makes one of a seed. */
function made(
  category: Batch["category"],
  seeds: readonly Seed[],
  rows: readonly (readonly [kind: string, count: number, make: Batch["make"]])[],
  materials: Materials,
): readonly UnnumberedProbe[] {
  return rows.flatMap(([kind, count, make]) =>
    filled({ category, kind, count: materials.quota(count), seeds, make }, materials),
  );
}

/** Wordings of other real sentences. */
export class Rewordings {
  readonly #bySignature: ReadonlyMap<string, readonly Sentence[]>;
  readonly #chance: Chance;

  constructor(sentences: readonly Sentence[], chance: Chance) {
    this.#bySignature = Map.groupBy(sentences, signatureOf);
    this.#chance = chance;
  }

  /** The same call in the wording of another sentence of its tool; null where no other has the same parameters. */
  of(sentence: Sentence): Sentence | null {
    if (sentence.source !== "snips") return null;
    const own = wordingOf(sentence);
    const others = (this.#bySignature.get(signatureOf(sentence)) ?? []).filter((other) => wordingOf(other) !== own);
    const wording = this.#chance.pickOrNull(others);
    return wording && snipsWithValues(wording, valueTextsOf(sentence));
  }
}

/** Two real sentences that were annotated alike. */
function naturalProbes(materials: Materials): readonly UnnumberedProbe[] {
  const alike = Map.groupBy(materials.snips, ({ call }) => callKey(call));
  return materials.seeds.snips.flatMap((seed) => {
    const others = (alike.get(callKey(seed.call)) ?? []).filter((other) => plain(textOf(other)) !== plain(seed.text));
    const batch = { category: "reword", kind: "natural", count: others.length, seeds: [seed] } as const;
    return others.flatMap((other) => filled({ ...batch, count: 1, make: () => other }, materials));
  });
}

export function swapProbes(materials: Materials): readonly UnnumberedProbe[] {
  const { seeds, chance, values, toolNamed } = materials;
  /** Another value for one of the parameters that are meant. */
  const swapped = (isMeant: (parameter: string, sentence: Sentence) => boolean) => (sentence: Sentence) => {
    const parameter = chance.pickOrNull(parametersIn(sentence).filter((name) => isMeant(name, sentence)));
    return parameter === null ? null : otherValue(sentence, parameter, values, toolNamed(sentence.call.tool), chance);
  };
  const isNumber = (name: string, { call }: Sentence) => typeof call.parameters[name] === "number";
  const ofBfcl = [
    ["bfcl-number", 175, swapped(isNumber)],
    ["bfcl-string", 175, swapped((name, sentence) => !isNumber(name, sentence))],
    ["role", 80, (sentence: Sentence) => exchangedRoles(sentence, toolNamed(sentence.call.tool))],
  ] as const;
  const ofSnips = [
    ...Object.entries(SWAP_COUNTS).map(
      ([kind, count]) => [kind, count, swapped((slot) => kindOf(slot) === kind)] as const,
    ),
    ["negation", 120, negated],
    ["added", 150, (sentence: Sentence) => withAddition(sentence, values, chance)],
    ["retype", 150, (sentence: Sentence) => retyped(sentence, values, chance)],
  ] as const;
  return [...made("swap", seeds.snips, ofSnips, materials), ...made("swap", seeds.bfcl, ofBfcl, materials)];
}

function kindOf(slot: string): string {
  return Object.entries(SLOTS_BY_KIND).find(([, slots]) => slots.includes(slot))?.[0] ?? "enum";
}

export function otherProbes(materials: Materials): readonly UnnumberedProbe[] {
  const { seeds, chance, snips } = materials;
  const cross = (sentence: Sentence) => ofAnotherTool(sentence, snips, chance);
  return made(
    "other",
    seeds.snips,
    [
      ["antonym", 150, opposite],
      ["cross", 200, cross],
    ],
    materials,
  );
}

/** Goes through the seeds in changing order until there are enough, or a whole round gave nothing. */
function filled({ category, kind, count, seeds, make }: Batch, materials: Materials): readonly UnnumberedProbe[] {
  const probes = new Map<string, UnnumberedProbe>();
  for (let before = -1; probes.size > before && probes.size < count; ) {
    before = probes.size;
    for (const { sentence, call } of materials.chance.shuffled(seeds)) {
      if (probes.size >= count) break;
      const made = sentence && make(sentence);
      if (!made) continue;
      const draft = "sentence" in made ? made : { sentence: made };
      const text = textOf(draft.sentence);
      const isSame = callKey(draft.sentence.call) === callKey(call);
      const keepsCall = category === "exact" || category === "reword";
      // What was asked in these very words is no re-wording.
      if (category !== "exact" && materials.seedTexts.has(text)) continue;
      if (isSame !== keepsCall || probes.has(text) || !materials.claims.claim(text, draft.sentence.call)) continue;
      probes.set(text, probeFrom(draft, { category, kind }, materials.seedWordings));
    }
    if (category === "exact") break;
  }
  return [...probes.values()];
}

function probeFrom(
  { sentence, wording = sentence, noise = [] }: Draft,
  { category, kind }: Pick<Batch, "category" | "kind">,
  seedWordings: ReadonlySet<string>,
): UnnumberedProbe {
  const wordingSeen = category === "reword" ? seedWordings.has(wordingOf(wording)) : null;
  return { text: textOf(sentence), call: sentence.call, category, kind, wordingSeen, noise };
}
