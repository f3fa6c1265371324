/** Answers of different origin in one shape, to be held against each other. */
import { NO_NAME } from "../set-kind.ts";
import type { AnsweredShape, UsageShape } from "../shapes.ts";
import type { Asked } from "./playground-asked.ts";

export interface SideAnswer {
  /** Of the tool, or the label; `none`, too. Of several the first. */
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly hasMore: boolean;
  readonly confidence: number;
  readonly source: AnsweredShape["source"];
  readonly model: string;
  readonly ms: number;
  /** Of the app; null where it pays nothing. */
  readonly requestsUsed: number | null;
  /** What the model took; null where that was not counted. */
  readonly usage: UsageShape | null;
}

/** As the app's own API answered. */
export function sideOfAsked({ answer }: Asked): SideAnswer {
  const { source, model, latency_ms: ms, requests_used: requestsUsed } = answer.body.metadata;
  const common = { source, model, ms, requestsUsed, usage: null };
  if (answer.kind === "toolset") {
    const { resolved, metadata } = answer.body;
    const { tool: name, parameters } = resolved;
    return {
      ...common,
      name,
      parameters: { ...parameters },
      hasMore: metadata.more === true,
      confidence: metadata.confidence,
    };
  }
  return { ...common, ...firstLabel(answer.body.classifications) };
}

/** As the operator's command answered, which no app pays for. */
export function sideOfOther(answered: AnsweredShape): SideAnswer {
  const { source, model, latency_ms: ms, usage, calls, classifications = [], confidence = 0, more = false } = answered;
  const common = { source, model, ms, requestsUsed: null, usage };
  if (!calls) return { ...common, ...firstLabel(classifications) };
  const [first, ...others] = calls;
  return {
    ...common,
    name: first?.tool ?? NO_NAME,
    parameters: { ...first?.parameters },
    hasMore: more || others.length > 0,
    confidence: first?.confidence ?? confidence,
  };
}

/** Whether both name the same with the same values; how sure they are is another matter. */
export function isSameAnswer(one: SideAnswer, other: SideAnswer): boolean {
  const names = new Set([...Object.keys(one.parameters), ...Object.keys(other.parameters)]);
  const isSame = (name: string) => JSON.stringify(one.parameters[name]) === JSON.stringify(other.parameters[name]);
  return one.name === other.name && [...names].every(isSame);
}

function firstLabel(
  labels: readonly { readonly label: string; readonly confidence: number }[],
): Pick<SideAnswer, "confidence" | "hasMore" | "name" | "parameters"> {
  const [first] = labels;
  return { name: first?.label ?? NO_NAME, parameters: {}, hasMore: false, confidence: first?.confidence ?? 0 };
}
