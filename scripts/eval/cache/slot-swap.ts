/**
 * slot-swap: does a cache hand back the right call? Real sentences fill the cache; then come the same meanings in other
 * words, and other meanings in nearly the same words. Nothing but the data and the seed decides what is asked.
 */

import { join } from "node:path";
import type { JsonObject } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";
import { readLabelled } from "../data-sets.ts";
import { SNIPS_TOOLS } from "../snips-tools.ts";
import { readBfclSentences } from "./bfcl-sentences.ts";
import { Chance } from "./chance.ts";
import { Claims, type Materials, type Probe, type Seed, type SlotSwap } from "./materials.ts";
import { OPPOSITES } from "./other-tools.ts";
import { otherProbes, rewordProbes, swapProbes } from "./probes.ts";
import { NO_CALL, type Sentence, textOf, wordingOf } from "./sentence.ts";
import { INTEGER_SLOTS, readSnipsSentences } from "./snips-sentences.ts";
import { streamOf } from "./stream.ts";
import { Values } from "./swaps.ts";

const SEEDS_SHARE = 0.6;
/** With this many SNIPS seeds every category has its full size. */
const FULL_SEEDS = 1_200;
const UNRELATED_SEEDS_MAX = 200;
const UNRELATED_PROBES_MAX = 400;
/** Intents whose sentences one of the tools might well fit. */
const COULD_BE_CALLS =
  /weather|music|playlist|song|restaurant|reserv|book|meal|food|recipe|review|movie|cancel|distance|flight|translate|calc|time|date|convert|exchange|currency|measurement|definition|tax|hotel|car_rental|directions|traffic|gas|calendar|meeting|order|play|search/;

/** Throws an Error that names the file that is missing. */
export function slotSwap(dataDir: string, seed: number): SlotSwap {
  const bfcl = readBfclSentences(dataDir);
  const clinc150 = readLabelled(join(dataDir, "clinc150.jsonl")).filter(({ label }) => !COULD_BE_CALLS.test(label));
  const unrelated = [...clinc150, ...readLabelled(join(dataDir, "banking77.jsonl"))].map(({ text }) => text);
  return slotSwapFrom({ ...bfcl, snips: readSnipsSentences(dataDir), unrelated }, seed);
}

export interface Sources {
  readonly snips: readonly Sentence[];
  /** BFCL's. */
  readonly sentences: readonly Sentence[];
  readonly tools: readonly Tool[];
  readonly unrelated: readonly string[];
}

export function slotSwapFrom(sources: Sources, seed: number): SlotSwap {
  const chance = new Chance(seed);
  const unrelated = chance.shuffled(sources.unrelated);
  const unrelatedSeeds = Math.min(UNRELATED_SEEDS_MAX, Math.floor(unrelated.length / 4));
  const tools = [...snipsTools(), ...sources.tools];
  const { materials, seeds } = materialsFrom({ ...sources, tools }, chance, unrelated.slice(0, unrelatedSeeds));
  const rest = unrelated.slice(unrelatedSeeds);
  const probes = probesFrom(materials, rest);
  return { tools, seeds, probes, stream: streamOf(materials, rest.slice(UNRELATED_PROBES_MAX)) };
}

function materialsFrom(
  { sentences, tools, unrelated, ...sources }: Sources,
  chance: Chance,
  unrelatedSeeds: readonly string[],
): { readonly materials: Materials; readonly seeds: readonly Seed[] } {
  const claims = new Claims();
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const snips = chance.shuffled(sources.snips);
  const chosen = [...snips.slice(0, Math.floor(snips.length * SEEDS_SHARE)), ...chance.shuffled(sentences)];
  const seeds = [
    ...chosen.map((sentence) => ({ text: textOf(sentence), call: sentence.call, sentence })),
    ...unrelatedSeeds.map((text) => ({ text, call: NO_CALL, sentence: null })),
  ]
    .filter(({ text, call }) => claims.claim(text, call))
    .map((one, index): Seed => ({ id: `s${index}`, ...one }));
  const from = (source: Sentence["source"]) => seeds.filter(({ sentence }) => sentence?.source === source);
  const all = [...snips, ...sentences];
  const materials: Materials = {
    chance,
    claims,
    values: new Values(all),
    toolNamed: (name) => byName.get(name ?? "") as Tool,
    snips,
    seeds: { snips: from("snips"), bfcl: from("bfcl") },
    seedTexts: new Set(seeds.map(({ text }) => text)),
    seedWordings: new Set(chosen.map(wordingOf)),
    vocabulary: vocabularyOf([...all.map(textOf), ...unrelated]),
    quota: (count) => Math.max(20, Math.floor(count * Math.min(1, from("snips").length / FULL_SEEDS))),
  };
  return { materials, seeds };
}

function probesFrom(materials: Materials, unrelated: readonly string[]): readonly Probe[] {
  const unrelatedProbes = unrelated
    .slice(0, Math.min(materials.quota(UNRELATED_PROBES_MAX), Math.floor(unrelated.length / 2)))
    .filter((text) => materials.claims.claim(text, NO_CALL))
    .map(
      (text) =>
        ({ text, call: NO_CALL, category: "unrelated", kind: "no tool", wordingSeen: null, noise: [] }) as const,
    );
  const probes = [...rewordProbes(materials), ...swapProbes(materials), ...otherProbes(materials), ...unrelatedProbes];
  return materials.chance.shuffled(probes).map((probe, index) => ({ id: `p${index}`, ...probe }));
}

function vocabularyOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []));
}

/** The tools of SNIPS with the types of their slots, and the tools that undo what some of them do. */
function snipsTools(): readonly Tool[] {
  const own = Object.values(SNIPS_TOOLS).map(({ name, description, slots }) => {
    const properties = Object.entries(slots).map(([slot, meaning]) => {
      const type = INTEGER_SLOTS.includes(slot) ? "integer" : "string";
      return [slot, { type, description: meaning }] as const;
    });
    const parameters: JsonObject = { type: "object", properties: Object.fromEntries(properties) };
    return { name, description, parameters } as Tool;
  });
  const opposites = own.flatMap((tool) => {
    const opposite = OPPOSITES[tool.name];
    return opposite ? [{ ...tool, name: opposite.tool, description: opposite.description }] : [];
  });
  return [...own, ...opposites];
}
