import type { JsonObject } from "#core/json.ts";

/** How a backend is asked for its answer. */
export type AnswerMode = "schema" | "tools" | "json";

/** A tool as a backend's tool mode takes it. */
export interface FunctionTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** What a language model is asked. */
export interface Prompt {
  /** The same for every query to the same definitions, so that servers that keep what they read last need not read it again. */
  readonly system: string;
  readonly user: string;
  /** What the answer is bound to where the backend can bind it. */
  readonly schema: JsonObject;
  /** One of these is to be called, in tool mode; none otherwise. */
  readonly functions: readonly FunctionTool[];
}

/** What a language model said. */
export interface ModelReply {
  /** "" where it only called functions. */
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: string }[];
  /** Why it stopped: `stop`, `length`, `refused`, `other`. */
  readonly finish: "stop" | "length" | "refused" | "other";
}

/** An answer that can be used, or what is wrong with it in words that a model can act on. */
export type Read<Answer> = { readonly answer: Answer } | { readonly problem: string };
