import type { Class } from "../classification-set.ts";
import type { JsonObject } from "../json.ts";
import type { LocalTime } from "../local-time.ts";
import type { PersonaDefinition } from "../persona.ts";
import type { Span } from "../span.ts";
import type { AppId } from "../tenant.ts";
import type { Tool } from "../toolset.ts";

export interface Embedder {
  /** Name and version of the model: embeddings of another one are worthless beside these. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * One unit vector per text, in order. `background` work waits while anything else does, and a comparison's while anybody asks.
   * `app`: whose texts they are; what that app has just had embedded may then cost nothing again. Nothing is shared between
   * apps: how long it takes would tell what others ask. `signal`: aborted, the promise rejects with its reason, and work that
   * nobody else waits for is dropped. Rejects with `service_unavailable` when the model cannot be had, or too much waits
   * for it.
   */
  embed(
    texts: readonly string[],
    priority?: "background" | "compared" | "interactive",
    app?: AppId,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

/** In the vectors of both a request lies near the tools that it means. */
export interface SearchEmbedders {
  /** Of what tools do. */
  readonly tools: Embedder;
  /** Of what people ask, and of examples of it. */
  readonly requests: Embedder;
}

/** English in the place of other languages, for a search. */
export interface SearchGlosses {
  /** What was asked, in English words; null in English, and in a language that nobody prepared. `language`: as ISO 639. */
  query(text: string, language: string): Promise<string | null>;
  /**
   * Opens what they need, and gives the tools with their examples, in the same order, each as it is in English; null where all of them
   * are. In steps: some 0.1 ms a tool that is in English, a millisecond for one that is not, and up to half a second for one whose
   * texts are as long as they may be.
   */
  tools(tools: readonly Tool[]): Promise<Generator<void, readonly Tool[] | null>>;
}

export interface HistoryEntry {
  readonly tool: string;
  readonly query: string;
  /** What was answered, or what became of it; missing where nobody says. */
  readonly parameters?: JsonObject;
}

/** An owner's example that is near to a text. */
export interface SimilarExample {
  readonly text: string;
  /** Position of the tool or class that it belongs to. */
  readonly of: number;
  /** Cosine similarity, −1 to 1. */
  readonly similarity: number;
}

/**
 * The nearest examples to a text, nearest first; none while nothing is learned. Costs one embedding of the text. `signal`:
 * as an embedder's.
 */
export type FindSimilar = (text: string, count: number, signal?: AbortSignal) => Promise<readonly SimilarExample[]>;

/** A memory of a named bank that is near to the query, nearest first in a request. */
export type RelevantMemory =
  | {
      readonly kind: "example";
      readonly query: string;
      /** Position in the request's tools. */
      readonly tool: number;
      readonly parameters: JsonObject;
      /** Cosine similarity to the query, −1 to 1. */
      readonly similarity: number;
      /** Whether it is a case that a set was taught: right for its own words, and one among all that its tool is asked. */
      readonly isCase?: boolean;
    }
  | { readonly kind: "fact"; readonly fact: string; readonly similarity: number };

export interface CallRequest {
  readonly query: string;
  /** What the query is in, by ISO 639-1, or `UNDETERMINED`; missing where nobody looked. */
  readonly language?: string;
  /** Of all named toolsets, one after the other: two may have the same name. */
  readonly tools: readonly Tool[];
  readonly context: string | null;
  readonly history: readonly HistoryEntry[];
  readonly memories: readonly RelevantMemory[];
  /** Positions of the tools that the named banks have examples of, near or not; missing means those of `memories`. */
  readonly taught?: readonly number[];
  /** Who is to answer in words; null where no words are wanted. */
  readonly persona: PersonaDefinition | null;
  /** One of the tools is to be called, whatever the query says; where it is missing or false the answer may be none. */
  readonly mustCall?: boolean;
  /** How many calls the answer may have; missing for one. */
  readonly callsMax?: number;
  /** The moment that "tomorrow" counts from, where the asker is. */
  readonly now: LocalTime;
  readonly findSimilar: FindSimilar;
  /** Whose request it is: for a queue that is fair between apps, and for what is remembered of each app alone. */
  readonly app?: AppId;
  /** Missing where it is asked once, as far as anybody knows. */
  readonly askedAgain?: AskedAgain;
}

/**
 * A request that will be asked again, or was asked before, of tools that differ little: a model may keep in memory what it works out, as
 * long as it answers as if it had not. `later`: somebody waits for this answer, and a comparison may ask for it again; `compared`: a
 * comparison asks, and whoever waits for an answer may come before it.
 */
export type AskedAgain = "compared" | "later";

/** What an answer took. */
export interface Usage {
  readonly inputTokens: number;
  /** Of these, what the model server had read before and kept; 0 where it does not say. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** In the currency of the prices in the settings; 0 when they are not known. */
  readonly money: number;
}

/** Why a value that was said cannot be had. */
export type WhyUnfilled =
  | "not_an_option"
  | "below_minimum"
  | "above_maximum"
  | "not_whole"
  | "several"
  | "unnamed"
  | "change"
  | "too_short"
  | "too_long"
  | "not_allowed";

/** Words that name a value which the schema does not allow. */
export interface DraftUnfilled {
  /** The parameter's path, as in `address.city`; of what stands in a list the list's. */
  readonly parameter: string;
  readonly said: string;
  readonly why: WhyUnfilled;
  /** Where the query says it; null where it was said before. */
  readonly span: Span | null;
}

/** One of the calls that a model proposes after the first. */
export interface FurtherDraft {
  /** Position in the request's tools. */
  readonly tool: number;
  readonly parameters: JsonObject;
  /** 0–1: how sure the model is of the tool. */
  readonly confidence: number;
  readonly spans: Readonly<Record<string, Span>>;
  /** As in `DraftCall`. */
  readonly unfilled?: readonly DraftUnfilled[];
}

/** What a model would have said otherwise. */
export interface RunnerUp {
  /** Position in the request's tools or classes; null for none. */
  readonly of: number | null;
  /** 0–1: how much likelier the answer is than this one, as a difference of probabilities; 0 is a tie. */
  readonly margin: number;
}

/** What a model proposes. `core/tool-call.ts` checks it against the tool's schema before anybody sees it. */
export interface DraftCall {
  /** Position in the request's tools; null when none fits. */
  readonly tool: number | null;
  readonly parameters: JsonObject;
  /** 0–1: how sure the model is that this call is asked for, or that none is. */
  readonly confidence: number;
  /** Top-level parameters that were copied from the query, and from where. */
  readonly spans: Readonly<Record<string, Span>>;
  /** What was said and cannot be had: no default stands in for it. Missing means nothing. */
  readonly unfilled?: readonly DraftUnfilled[];
  /** True when a value was worked out from `now`: the same words mean something else tomorrow. */
  readonly dependsOnClock: boolean;
  /** Positions of the request's memories without which the answer would be another. */
  readonly usedMemories: readonly number[];
  /** The answer in words where one was wanted; null leaves it to the server's own templates. */
  readonly text: string | null;
  /** The calls after this one, in the order said: with it no more than `callsMax`. Missing for none; none where `tool` is null. */
  readonly others?: readonly FurtherDraft[];
  /** Whether the query asks for more than these calls. Missing for no. */
  readonly more?: boolean;
  /** Missing where the model does not tell, and where it saw nothing else. */
  readonly runnerUp?: RunnerUp;
  /** Missing where answers cost nothing that can be counted. */
  readonly usage?: Usage;
  /** The model that answered where the one asked may pass a question on; else its own `id`. */
  readonly model?: string;
}

/** An owner's example with its embedding. */
export interface EmbeddedExample {
  readonly text: string;
  /** Position of the class that it belongs to. */
  readonly of: number;
  readonly vector: Float32Array;
}

/** What a model made of the examples of a set of classes. Only that model looks inside. */
export interface LearnedClasses {
  /** How many classes it was made for. */
  readonly classes: number;
}

/** Learned classes as bytes, for other processes with the same model. */
export interface ClassesAsBytes {
  /** The model, what it embeds with, and the version of how classes are learned and written: what another wrote says nothing here. */
  readonly id: string;
  write(learned: LearnedClasses): Uint8Array;
  /** Null for what is damaged, or no such thing. */
  read(bytes: Uint8Array): LearnedClasses | null;
}

export interface ClassifyRequest {
  readonly text: string;
  /** As in a `CallRequest`. */
  readonly language?: string;
  readonly classes: readonly Class[];
  /** Split a text of several intents and label each part. */
  readonly extraction: boolean;
  readonly allowNone: boolean;
  readonly findSimilar: FindSimilar;
  /** What this model made of the classes' examples; null or missing until all of them are learned, and where none are. */
  readonly learned?: LearnedClasses | null;
  /** Whose request it is, as in a `CallRequest`. */
  readonly app?: AppId;
}

export interface DraftLabel {
  /** The part that the label is for; the whole text without extraction. Parts with several labels stand once for each. */
  readonly span: Span;
  /** Position in the request's classes; null when none fits, which only `allowNone` permits. */
  readonly class: number | null;
  /** 0–1. */
  readonly confidence: number;
  /** As a draft call's. */
  readonly runnerUp?: RunnerUp;
  /** Of the whole answer, on its first part. */
  readonly usage?: Usage;
  /** As a draft call's; on the first part. */
  readonly model?: string;
}

/** What work in the background is done with, so that it makes way for questions. */
export interface Background {
  /** Awaited after every few milliseconds of work. */
  rest(): Promise<void>;
  /** Unit vectors in the order of the texts, kept over restarts: a text that the app had embedded before costs nothing. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/**
 * Understands one sentence. Rejects with `bad_gateway` when the model cannot be reached or answers an error,
 * `llm_processing_error` when it answers nonsense twice, `service_unavailable` when it is not there or its queue is full.
 */
export interface LanguageModel {
  /** Name and version: stands in `metadata.model` and in every cache key. */
  readonly id: string;
  call(request: CallRequest, signal: AbortSignal): Promise<DraftCall>;
  /** One label without extraction; with it, one per part in the order of the text, at least one. */
  classify(request: ClassifyRequest, signal: AbortSignal): Promise<readonly DraftLabel[]>;
  /**
   * Makes what it can of all examples of the classes. Rejects when the background does. A model that makes nothing of
   * examples has no such method.
   */
  learnClasses?(
    classes: readonly Class[],
    examples: readonly EmbeddedExample[],
    background: Background,
  ): Promise<LearnedClasses>;
  /** Missing where what was learned cannot leave the process. */
  readonly classesAsBytes?: ClassesAsBytes;
  /** Resolves when the model can answer, rejects when it never will. */
  ready(): Promise<void>;
}
