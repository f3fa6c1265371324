/** What is asked of the decoder: sentences to a tool that is given, from sources that have nothing to do with each other. */
import type { JsonObject } from "#core/json.ts";
import { inUtc, type LocalTime } from "#core/local-time.ts";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import type { Counts } from "../../eval/statistics.ts";
import { bfclQueries, type MeasuredQuery, snipsQueries } from "../measured-queries.ts";
import { UNMEANT_COST } from "../none/rule.ts";

export interface Asked {
  /** Left out as one. */
  readonly source: string;
  readonly text: string;
  /** The right one. */
  readonly tool: ReadableTool;
  readonly now: LocalTime;
  /** Of the parameters as they were read. */
  readonly judge: (parameters: JsonObject) => Judged;
}

/** Slots, or the whole call as one. */
export interface Judged extends Counts {
  /** What the answer costs whoever asked, where being asked back costs 1. */
  readonly cost: number;
}

const NOW = inUtc(Date.parse("2026-06-01T12:00:00Z"));
/** Of each intent. */
const SNIPS_TEXTS_MAX = 150;
/** Those with a single call. */
const BFCL_PARTS: ReadonlySet<string> = new Set(["simple_python", "multiple", "live_simple", "live_multiple"]);

/**
 * A wrong call is one too many and one too few: F1 over such counts is the share of right calls. `asksBack`: a required
 * parameter is open, so that nothing is carried out.
 */
export function judgedCall(isRight: boolean, asksBack: boolean): Judged {
  if (isRight) return { hits: 1, spurious: 0, missed: 0, cost: 0 };
  return { hits: 0, spurious: 1, missed: 1, cost: asksBack ? 1 : UNMEANT_COST };
}

/** The parts of BFCL and the intents of SNIPS, each a source. */
export function measuredAsked(folder: string): readonly Asked[] {
  const bfcl = bfclQueries(folder).filter(({ part }) => BFCL_PARTS.has(part));
  return [
    ...bfcl.flatMap((query) => askedOf(query, `BFCL ${query.part}`)),
    ...snipsQueries(folder, SNIPS_TEXTS_MAX).flatMap((query) => askedOf(query, `SNIPS ${query.gold}`)),
  ];
}

function askedOf({ text, tools, gold, isRight, countSlots }: MeasuredQuery, source: string): readonly Asked[] {
  const position = tools.findIndex(({ name }) => name === gold);
  const tool = tools[position];
  if (!tool) return [];
  const judge = (parameters: JsonObject) =>
    countSlots === null
      ? judgedCall(isRight(position, parameters), leavesOpen(tool, parameters))
      : { ...countSlots(parameters), cost: 0 };
  return [{ source, text, tool, now: NOW, judge }];
}

function leavesOpen(tool: ReadableTool, parameters: JsonObject): boolean {
  const isOpen = (key: string | undefined) => key !== undefined && parameters[key] === undefined;
  return tool.parameters.some(({ isRequired, hasDefault, path }) => isRequired && !hasDefault && isOpen(path[0]?.key));
}

const PERCENT = 100;

/** 0–100: F1 of all together. */
export function pointsOf(counts: readonly Counts[]): number {
  let hits = 0;
  let errors = 0;
  for (const one of counts) {
    hits += one.hits;
    errors += one.spurious + one.missed;
  }
  return hits + errors === 0 ? 0 : (PERCENT * 2 * hits) / (2 * hits + errors);
}
