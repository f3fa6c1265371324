/** The question for a tool call. */
import type { JsonObject } from "#core/json.ts";
import { type LocalTime, offsetMinutes, offsetText, UTC, wallClockOf } from "#core/local-time.ts";
import type { CallRequest, RelevantMemory } from "#core/ports/models.ts";
import { NO_TOOL } from "#core/toolset.ts";
import type { AnswerMode, Prompt } from "../../backend/prompt.ts";
import { type AnswerForm, type CallFrame, callFrame } from "./call-frame.ts";
import { fenced, fencedLines } from "./fence.ts";

type Asked = Omit<CallRequest, "findSimilar" | "app">;

/** The prompt for a call. `frame`: what `callFrame` made of the request's tools for `formOf`, where it is known. */
export function callPrompt(
  request: Asked,
  mode: AnswerMode,
  frame: CallFrame = callFrame(request.tools, formOf(request, mode)),
): Prompt {
  const { aliases, ...same } = frame;
  return { ...same, user: userText(request, aliases) };
}

/** What the answer is to be like. A function call has no words beside it. */
export function formOf(
  { persona, mustCall = false, callsMax = 1 }: Pick<Asked, "callsMax" | "mustCall" | "persona">,
  mode: AnswerMode,
): AnswerForm {
  return { mode, wantsText: persona !== null && mode !== "tools", mustCall, callsMax };
}

function userText(request: Asked, aliases: readonly string[]): string {
  const { memories, context, history, persona, now, query } = request;
  const examples = memories.flatMap((memory) => (memory.kind === "example" ? [shownExample(memory, aliases)] : []));
  const facts = memories.flatMap((memory) => (memory.kind === "fact" ? [memory.fact] : []));
  // The nearest stands last, next to the request.
  return [
    ...fencedLines("examples", examples.reverse()),
    ...fencedLines("facts", facts),
    ...(context === null || context === "" ? [] : [fenced("context", context)]),
    ...fencedLines(
      "history",
      history.map(({ query, tool, parameters }) => ({ request: query, tool, ...(parameters && { parameters }) })),
    ),
    ...(persona === null ? [] : [fenced("persona", { ...persona })]),
    fenced("now", momentOf(now)),
    fenced("request", query),
  ].join("\n");
}

function shownExample({ query, tool, parameters }: RelevantMemory & { kind: "example" }, aliases: readonly string[]) {
  return { request: query, call: { tool: aliases[tool] ?? NO_TOOL, parameters } };
}

/** From Sunday. Asking for the word in a locale takes longer than everything else in a prompt. */
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Where the asker is. */
function momentOf(now: LocalTime): JsonObject {
  const date = wallClockOf(now);
  const weekday = WEEKDAYS[date.getUTCDay()] as string;
  const iso = date.toISOString();
  return { date: iso.slice(0, 10), weekday, time: iso.slice(11, 16), ...zoneOf(now) };
}

/** The offset beside the name: a model that writes RFC 3339 needs it, and should not have to know it. */
function zoneOf(now: LocalTime): JsonObject {
  return now.zone === UTC ? { time_zone: UTC } : { time_zone: now.zone, offset: offsetText(offsetMinutes(now)) };
}
