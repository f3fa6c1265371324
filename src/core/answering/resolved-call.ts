import { contentHashOf, isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type LocalTime, UTC } from "../local-time.ts";
import type { DraftCall, RelevantMemory } from "../ports/models.ts";
import { withoutSynonyms } from "../schema/synonyms.ts";
import type { Proposal } from "../semantic-cache/knowledge.ts";
import type { Persona } from "../sets/personas.ts";
import type { OpenLists } from "../sets/value-lists.ts";
import { NO_TOOL, type Tool } from "../toolset.ts";
import { type Occasion, responseText } from "../wording/response-text.ts";
import { clampedIn } from "./clamped-values.ts";
import { type EvidenceMap, evidenceOf, type Sources } from "./evidence.ts";
import { listedParameters } from "./listed-values.ts";
import type { CheckedRequest } from "./resolve-request.ts";
import { changesIn } from "./said-changes.ts";
import { checkParameters, withoutInferred } from "./tool-call.ts";
import { refusedIn, type Unfilled, unfilledOf } from "./unfilled.ts";
import { unnamedIn } from "./unnamed-values.ts";

/** A tool as the model sees it, and the set that it is from. */
export interface Offered {
  readonly tool: Tool;
  /** Position among the named toolsets; null for an inline tool. */
  readonly toolset: number | null;
  readonly requireEvidence: boolean;
  /** That the tool refers to; missing where it refers to none. */
  readonly lists?: OpenLists;
}

/** A call that fits its tool's schema. A type, as all that is stored: so the compiler sees that it is JSON. */
export type ResolvedCall = {
  readonly tool: string;
  readonly toolsetPosition: number | null;
  readonly parameters: JsonObject;
  readonly missingParameters: readonly string[];
  readonly defaultsApplied: readonly string[];
  /** What was said and cannot be had, each of it missing. Left out where there is none, as in what was kept before. */
  readonly unfilled?: readonly Unfilled[];
  readonly evidence: EvidenceMap;
};

/** One of several calls, and how sure it is. */
export type SureCall = ResolvedCall & { readonly confidence: number };

/** What the cache keeps. The toolset by position: another signature with the same content is the same toolset. */
export type ResolvedAnswer = ResolvedCall & {
  /** The query that was answered; the evidence's offsets are UTF-16 code units of it. */
  readonly query: string;
  readonly confidence: number;
  /** The model that answered. */
  readonly model: string;
  readonly usedBanks: readonly string[];
  /** The answer in words; null where none was asked for. */
  readonly text: string | null;
  /** Who put it into words: our own templates can do it again for other values. */
  readonly wordsBy: "model" | "server" | null;
  /** The calls after this one, in the order said. Missing where there is one, or none. */
  readonly others?: readonly SureCall[];
  /** The query asks for more than these calls. Missing where it does not. */
  readonly more?: boolean;
};

export const NO_CALL: ResolvedCall = {
  tool: NO_TOOL,
  toolsetPosition: null,
  parameters: {},
  missingParameters: [],
  defaultsApplied: [],
  evidence: {},
};

export const NO_LISTS: OpenLists = new Map();

/** The model's proposal made to fit its schema, each value with its source. */
export function checkedCall(
  { tool, toolset, requireEvidence, lists = NO_LISTS }: Offered,
  draft: Pick<DraftCall, "parameters" | "spans" | "unfilled">,
  request: CheckedRequest,
  used: readonly RelevantMemory[],
  now: LocalTime,
): ResolvedCall {
  // Whatever model said it: a synonym is the value that it stands for.
  const meant = tool.parameters ? withoutSynonyms(draft.parameters, tool.parameters) : draft.parameters;
  const listed = listedParameters(tool, meant, lists, request.query);
  const { parameters: proposed, unfilled: unlisted } = listed;
  const sources = sourcesOf({ spans: { ...listed.spans, ...draft.spans } }, request, used, now);
  const without = (unfilled: readonly Unfilled[]) => {
    const paths = unfilled.map(({ parameter }) => parameter);
    const checked = checkParameters(tool, proposed, paths);
    return { checked, evidence: evidenceOf(checked.parameters, tool.parameters, checked.defaultsApplied, sources) };
  };
  const told = [...unfilledOf(draft.unfilled ?? []), ...unlisted];
  const first = without(told);
  const { query } = request;
  const { parameters } = first.checked;
  const refused = refusedIn(tool, proposed, parameters, query, now);
  // What goes on from a value that was said before may come to the very number that is said.
  const changes = request.history.length === 0 ? changesIn(tool, parameters, first.evidence, query) : [];
  const found = [
    ...refused,
    ...clampedIn(tool, parameters, first.evidence, query),
    ...changes,
    ...unnamedIn(tool, parameters, first.evidence, query),
  ];
  const more = found.filter(({ parameter }) => !told.some((known) => known.parameter === parameter));
  const unfilled = [...told, ...more];
  const { checked, evidence } = more.length === 0 ? first : without(unfilled);
  const kept = requireEvidence ? withoutInferred(checked, evidence) : { ...checked, evidence };
  return {
    tool: tool.name,
    toolsetPosition: toolset,
    parameters: kept.parameters,
    missingParameters: kept.missing,
    defaultsApplied: kept.defaultsApplied,
    ...(unfilled.length > 0 && { unfilled }),
    evidence: kept.evidence,
  };
}

