/** What the operator's commands give, as far as pages show it. The routes' own shapes are in `#http/schemas/`. */
import type { WrittenCase } from "#core/examination/case-file.ts";
import type { RunHeadJson } from "#core/examination/run-json.ts";
import type { ExplanationWire } from "#http/schemas/explanation.ts";
import type { FindingWire } from "#http/schemas/lint-report.ts";
import type { ResolutionWire } from "#http/schemas/resolution.ts";

/** `app.list`, `app.show` and what changes one. */
export interface AppShape {
  readonly app_id: string;
  readonly name: string;
  readonly plan: string;
  readonly status: "active" | "suspended";
  readonly requests_remaining: number;
  readonly created_at: string;
}

/** `key.list`. */
export interface KeyShape {
  readonly key_id: string;
  readonly name: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** `app.create` and `key.create`: the one time that the key is told. */
export interface WithKey {
  readonly api_key: string;
}

/** The two kinds of sets. */
export type SetKind = "classification_set" | "toolset";

/** `export`: a set in the format of the API. */
export interface SetShape {
  readonly signature: string;
  readonly name: string;
  readonly description?: string;
  /** Of a toolset. */
  readonly tools?: readonly ToolShape[];
  /** Of a classification set. */
  readonly classes?: readonly ClassShape[];
  readonly updated_at: string;
}

export interface ToolShape {
  readonly name: string;
  readonly description?: string;
  /** A JSON Schema. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly examples?: readonly string[];
}

export interface ClassShape {
  readonly label: string;
  readonly description?: string;
  readonly examples?: readonly string[];
}

/** `import.check`: what an import would do to a set. */
export interface CheckedSetShape {
  readonly warnings: readonly FindingWire[];
}

/** `alias.list`. */
export interface AliasShape {
  readonly name: string;
  readonly kind: SetKind;
  /** One, or two that share the callers. */
  readonly sides: readonly AliasSideShape[];
  readonly updated_at: string;
}

export interface AliasSideShape {
  readonly signature: string;
  readonly percent: number;
  readonly answers: number;
  /** Of those, the ones where nothing fitted. */
  readonly none: number;
}

/** What an answer took of a model. */
export interface UsageShape {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly money: number;
}

/** `model.try`. */
export interface TriedShape {
  readonly sentence: string;
  /** Null where none was chosen. */
  readonly tool: string | null;
  readonly parameters: object;
  readonly is_right: boolean;
  readonly latency_ms: number;
  readonly usage: UsageShape | null;
}

/** `ask`, as far as answers are held against each other. */
export interface AnsweredShape {
  /** Of toolsets; none where nothing is to be called. */
  readonly calls?: readonly { readonly tool: string; readonly parameters: object; readonly confidence: number }[];
  readonly more?: boolean;
  /** Of toolsets. */
  readonly confidence?: number;
  /** Of a classification set, part by part. */
  readonly classifications?: readonly { readonly label: string; readonly confidence: number }[];
  readonly source: "exact_cache" | "semantic_cache" | "model" | "taught";
  readonly model: string;
  readonly latency_ms: number;
  readonly usage: UsageShape | null;
}

/** `ask` with `explain`. */
export interface AskedShape {
  readonly runner_up: { readonly name: string; readonly margin: number } | null;
  readonly model_says?: unknown;
}

/** `test.cases`. */
export interface TestCasesShape {
  readonly cases: readonly WrittenCase[];
  /** What was left out, and what is odd, in sentences. */
  readonly notes: readonly string[];
}

/** `examined`: how far the examples of sets are learned; null when they are. */
export interface ExaminedShape {
  readonly learning: { readonly done: number; readonly total: number } | null;
}

/** `test.open`. */
export interface OpenedTestShape {
  readonly open_run: string;
}

/** `test.history`. */
export interface TestHistoryShape {
  readonly runs: readonly RunHeadJson[];
}

export type EvidenceKind = ResolutionWire["metadata"]["evidence"][string]["kind"];
export type WhyOfCache = ExplanationWire["why"];
