import type { AnswerMode } from "#core/prompts/prompt.ts";
import { bestMode, type Capabilities } from "./capabilities.ts";

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
  readonly best: AnswerMode | null;
}

export function surveyOf(model: string, mode: AnswerMode | "auto", capabilities: Capabilities | null): ModelSurvey {
  if (capabilities === null)
    return { model, mode, answers: false, schema: null, tools: null, system: null, best: null };
  const { schema, tools, systemPrompt } = capabilities;
  return { model, mode, answers: true, schema, tools, system: systemPrompt, best: bestMode(capabilities) };
}

const TOOLS_FOUND = {
  forced: "functions are called whenever they must be",
  offered: "functions are called where one fits, and words come where none does",
  none: "functions are not called",
} as const;

/** What was found out about a server, in words for its owner. Only the mode in the settings can be wrong. */
export function findingsOf(
  model: string,
  capabilities: Capabilities,
  mode: AnswerMode | "auto",
): readonly ModelFinding[] {
  const { schema, tools, systemPrompt } = capabilities;
  const best = bestMode(capabilities);
  const isHonest = mode === "auto" || mode === "json" || (mode === "schema" ? schema : tools === "forced");
  const fact = (check: string, found: string) => ({ model, check, ok: true, found, advice: null });
  return [
    fact("server", "answers"),
    fact("schema", schema ? "answers obey a JSON schema" : "answers do not obey a JSON schema"),
    fact("tools", TOOLS_FOUND[tools]),
    fact("system", systemPrompt ? "the system's instructions are heeded" : "the system's instructions are not heeded"),
    {
      model,
      check: "mode",
      ok: isHonest,
      found: `"${mode}" in the settings; "${best}" is best`,
      advice: isHonest ? null : `set mode = "${best}" or "auto" under [model]`,
    },
  ];
}
