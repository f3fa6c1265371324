/** A model in a GGUF file, opened and ready to answer. */
import { messageOf } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import { BackendFailure } from "../backend/backend-failure.ts";
import type { DialectReply, Question } from "../backend/dialect.ts";
import { checkedGguf } from "./gguf-file.ts";
import { jsonGrammar } from "./json-grammar.ts";
import type { Chat, ChatEntry, ChatWrapper, Grammar, LlamaLibrary, Model, Sequence } from "./llama-library.ts";
import { checkMemory } from "./memory.ts";
import { Seats } from "./seats.ts";

export interface GgufModelOptions {
  readonly path: string;
  /** For one question and its answer together. */
  readonly contextTokens: number;
  /** Questions at once; each has its share of the memory from the start. */
  readonly concurrencyMax: number;
  readonly threads: number;
  readonly outputTokensMax: number;
}

/** Where one question at a time is read and answered. What it read last it need not read again. */
interface Seat {
  readonly sequence: Sequence;
  readonly chat: Chat;
  system: string;
}

/** Equal questions get equal answers. */
const SEED = 20_261_121;
/** Read in one go; whether the client is still there is looked at in between. */
const PIECE_TOKENS = 64;
/** With less room than this for the answer a question is too long. */
const ANSWER_TOKENS_MIN = 64;
/** No model has longer words: what is longer than so many of them need not be counted to be too long. */
const CHARACTERS_PER_TOKEN_MAX = 32;

export class GgufModel {
  readonly #library: LlamaLibrary;
  readonly #model: Model;
  readonly #wrapper: ChatWrapper;
  readonly #seats: Seats<Seat>;
  /** Of a question and its answer together: of the settings, or of the model's training where that is less. */
  readonly contextTokens: number;
  readonly #outputTokensMax: number;
  /** By the schema's identity, which is of one app: by its text, time would tell others what that app has. */
  readonly #grammars = new WeakMap<JsonObject, Promise<Grammar>>();

  private constructor(
    library: LlamaLibrary,
    model: Model,
    known: {
      readonly wrapper: ChatWrapper;
      readonly seats: readonly Seat[];
      readonly contextTokens: number;
      readonly outputTokensMax: number;
    },
  ) {
    this.#library = library;
    this.#model = model;
    this.#wrapper = known.wrapper;
    this.#seats = new Seats(known.seats);
    this.contextTokens = known.contextTokens;
    this.#outputTokensMax = known.outputTokensMax;
  }

  /** Rejects with an Error for people: no file, no GGUF, one that llama.cpp cannot run, too little memory. */
  static async open(options: GgufModelOptions, library: LlamaLibrary, signal: AbortSignal): Promise<GgufModel> {
    const { path, concurrencyMax, threads, outputTokensMax } = options;
    checkMemory(path, checkedGguf(path), "take a smaller model, or one that is quantised further");
    const model = await loaded(path, library, signal);
    const contextTokens = Math.min(options.contextTokens, model.trainContextSize);
    const size = { contextSize: contextTokens, sequences: concurrencyMax, batchSize: PIECE_TOKENS };
    try {
      const { cpuRam } = await model.fileInsights.estimateContextResourceRequirements({ ...size, modelGpuLayers: 0 });
      const what = `${path}, beside its file, with concurrency_max = ${concurrencyMax} and context_tokens = ${contextTokens}`;
      checkMemory(what, cpuRam, "lower one of the two");
      const context = await model.createContext({ ...size, threads });
      const wrapper = library.chatWrapperOf(model);
      const seats = Array.from({ length: concurrencyMax }, () => {
        const sequence = context.getSequence();
        return { sequence, chat: library.openChat(sequence, wrapper), system: "" };
      });
      return new GgufModel(library, model, { wrapper, seats, contextTokens, outputTokensMax });
    } catch (failure) {
      await model.dispose();
      throw failure;
    }
  }

