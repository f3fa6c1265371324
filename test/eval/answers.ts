/** Answers as the server gives them, for the tests of what is counted from them. */
import type { Answer } from "../../scripts/eval/api-client.ts";
import { type Resolved, resolvedFrom } from "../../scripts/eval/resolving.ts";

export function resolutionAnswer(
  tool: string,
  parameters: Answer["body"] = {},
  metadata: { readonly confidence?: number; readonly defaults_applied?: readonly string[] } = {},
): Answer {
  return {
    status: 200,
    body: { resolved: { tool, parameters }, metadata: { confidence: 0.9, ...metadata } },
    clientMs: 4,
  };
}

export function resolved(...answer: Parameters<typeof resolutionAnswer>): Resolved {
  return resolvedFrom(resolutionAnswer(...answer));
}

export const REFUSED: Answer = { status: 400, body: { error: "validation_error" }, clientMs: 1 };

/** The value of a line, by what it measures. */
export function figureIn(
  lines: readonly { readonly measure: string; readonly value: number | null }[],
  measure: string,
): number | null | undefined {
  return lines.find((line) => line.measure === measure)?.value;
}
