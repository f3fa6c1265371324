/** "Lock every van" names no van: whoever asks for one is not given "every van". */
import { ENGLISH } from "#core/english/english.ts";
import { unnamedAt } from "#core/reading/unnamed-things.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";

/** Texts that name none of what their parameter is about cannot be had; all others as they are. */
export function withNamedThings(
  text: string,
  tool: ReadableTool,
  values: readonly ParameterValue[],
): readonly ParameterValue[] {
  return values.map((value) => {
    const { parameter, span, why } = value;
    if (why !== undefined || span === null || typeof value.value !== "string" || parameter.choices.length > 0)
      return value;
    // A synonym is written as what it stands for.
    if (value.value.toLowerCase() !== text.slice(span.start, span.end).toLowerCase()) return value;
    const unnamed = unnamedAt(text, span, [tool, parameter], ENGLISH);
    return unnamed === null ? value : { ...value, why: unnamed };
  });
}
