/** Taught cases beside the sets as they are now: what of them still holds, and which tools or classes they mean. */
import { checkParameters } from "../answering/tool-call.ts";
import { type ClassificationSetDefinition, NO_LABEL } from "../classification-set.ts";
import type { TimeZone } from "../local-time.ts";
import type { StoredDefinition } from "../ports/definition-store.ts";
import { sameWordsOf } from "../semantic-cache/words/same-words.ts";
import type { Tool } from "../toolset.ts";
import { type CaseOfSet, literalsIn, type PlacedCase } from "./case-book.ts";
import { countedFrom, isCounted } from "./counted-days.ts";
import type { TaughtCase } from "./taught-case.ts";

/** Places cases beside the toolsets in the order asked, their tools counted through. What names a tool that is gone says nothing any more. */
export function placingCalls(
  toolsets: readonly StoredDefinition<"toolset">[],
  zone: TimeZone,
): (of: CaseOfSet) => PlacedCase | null {
  const asked = toolsets.map(({ signature }) => signature);
  const tools = toolsets.flatMap(({ definition }) => definition.tools);
  const counts = toolsets.map(({ definition }) => definition.tools.length);
  return ({ taught, set }) => {
    const from = counts.slice(0, set).reduce((sum, count) => sum + count, 0);
    return placedCall(taught, { tools, own: { from, count: counts[set] ?? 0 }, asked, zone });
  };
}

interface Among {
  readonly tools: readonly Tool[];
  /** The tools of the set that was taught. */
  readonly own: { readonly from: number; readonly count: number };
  readonly asked: readonly string[];
  readonly zone: TimeZone;
}

function placedCall(taught: TaughtCase, { tools, own, asked, zone }: Among): PlacedCase | null {
  const { right, text, beside } = taught;
  if (right.kind !== "calls") return null;
  // Another set may have the tool that was missing.
  if (right.calls.length === 0 && asked.some((signature) => !beside.includes(signature))) return null;
  const positions = right.calls.map(({ tool }) => positionOf(tool, tools, own));
  if (positions.includes(-1)) return null;
  const words = sameWordsOf(text);
  const dependsOnClock = isCounted(taught, countedFrom(taught), zone);
  const common = { taught, words, literals: literalsIn(words, taught), positions, dependsOnClock };
  if (right.calls.length > 1) return { ...common, lesson: null };
  const [call] = right.calls;
  const tool = positions[0] ?? null;
  const checked = call && checkParameters(tools[tool ?? -1] as Tool, call.parameters);
  const { parameters = {}, defaultsApplied = [] } = checked ?? {};
  return { ...common, lesson: { kind: "call", tool, parameters, defaultsApplied, dependsOnClock } };
}

function positionOf(name: string, tools: readonly Tool[], { from, count }: Among["own"]): number {
  const own = tools.findIndex((tool, at) => tool.name === name && at >= from && at < from + count);
  return own >= 0 ? own : tools.findIndex((tool) => tool.name === name);
}

/** The same beside a classification set. A label that is gone says nothing any more. */
export function placingLabels({
  classes,
  allowNone,
}: ClassificationSetDefinition): (of: CaseOfSet) => PlacedCase | null {
  const positions = new Map(classes.map(({ label }, position) => [label, position]));
  return ({ taught }) => {
    const { right, text } = taught;
    if (right.kind !== "label") return null;
    const position = positions.get(right.label) ?? null;
    if (position === null && !(right.label === NO_LABEL && allowNone)) return null;
    const lesson = { kind: "label", class: position } as const;
    const at = position === null ? [] : [position];
    return { taught, words: sameWordsOf(text), literals: [], positions: at, lesson, dependsOnClock: false };
  };
}
