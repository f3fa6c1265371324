import type { AnswerMode, ModelReply, Prompt } from "./prompt.ts";

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
  /** All that is needed to ask it well, where that is known without a question. */
  known?(): Promise<Survey>;
}

/** What a model server can do. */
export interface Capabilities {
  /** Its answer obeys a schema, also one that the prompt speaks against. */
  readonly schema: boolean;
  /** `forced`: it calls a function when it must, also where none fits; `offered`: where one fits; `none`: never. */
  readonly tools: "forced" | "offered" | "none";
  /** It heeds instructions of the system above those of the user; null where that was not asked. */
  readonly systemPrompt: boolean | null;
}

/** What could be found out of a server, asked for or read. */
export type Survey = Capabilities & ServerFacts;

/** Null for what could not be found out. */
export interface ServerFacts {
  /** It sends its answer in events, a piece at a time. */
  readonly streaming: boolean | null;
  /** Tokens that a question and its answer may have together. */
  readonly contextTokens: number | null;
}
