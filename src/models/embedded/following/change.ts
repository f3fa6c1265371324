import type { Span } from "#core/span.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";

/** A call, and the sentence that said it. */
export interface Before {
  readonly tool: ReadableTool;
  /** The sentence that said it. */
  readonly text: string;
  readonly values: readonly ParameterValue[];
  readonly places: ReadonlyMap<Parameter, Span>;
}

export interface Change {
  /** The values that are said anew, with their places in the query. */
  readonly values: readonly ParameterValue[];
  /** The sentence that says it all as one. */
  readonly text: string;
  /** Whether a value was worked out from the one before: no network can, so that only `text` tells whether it is meant. */
  readonly isReckoned?: boolean;
}
