/** What an owner says is right for a sentence: it answers the sentence, and tests its set. */
import { AppError, invalid } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Instant } from "../tenant.ts";
import { checkedText } from "../text.ts";
import { NO_TOOL } from "../toolset.ts";

/** The kinds of sets that can be taught. */
export type TaughtKind = "toolset" | "classification_set";

export interface TaughtCall {
  readonly tool: string;
  readonly parameters: JsonObject;
}

/** What is right. No calls mean that nothing is to be called; the label may be `none`. */
export type RightAnswer =
  | { readonly kind: "calls"; readonly calls: readonly TaughtCall[] }
  | { readonly kind: "label"; readonly label: string };

export interface TaughtCase {
  /** `case_` and 20 letters and digits. */
  readonly id: string;
  readonly text: string;
  /** What it is in, as ISO 639, where whoever taught it said so: a test of the set asks it so. */
  readonly language?: string;
  readonly right: RightAnswer;
  /**
   * Signatures of the toolsets that were asked together; the case's own alone where it was taught by hand. That nothing is to be
   * called holds where no other toolset is asked.
   */
  readonly beside: readonly string[];
  readonly taughtAt: Instant;
  /** What its values count from, where that is not when it was taught. */
  readonly saidAt?: Instant;
}

/** A case as a client sends it: `calls`, or `tool` with its `parameters`, for a toolset; `label` for a classification set. */
export interface TaughtInput {
  readonly query: string;
  /** A tag such as "de"; left out, its words tell. */
  readonly language?: string | undefined;
  readonly tool?: string | undefined;
  readonly parameters?: JsonObject | undefined;
  readonly calls?: readonly TaughtCall[] | undefined;
  readonly label?: string | undefined;
  /** What days in it count from; left out, the moment of the teaching. */
  readonly saidAt?: Instant | undefined;
}

/** The sentence of a case. Throws `validation_error`. */
export function taughtText(kind: TaughtKind, query: string): string {
  const max = kind === "toolset" ? LIMITS.queryCharactersMax : LIMITS.dataCharactersMax;
  return checkedText("query", query, { min: 1, max });
}

/** What is right, in shape. Throws `bad_request` for none or several ways of saying it, `validation_error` for too much. */
export function rightAnswer(
  kind: TaughtKind,
  { tool, parameters, calls, label }: Omit<TaughtInput, "query">,
): RightAnswer {
  if (kind === "classification_set") {
    if (label === undefined || tool !== undefined || calls !== undefined || parameters !== undefined)
      throw new AppError("bad_request", "a classification set is taught a `label`, and nothing else");
    return { kind: "label", label: checkedText("label", label, { min: 1, max: LIMITS.labelCharactersMax }) };
  }
  if (label !== undefined || (tool === undefined) === (calls === undefined))
    throw new AppError("bad_request", "a toolset is taught either a `tool` with its `parameters`, or `calls`");
  if (calls !== undefined && parameters !== undefined)
    throw invalid("parameters", "belong to a `tool`; each of `calls` has its own");
  const right = calls ?? [{ tool: tool as string, parameters: parameters ?? {} }];
  if (right.length > LIMITS.callsMax) throw invalid("calls", `must be at most ${LIMITS.callsMax}`);
  const named = right.filter((call) => call.tool !== NO_TOOL);
  if (named.length < right.length && right.length > 1)
    throw invalid("calls", "name `none` beside other calls: leave it out");
  for (const call of right) {
    if (call.tool === NO_TOOL && Object.keys(call.parameters).length > 0)
      throw invalid("parameters", "are for a tool, and `none` is none");
  }
  return { kind: "calls", calls: named };
}
