/** The measured sets as queries to read: BFCL with exact calls, SNIPS with slots and nothing to learn them from. */

import { checkParameters } from "#core/answering/tool-call.ts";
import type { JsonObject } from "#core/json.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { scoreCall } from "../eval/bfcl-scoring.ts";
import { type BfclTest, inDigestOrder, readBfcl, readSnips, type SnipsTest } from "../eval/data-sets.ts";
import { slotCounts } from "../eval/slot-scoring.ts";
import { SNIPS_TOOLS } from "../eval/snips-tools.ts";
import type { Counts } from "../eval/statistics.ts";

export interface MeasuredQuery {
  readonly part: string;
  readonly text: string;
  readonly tools: readonly ReadableTool[];
  /** Name of the right tool; null when none fits. */
  readonly gold: string | null;
  /** Whether a call is right in every parameter. */
  readonly isRight: (tool: number, parameters: JsonObject) => boolean;
  /** Of the right tool: which slots are found; null where calls are right or wrong as a whole. */
  readonly countSlots: ((parameters: JsonObject) => Counts) | null;
}

/** Longer queries take another path in the product. */
const QUERY_POINTS_MAX = 500;
/** Of each intent: enough to compare two trainings. */
const SNIPS_TEXTS_MAX = 60;

export function bfclQueries(folder: string): readonly MeasuredQuery[] {
  return readBfcl(folder).flatMap(({ name, tests }) =>
    tests
      .filter(({ query, groundTruth }) => [...query].length <= QUERY_POINTS_MAX && groundTruth.length <= 1)
      .map((test) => bfclQuery(name, test)),
  );
}

function bfclQuery(part: string, { query, functions, groundTruth }: BfclTest): MeasuredQuery {
  const schemas = functions.map(({ parameters }) => readSchema(parameters));
  const tools = functions.map(({ name, description }, index) => ({
    name,
    description,
    parameters: parametersOf(schemas[index], description),
  }));
  const isRight = (index: number, proposed: JsonObject) => {
    const { name = "", description = "" } = functions[index] ?? {};
    const schema = schemas[index];
    const { parameters } = checkParameters({ name, description, ...(schema ? { parameters: schema } : {}) }, proposed);
    return scoreCall({ tool: name, parameters }, groundTruth, functions).correct;
  };
  const gold = Object.keys(groundTruth[0] ?? {})[0] ?? null;
  return { part, text: query.trim(), tools, gold, isRight, countSlots: null };
}

const SNIPS_READABLE = Object.values(SNIPS_TOOLS).map(({ name, description, slots }) => {
  const properties = Object.fromEntries(
    Object.entries(slots).map(([slot, meaning]) => [slot, { type: "string", description: meaning }]),
  );
  return { name, description, parameters: parametersOf({ type: "object", properties }) };
});

/** Texts without any memory of others, the same number of each intent. */
export function snipsQueries(folder: string, textsMax = SNIPS_TEXTS_MAX): readonly MeasuredQuery[] {
  const tests = readSnips(folder);
  return Object.keys(SNIPS_TOOLS).flatMap((intent) =>
    inDigestOrder(tests.filter((test) => test.intent === intent))
      .slice(0, textsMax)
      .map(snipsQuery),
  );
}

function snipsQuery({ text, intent, slots }: SnipsTest): MeasuredQuery {
  const countSlots = (parameters: JsonObject) => slotCounts(slots, parameters);
  const isRight = (_: number, parameters: JsonObject) => {
    const { spurious, missed } = countSlots(parameters);
    return spurious === 0 && missed === 0;
  };
  const gold = SNIPS_TOOLS[intent]?.name ?? null;
  return { part: "snips", text, tools: SNIPS_READABLE, gold, isRight, countSlots };
}
