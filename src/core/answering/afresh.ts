/** An answer that a model gave whatever was known already: what sets are tested with, and shown. */
import type { JsonObject } from "../json.ts";
import type { AskedAgain, RunnerUp, Usage } from "../ports/models.ts";
import type { Instant } from "../tenant.ts";

/** What else decides, where somebody tries out how it would be. */
export interface Afresh {
  /** The model that is asked, by its name in the settings; that of the sets where it is left out. */
  readonly backend?: string | undefined;
  /** The moment that "tomorrow" counts from; now where it is left out. */
  readonly at?: Instant | undefined;
  /** As `CallRequest` has it, null for not at all; where it is left out, that of a request. */
  readonly askedAgain?: AskedAgain | null | undefined;
}

/** What comes next to an answer. A type, as what is sent as JSON. */
export type NamedRunnerUp = {
  /** Of the tool or class; `none`. */
  readonly name: string;
  /** As `RunnerUp` has it. */
  readonly margin: number;
};

/** An answer, and what is known of how it was come by. */
export interface AskedAfresh<Answer> {
  readonly answer: Answer;
  /** Null where the model does not tell. */
  readonly runnerUp: NamedRunnerUp | null;
  readonly modelMs: number;
  /** Null where the answer cost nothing that can be counted. */
  readonly usage: Usage | null;
}

/** `names`: of the tools or classes, in their order. */
export function namedRunnerUp(
  runnerUp: RunnerUp | undefined,
  names: readonly string[],
  none: string,
): NamedRunnerUp | null {
  if (!runnerUp) return null;
  const { of, margin } = runnerUp;
  const name = of === null ? none : names[of];
  return name === undefined ? null : { name, margin };
}

/** What an answer took, as JSON; null where it cost nothing that can be counted. */
export function usageJson(usage: Usage | null): JsonObject | null {
  if (usage === null) return null;
  const { inputTokens, cachedInputTokens, outputTokens, money } = usage;
  return { input_tokens: inputTokens, cached_input_tokens: cachedInputTokens, output_tokens: outputTokens, money };
}