  /** Rejects with the signal's reason as soon as that is aborted; what is under way ends a little later. */
  async answer(question: Question, signal: AbortSignal): Promise<DialectReply> {
    const { system } = question.prompt;
    const seat = await this.#seats.take((free) => free.system === system, signal);
    seat.system = system;
    const answering = this.#answerOn(seat, question, signal).finally(() => this.#seats.giveBack(seat));
    return untilAborted(answering, signal);
  }

  close(): Promise<void> {
    return this.#model.dispose();
  }

  async #answerOn(seat: Seat, { prompt, mode, repair }: Question, signal: AbortSignal): Promise<DialectReply> {
    const said = repair && [
      { type: "model", response: [repair.said] } as const,
      { type: "user", text: repair.request } as const,
    ];
    const history: readonly ChatEntry[] = [
      { type: "system", text: prompt.system },
      { type: "user", text: prompt.user },
      ...(said ?? []),
      { type: "model", response: [] },
    ];
    const tokens = this.#tokensOf(history);
    const grammar = mode === "schema" ? { grammar: await this.#grammar(prompt.schema) } : {};
    const cached = await read(seat.sequence, tokens.slice(0, -1), signal);
    const before = seat.sequence.tokenMeter.getState();
    const { response, metadata } = await seat.chat.generateResponse(history, {
      ...grammar,
      maxTokens: Math.min(this.#outputTokensMax, this.contextTokens - tokens.length - 2),
      temperature: 0,
      seed: SEED,
      signal,
    });
    const { usedOutputTokens } = seat.sequence.tokenMeter.diff(before);
    return {
      text: response,
      calls: [],
      finish: metadata.stopReason === "maxTokens" ? "length" : "stop",
      tokens: { input: tokens.length, output: usedOutputTokens, cached },
    };
  }

  /** Throws a BackendFailure when the question leaves no room for an answer. */
  #tokensOf(chatHistory: readonly ChatEntry[]): readonly number[] {
    const characters = chatHistory.reduce(
      (sum, { text = "", response = [] }) => sum + text.length + response.join().length,
      0,
    );
    const isHopeless = characters > this.contextTokens * CHARACTERS_PER_TOKEN_MAX;
    const written = isHopeless ? null : this.#wrapper.generateContextState({ chatHistory }).contextText;
    const tokens = written?.tokenize(this.#model.tokenizer) ?? null;
    if (tokens !== null && tokens.length + ANSWER_TOKENS_MIN <= this.contextTokens) return tokens;
    throw new BackendFailure("rejected", "the question is longer than the model reads", {
      detail: `${tokens?.length ?? `${characters} characters`} of ${this.contextTokens} tokens (context_tokens); tools_max shows it fewer tools`,
    });
  }

  #grammar(schema: JsonObject): Promise<Grammar> {
    const grammar = this.#grammars.get(schema) ?? this.#library.createGrammar(jsonGrammar(schema));
    this.#grammars.set(schema, grammar);
    return grammar;
  }
}

/** In pieces: while one is read nothing can stop it. Returns how many of the tokens it had read before and kept. */
async function read(sequence: Sequence, tokens: readonly number[], signal: AbortSignal): Promise<number> {
  await sequence.adaptStateToTokens(tokens, false);
  const kept = sequence.nextTokenIndex;
  for (let start = kept; start < tokens.length; start += PIECE_TOKENS) {
    signal.throwIfAborted();
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(start, start + PIECE_TOKENS));
  }
  signal.throwIfAborted();
  return kept;
}

async function loaded(path: string, library: LlamaLibrary, signal: AbortSignal): Promise<Model> {
  try {
    return await library.loadModel(path, signal);
  } catch (cause) {
    signal.throwIfAborted();
    const said = messageOf(cause);
    throw new Error(`llama.cpp cannot open ${path}: ${[said, ...library.complaints()].join("; ")}`.slice(0, 500), {
      cause,
    });
  }
}

async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
