/** What is asked to fill the table, of whichever set, and how each answer to it is judged. */
import { inUtc, type LocalTime, timeZoneNamed } from "#core/local-time.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import type { Tool } from "#core/toolset.ts";
import { areAllCalls, type BfclFunction, type GroundTruth, scoreCall } from "../../eval/bfcl-scoring.ts";
import { type BfclTest, readBfcl, readSnips, type SnipsTest } from "../../eval/data-sets.ts";
import { readEveryday } from "../../eval/everyday-data.ts";
import { judgedAnswer } from "../../eval/everyday-figures.ts";
import type { Judgement } from "../../eval/everyday-scoring.ts";
import type { LanguageTest } from "../../eval/languages.ts";
import type { GivenCall } from "../../eval/resolving.ts";
import { slotCounts } from "../../eval/slot-scoring.ts";
import { dividedSnips } from "../../eval/snips.ts";
import { SNIPS_TOOLS, snipsToolDefinitions } from "../../eval/snips-tools.ts";
import type { Counts } from "../../eval/statistics.ts";
import { readXsid } from "../../eval/xsid.ts";
import type { Asking } from "./asked.ts";

/** One request, and how an answer to it is judged. */
export interface SourceRequest {
  readonly source: string;
  readonly at: number;
  readonly kind: string;
  readonly asking: Asking;
  readonly tools: readonly Tool[];
  readonly now: LocalTime;
  /** What it would be if these were called, and no other. */
  judge(calls: readonly GivenCall[]): Judgement;
  isTool(call: GivenCall): boolean;
  slots?(call: GivenCall): Counts;
}

/** As the everyday requests are measured. */
const CALLS_MAX = 8;
/** As scripts/eval measures what has no clock of its own. */
const MEASURED_AT = inUtc(Date.parse("2026-06-01T12:00:00Z"));
const SNIPS_TEXTS_MAX = 420;

export function everydayRequests(folder: string, isAsked: (trade: string) => boolean): readonly SourceRequest[] {
  return readEveryday(folder)
    .filter(({ name }) => isAsked(name))
    .flatMap(({ name, tools, timeZone, now: moment, cases }) => {
      const read = tools.map(asKept);
      const zone = timeZoneNamed(timeZone);
      const now = { ...inUtc(moment), ...(zone && { zone }) };
      return cases.map((one, at): SourceRequest => {
        const meant = new Set([one, ...(one.accept ?? [])].flatMap(({ calls = [] }) => calls.map(({ tool }) => tool)));
        return {
          ...{ source: name, at, kind: one.kind, tools: read, now },
          asking: { query: one.query, history: one.history ?? [], callsMax: CALLS_MAX },
          judge: (calls) => judgedAnswer(one, calls).judgement,
          isTool: ({ tool }) => meant.has(tool),
        };
      });
    });
}

/** BFCL, SNIPS and the English sentences of xSID, as `scripts/eval` asks them. */
export function programRequests(folder: string): readonly SourceRequest[] {
  const bfcl = readBfcl(folder).flatMap(({ name, tests }) =>
    tests.flatMap((test, at) => bfclRequest(`bfcl/${name}`, at, test)),
  );
  const xsid = readXsid(folder, Number.POSITIVE_INFINITY).filter(({ lang }) => lang === "en");
  const { tested } = dividedSnips(readSnips(folder), SNIPS_TEXTS_MAX);
  const ofSnips = (snipsToolDefinitions() as BfclTest["functions"]).map(asKept);
  return [
    ...bfcl,
    ...tested.map((test, at) => snipsRequest(at, test, ofSnips)),
    ...xsid.map((test, at) => xsidRequest(at, test)),
  ];
}

function bfclRequest(source: string, at: number, test: BfclTest): readonly SourceRequest[] {
  const { query, context, functions, groundTruth } = test;
  const tools = keptAll(functions);
  if (!tools) return [];
  const wanted = new Set(groundTruth.flatMap((right) => Object.keys(right)));
  return [
    {
      ...{ source, at, kind: groundTruth.length === 0 ? "none" : "call", tools, now: MEASURED_AT },
      asking: { query, context, callsMax: groundTruth.length > 1 ? CALLS_MAX : 1 },
      judge: (calls) => judgedByTruth(calls, groundTruth, functions),
      isTool: ({ tool }) => wanted.has(tool),
    },
  ];
}

function judgedByTruth(
  calls: readonly GivenCall[],
  groundTruth: GroundTruth,
  functions: readonly BfclFunction[],
): Judgement {
  if (calls.length === 0) return groundTruth.length === 0 ? "right" : "none";
  if (areAllCalls(calls, groundTruth, functions)) return "right";
  if (calls.some(({ missing }) => missing.length > 0)) return "asked";
  const isOne = (call: GivenCall) => groundTruth.some((right) => scoreCall(call, [right], functions).correct);
  return calls.every(isOne) && calls.length < groundTruth.length ? "part" : "wrong";
}

/** How far a slot's words go is the set's own habit: its values are counted, and right is the tool. */
function snipsRequest(at: number, { text, intent, slots }: SnipsTest, tools: readonly Tool[]): SourceRequest {
  const right = SNIPS_TOOLS[intent]?.name ?? intent;
  const common = { source: "snips", at, kind: intent, tools, now: MEASURED_AT };
  return {
    ...common,
    asking: { query: text, callsMax: 1 },
    ...byTool(right),
    slots: ({ tool, parameters }) => (tool === right ? slotCounts(slots, parameters) : slotCounts(slots, {})),
  };
}

/** As SNIPS. */
function xsidRequest(at: number, { query, functions, groundTruth }: LanguageTest): SourceRequest {
  const right = Object.keys(groundTruth[0] ?? {})[0] ?? "";
  const common = { source: "xsid", at, kind: right, tools: functions.map(asKept), now: MEASURED_AT };
  return { ...common, asking: { query, callsMax: 1 }, ...byTool(right) };
}

function byTool(right: string): Pick<SourceRequest, "judge" | "isTool"> {
  return {
    judge: ([call]) => (call === undefined ? "none" : call.tool === right ? "right" : "wrong"),
    isTool: ({ tool }) => tool === right,
  };
}

/** Null for schemas that the contract refuses. */
function keptAll(functions: BfclTest["functions"]): readonly Tool[] | null {
  try {
    return functions.map(asKept);
  } catch {
    return null;
  }
}

/** As the server keeps it. */
function asKept({ name, description = "", parameters }: BfclTest["functions"][number]): Tool {
  return { name, description, ...(parameters && { parameters: readSchema(parameters) }) };
}
