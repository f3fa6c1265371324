import { invalid } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { checkedTimeZone, type TimeZone } from "../local-time.ts";
import type { HistoryEntry } from "../ports/models.ts";
import { type AskedIn, askedIn } from "../spoken-language/asked-in.ts";
import { checkedText } from "../text.ts";
import type { Tool } from "../toolset.ts";
import { checkedChoice, type ToolChoice } from "./tool-choice.ts";

/** What guides a resolution beside the query. */
interface Surroundings {
  readonly query: string;
  readonly context?: string;
  readonly history?: readonly HistoryEntry[];
  /** Where the asker is: a name such as "Europe/Berlin", or an offset; what the settings say when left out. */
  readonly timeZone?: string;
  /** What it is in, such as "de"; left out, its words tell. */
  readonly language?: string;
  /** `auto` when left out. */
  readonly toolChoice?: string;
  /** 0–1; what the tool's set says when left out. */
  readonly minConfidence?: number;
  /** 1–8; 1 when left out. */
  readonly callsMax?: number;
}

export interface ResolveRequest extends Surroundings {
  /** Signatures or aliases, 1–16. */
  readonly toolsets: readonly string[];
  /** For whom, as the client has it: who decides on which side of a split alias the answer is. */
  readonly caller?: string;
  /** Bank ids, 0–16. */
  readonly banks?: readonly string[];
}

export interface RespondRequest extends ResolveRequest {
  /** A persona's name; `default` when left out. */
  readonly persona?: string;
}

export interface ResolveQuickRequest extends Surroundings {
  readonly tools: readonly Tool[];
  /** Who answers: one of the models that sets may name; the server's own when left out. */
  readonly backend?: string;
}

/** A request whose texts may be used. */
export interface CheckedRequest extends AskedIn {
  readonly query: string;
  readonly context: string | null;
  readonly history: readonly HistoryEntry[];
  readonly timeZone: TimeZone;
  readonly toolChoice: ToolChoice;
  /** 0–1; null where the request says nothing. */
  readonly minConfidence: number | null;
  /** How many calls the answer may have. */
  readonly callsMax: number;
}

/** `timeZone` is where the asker is when the request does not say so. Throws `validation_error`. */
export function checkedRequest(request: Surroundings, timeZone: TimeZone): CheckedRequest {
  const history = request.history ?? [];
  checkCount("history", "entries", history.length, LIMITS.historyEntriesMax);
  const queryRule = { min: 1, max: LIMITS.queryCharactersMax };
  const contextRule = { min: 0, max: LIMITS.contextCharactersMax };
  const query = checkedText("query", request.query, queryRule);
  return {
    query,
    ...askedIn(request.language, query),
    context: request.context === undefined ? null : checkedText("context", request.context, contextRule),
    timeZone: request.timeZone === undefined ? timeZone : checkedTimeZone("time_zone", request.timeZone),
    ...checkedChoice(request),
    callsMax: checkedCallsMax(request.callsMax),
    history: history.map((entry, index) => ({
      tool: checkedText(`history.${index}.tool`, entry.tool, { min: 1, max: LIMITS.nameCharactersMax }),
      query: checkedText(`history.${index}.query`, entry.query, queryRule),
      // Left out where it was: what was answered before there were any is still known.
      ...(entry.parameters !== undefined && { parameters: checkedAnswered(entry.parameters, index) }),
    })),
  };
}

/** The sets and banks that a request names, each once. Throws `validation_error`. */
export function checkedNames({ toolsets, banks = [] }: ResolveRequest): {
  readonly toolsets: readonly string[];
  readonly banks: readonly string[];
} {
  if (toolsets.length === 0) throw invalid("toolsets", "needs at least 1 signature");
  checkCount("toolsets", "signatures", toolsets.length, LIMITS.toolsetsMax);
  checkCount("banks", "banks", banks.length, LIMITS.banksMax);
  return { toolsets: [...new Set(toolsets)], banks: [...new Set(banks)] };
}

function checkedCallsMax(given = 1): number {
  const { callsMax } = LIMITS;
  if (Number.isInteger(given) && given >= 1 && given <= callsMax) return given;
  throw invalid("calls_max", `must be a whole number from 1 to ${callsMax}`);
}

function checkedAnswered(parameters: JsonObject, index: number): JsonObject {
  const { historyParametersCharactersMax: max } = LIMITS;
  if (JSON.stringify(parameters).length <= max) return parameters;
  throw invalid(`history.${index}.parameters`, `must be at most ${max} characters of JSON`);
}

function checkCount(field: string, what: string, count: number, max: number): void {
  if (count > max) throw invalid(field, `${count} ${what}, at most ${max} are allowed`);
}
