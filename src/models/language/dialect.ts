import type { AnswerMode, ModelReply, Prompt } from "#core/prompts/prompt.ts";

/** One question to a model server: a prompt, and after an answer that could not be used what was wrong with it. */
export interface Question {
  readonly prompt: Prompt;
  readonly mode: AnswerMode;
  readonly repair: { readonly said: string; readonly request: string } | null;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
  /** Of the input, what the server had read before and kept; missing where it says nothing of that. */
  readonly cached?: number;
}

export interface DialectReply extends ModelReply {
  readonly tokens: Tokens;
}

/**
 * Speaks one kind of server's language. Asks once: rejects with a BackendFailure, or with the signal's reason when that is
 * aborted.
 */
export interface Dialect {
  /** Loads what it needs; rejects when that is not there. Contacts nobody. */
  load(): Promise<void>;
  ask(question: Question, signal: AbortSignal): Promise<DialectReply>;
  /** What else can be known of the server without a long question. Missing where there is no server. */
  facts?(signal: AbortSignal): Promise<ServerFacts>;
}

/** Null for what could not be found out. */
export interface ServerFacts {
  /** It sends its answer in events, a piece at a time. */
  readonly streaming: boolean | null;
  /** Tokens that a question and its answer may have together. */
  readonly contextTokens: number | null;
}