function sourcesOf(
  { spans }: Pick<DraftCall, "spans">,
  { query, context, history }: CheckedRequest,
  used: readonly RelevantMemory[],
  now: LocalTime,
): Sources {
  const memories = used.map((memory) =>
    memory.kind === "fact"
      ? { text: memory.fact, parameters: {} }
      : { text: memory.query, parameters: memory.parameters },
  );
  const answered = history.flatMap(({ parameters }) => (parameters ? [parameters] : []));
  return { query, context, history: history.map((entry) => entry.query), answered, memories, spans, now };
}

/** None in place of a call that is too unsure. */
export function withheld(answer: ResolvedAnswer, persona: Persona | null): ResolvedAnswer {
  const text = persona && wordsFor(null, NO_CALL, { persona, occasion: ANY_DAY });
  const confidence = 1 - answer.confidence;
  const { unfilled: _, ...kept } = answer;
  const none = { ...NO_CALL, others: [], confidence, usedBanks: [] };
  return { ...kept, ...none, text, wordsBy: text === null ? null : "server" };
}

/** Who tells it, and when. */
export interface Telling {
  readonly persona: Persona;
  readonly occasion: Occasion;
}

/** Of what is the same whenever it is told. */
export const ANY_DAY: Occasion = { at: null, zone: UTC };

/** Words that depend on the clock are given only now; others may be kept, and told on another day. */
export function occasionOf(now: LocalTime, dependsOnClock: boolean): Occasion {
  return dependsOnClock ? now : { at: null, zone: now.zone };
}

/** The answer in words by our own templates. */
export function wordsFor(
  tool: Tool | null,
  { parameters, missingParameters, unfilled = [] }: Pick<ResolvedCall, "missingParameters" | "parameters" | "unfilled">,
  { persona: { language, instructions }, occasion }: Telling,
): string {
  const told = { tool, parameters, missing: missingParameters, unfilled };
  return responseText(told, { language: language ?? "en", instructions }, occasion);
}

/**
 * What a proposal of the cache makes of a known answer, checked as a model's would be: against the schema, each value with
 * its own source, the same missing and the same defaults. Null where anything does not fit.
 */
export function derivedAnswer(
  { path, call, spans }: Proposal,
  known: ResolvedAnswer,
  offered: readonly Offered[],
  {
    request,
    persona,
    now,
    used = [],
  }: {
    readonly request: CheckedRequest;
    readonly persona: Persona | null;
    readonly now: LocalTime;
    /** What stands for values that no word of the query says. */
    readonly used?: readonly RelevantMemory[];
  },
): ResolvedAnswer | null {
  if (path === "none") {
    // What a model put into words speaks of what was asked then.
    const isOthers = known.tool !== NO_CALL.tool || (persona !== null && known.wordsBy !== "server");
    return isOthers ? null : { ...known, query: request.query };
  }
  const chosen = call && offered[call.tool];
  if (!call || !chosen) return null;
  // One call is no answer to what several are, nor to what one call leaves open.
  if (known.others !== undefined || known.more !== undefined) return null;
  const proposed = withoutPaths(call.parameters, known.defaultsApplied);
  const made = checkedCall(chosen, { parameters: proposed, spans }, request, used, now);
  const isConsistent =
    chosen.tool.name === known.tool &&
    // What cannot be had is said of its own words.
    made.unfilled === undefined &&
    known.unfilled === undefined &&
    areEqual(made.parameters, call.parameters) &&
    areEqual(made.missingParameters, known.missingParameters) &&
    areEqual(made.defaultsApplied, known.defaultsApplied);
  if (!isConsistent) return null;
  const answer = { ...known, ...made, query: request.query };
  if (!persona) return answer;
  if (known.wordsBy === "server") return { ...answer, text: wordsFor(chosen.tool, made, { persona, occasion: now }) };
  // What a model put into words speaks of its own values.
  return areEqual(made.parameters, known.parameters) ? answer : null;
}

/** Without what stands at these paths, as in `address.city`. */
function withoutPaths(parameters: JsonObject, paths: readonly string[], prefix = ""): JsonObject {
  const left = Object.entries(parameters)
    .filter(([name]) => !paths.includes(prefix + name))
    .map(([name, value]) => {
      const isAbove = paths.some((path) => path.startsWith(`${prefix}${name}.`));
      return [name, isAbove && isJsonObject(value) ? withoutPaths(value, paths, `${prefix}${name}.`) : value] as const;
    });
  return Object.fromEntries(left) as JsonObject;
}

/** As their canonical JSON is: most that is compared is the same text already, and is not put in order for it. */
function areEqual(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other) || contentHashOf(one) === contentHashOf(other);
}
