import type { Instant } from "#core/tenant.ts";
import { ageOf } from "#core/text.ts";
import type { AnswerMode } from "../backend/prompt.ts";
import { bestMode, type Capabilities, type Survey } from "./capabilities.ts";

export interface ModelFinding {
  /** The model's id. */
  readonly model: string;
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  /** What to do about it; null when all is well. */
  readonly advice: string | null;
}

/** One line of the table of models; null for what could not be found out, or needs not be. */
export interface ModelSurvey {
  /** The model's id. */
  readonly model: string;
  /** As the settings have it. */
  readonly mode: AnswerMode | "auto" | null;
  readonly answers: boolean;
  readonly schema: boolean | null;
  readonly tools: Capabilities["tools"] | null;
  readonly system: boolean | null;
  readonly streaming: boolean | null;
  /** Tokens that a question and its answer may have together. */
  readonly context: number | null;
  readonly best: AnswerMode | null;
  /** When that was found out, RFC 3339; null where nothing was. */
  readonly found_at: string | null;
}

const NOTHING = { schema: null, tools: null, system: null, streaming: null, context: null, best: null, found_at: null };

/** What was found of a server, and when. */
export interface DatedSurvey {
  readonly survey: Survey;
  readonly foundAt: Instant;
}

/** `found`: null of a server that does not answer. */
export function surveyOf(model: string, mode: AnswerMode | "auto", found: DatedSurvey | null): ModelSurvey {
  if (found === null) return { model, mode, answers: false, ...NOTHING };
  const { schema, tools, systemPrompt: system, streaming, contextTokens: context } = found.survey;
  const foundAt = new Date(found.foundAt).toISOString();
  const best = bestMode(found.survey);
  return { model, mode, answers: true, schema, tools, system, streaming, context, best, found_at: foundAt };
}

/** Of a model that needs no server, and nothing of which has to be found out. */
export function surveyOfInside(model: string): ModelSurvey {
  return { model, mode: null, answers: true, ...NOTHING };
}

const TOOLS_FOUND = {
  forced: "functions are called whenever they must be",
  offered: "functions are called where one fits, and words come where none does",
  none: "functions are not called",
} as const;

const SYSTEM_FOUND = {
  true: "the system's instructions are heeded",
  false: "the system's instructions are not heeded",
  null: "whether the system's instructions are heeded was not asked",
} as const;

const STREAMING_FOUND = {
  true: "answers come in events where that is asked for",
  false: "answers come whole, also where events are asked for",
  null: "whether answers can come in events is not known",
} as const;

/**
 * What was found out about a server, in words for its owner. Only the mode in the settings can be wrong. `ageMs`: how long ago
 * it was found out; null for just now.
 */
export function findingsOf(
  model: string,
  survey: Survey,
  mode: AnswerMode | "auto",
  ageMs: number | null,
): readonly ModelFinding[] {
  const { schema, tools, systemPrompt, streaming, contextTokens } = survey;
  const best = bestMode(survey);
  const isHonest = mode === "auto" || mode === "json" || (mode === "schema" ? schema : tools === "forced");
  const fact = (check: string, found: string) => ({ model, check, ok: true, found, advice: null });
  return [
    fact("server", "answers"),
    fact("schema", schema ? "answers obey a JSON schema" : "answers do not obey a JSON schema"),
    fact("tools", TOOLS_FOUND[tools]),
    fact("system", SYSTEM_FOUND[String(systemPrompt) as "true" | "false" | "null"]),
    fact("streaming", STREAMING_FOUND[String(streaming) as "true" | "false" | "null"]),
    fact("context", contextTokens === null ? "the server does not say its maximum" : `${contextTokens} tokens`),
    {
      model,
      check: "mode",
      ok: isHonest,
      found: `"${mode}" in the settings; "${best}" is best`,
      advice: isHonest ? null : `set its mode to "${best}" or "auto" in the settings`,
    },
    ...(ageMs === null ? [] : [fact("age", `found ${ageOf(ageMs)}; "dragoman model test" asks again`)]),
  ];
}
