import { saidInTime } from "#core/deadline.ts";
import { ENGLISH } from "#core/english/english.ts";
import { AppError } from "#core/errors.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { LocalTime } from "#core/local-time.ts";
import type {
  CallRequest,
  ClassifyRequest,
  DraftCall,
  DraftLabel,
  LanguageModel,
  RelevantMemory,
  Usage,
} from "#core/ports/models.ts";
import { type PlainValue, placesOf } from "#core/reading/places.ts";
import type { AppId } from "#core/tenant.ts";
import type { Tool } from "#core/toolset.ts";
import type { Backend } from "../backend/backend.ts";
import type { Question, Tokens } from "../backend/dialect.ts";
import type { ModelReply, Read } from "../backend/prompt.ts";
import type { Bulkhead } from "./bulkhead.ts";
import type { ModeFinder } from "./mode-finder.ts";
import { readCalls } from "./prompts/call-answer.ts";
import { callFrame } from "./prompts/call-frame.ts";
import { callPrompt, formOf } from "./prompts/call-prompt.ts";
import { callDependsOnClock } from "./prompts/clock-words.ts";
import { readLabels } from "./prompts/label-answer.ts";
import { labelPrompt } from "./prompts/label-prompt.ts";
import { repairRequest, saidBefore } from "./prompts/repair-prompt.ts";
import { usedMemories } from "./prompts/used-memories.ts";
import { RememberedFrames } from "./remembered-frames.ts";
import { moneyFor, type Prices } from "./token-prices.ts";
import type { ToolShortlist } from "./tool-shortlist.ts";

interface Answered<Answer> {
  readonly answer: Answer;
  readonly isRepaired: boolean;
  readonly usage: Usage;
}

/** How sure one may be of a language model's answer, which itself does not say: less when it took two tries. */
const CONFIDENCE = 0.9;
const REPAIRED_CONFIDENCE = 0.6;

export interface ServedModelParts {
  readonly id: string;
  readonly backend: Backend;
  readonly bulkhead: Bulkhead;
  readonly shortlist: ToolShortlist;
  readonly modes: ModeFinder;
  readonly prices: Prices;
  readonly monotonicMs: () => number;
  /** For everything that one question takes, waiting included. */
  readonly timeoutMs: number;
}

/** The LanguageModel behind a model server. */
export class ServedModel implements LanguageModel {
  readonly id: string;
  readonly #parts: ServedModelParts;
  readonly #frames: RememberedFrames;

  constructor(parts: ServedModelParts, frames = new RememberedFrames()) {
    this.id = parts.id;
    this.#parts = parts;
    this.#frames = frames;
  }

  /** The same server, its queue and all, with another deadline. */
  within(timeoutMs: number): ServedModel {
    return new ServedModel({ ...this.#parts, timeoutMs }, this.#frames);
  }

  /** A server may be started after ours: whether it is there shows when it is asked. */
  async ready(): Promise<void> {
    const { backend, modes } = this.#parts;
    await backend.load();
    void modes.find();
  }

  async call(request: CallRequest, signal: AbortSignal): Promise<DraftCall> {
    const { query, context, history, now } = request;
    const positions = await this.#parts.shortlist.positions(request);
    const { tools, memories } = narrowed(request, positions);
    const mode = this.#parts.modes.mode();
    const form = formOf(request, mode);
    // A choice among many tools is another for each query: nothing is gained by remembering it.
    const isWhole = tools.length === request.tools.length;
    const frame = isWhole ? this.#frames.of(request.app ?? null, tools, form) : callFrame(tools, form);
    const isSaid = (name: string, value: PlainValue["value"], property: JsonObject) =>
      saysRefused({ name, value, property }, query, now);
    const read = (reply: ModelReply) => readCalls(reply, tools, { ...form, ...frame, isSaid });
    const asking = { prompt: callPrompt({ ...request, tools, memories }, mode, frame), mode };
    const { answer, isRepaired, usage } = await this.#ask(asking, read, request.app ?? null, signal);
    const { calls, text, more } = answer;
    const confidence = isRepaired ? REPAIRED_CONFIDENCE : CONFIDENCE;
    const [first, ...others] = calls.map(({ tool, parameters }) => {
      // Positions of what was shown: of those that are not, the core would say so.
      return { tool: positions[tool] ?? -1, parameters, confidence, spans: {} };
    });
    const said = { calls: calls.map(({ parameters }) => parameters) };
    const texts = [query, context ?? "", ...history.map((entry) => entry.query)];
    const facts = memories.map((memory) => (memory.kind === "fact" ? memory.fact : memory.query));
    return {
      ...(first ?? { tool: null, parameters: {}, confidence, spans: {} }),
      ...(others.length > 0 && { others }),
      ...(more && { more }),
      dependsOnClock: callDependsOnClock(withText(said, text), [...texts, ...facts], now),
      usedMemories: usedMemories(request.memories, said, texts),
      text: request.persona === null ? null : text,
      usage,
    };
  }

  async classify(request: ClassifyRequest, signal: AbortSignal): Promise<readonly DraftLabel[]> {
    const read = (reply: ModelReply) => readLabels(reply, request);
    const mode = this.#parts.modes.mode();
    const asking = { prompt: labelPrompt(request, mode), mode };
    const { answer, isRepaired, usage } = await this.#ask(asking, read, request.app ?? null, signal);
    const confidence = isRepaired ? REPAIRED_CONFIDENCE : CONFIDENCE;
    return answer.map((label, index) => ({ ...label, confidence, ...(index === 0 && { usage }) }));
  }

  /** Both tries have one place at the server and one deadline. */
  async #ask<Answer>(
    asking: Omit<Question, "repair">,
    read: (reply: ModelReply) => Read<Answer>,
    app: AppId | null,
    signal: AbortSignal,
  ): Promise<Answered<Answer>> {
    const { bulkhead, monotonicMs, timeoutMs } = this.#parts;
    const deadlineMs = monotonicMs() + timeoutMs;
    return saidInTime(timeoutMs, signal, (until) =>
      bulkhead.run(app, until, () => this.#converse(asking, read, deadlineMs, until)),
    );
  }

  /** Asks, and where the answer cannot be used says why and asks once more. */
  async #converse<Answer>(
    asking: Omit<Question, "repair">,
    read: (reply: ModelReply) => Read<Answer>,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<Answered<Answer>> {
    const { backend } = this.#parts;
    const first = await backend.ask({ ...asking, repair: null }, deadlineMs, signal);
    const tried = read(first);
    if ("answer" in tried) return { ...tried, isRepaired: false, usage: this.#usageOf([first.tokens]) };
    const repair = { said: saidBefore(first), request: repairRequest(tried.problem) };
    const second = await backend.ask({ ...asking, repair }, deadlineMs, signal);
    const mended = read(second);
    if ("answer" in mended) {
      return { ...mended, isRepaired: true, usage: this.#usageOf([first.tokens, second.tokens]) };
    }
    throw new AppError(
      "llm_processing_error",
      "the model gave no answer that can be used, nor when told what was wrong",
      {
        cause: new Error(mended.problem),
      },
    );
  }

  #usageOf(tokens: readonly Tokens[]): Usage {
    const sum = (amount: (of: Tokens) => number) => tokens.reduce((total, of) => total + amount(of), 0);
    return {
      inputTokens: sum(({ input }) => input),
      cachedInputTokens: sum(({ cached = 0 }) => cached),
      outputTokens: sum(({ output }) => output),
      money: sum((of) => moneyFor(of, this.#parts.prices)),
    };
  }
}

/** Whether the query says the value, and the value's words name none of the options that the schema has instead. */
function saysRefused({ name, value, property }: PlainValue, query: string, now: LocalTime): boolean {
  const isSaid = (said: PlainValue["value"], text: string, of: JsonObject) =>
    placesOf({ name, value: said, property: of }, text, now, ENGLISH).length > 0;
  if (!isSaid(value, query, {})) return false;
  const options: readonly JsonValue[] = Array.isArray(property.enum) ? property.enum : [];
  return !options.some(
    (option) => option !== null && typeof option !== "object" && isSaid(option, String(value), property),
  );
}

/** The tools at these positions, and the memories that speak of no other. */
function narrowed(
  { tools, memories }: CallRequest,
  positions: readonly number[],
): Pick<CallRequest, "memories" | "tools"> {
  if (positions.length === tools.length) return { tools, memories };
  const places = new Map(positions.map((position, place) => [position, place]));
  return {
    tools: positions.map((position) => tools[position] as Tool),
    memories: memories.flatMap((memory): readonly RelevantMemory[] => {
      if (memory.kind === "fact") return [memory];
      const tool = places.get(memory.tool);
      return tool === undefined ? [] : [{ ...memory, tool }];
    }),
  };
}

/** A sentence that names tomorrow's date is as short-lived as a parameter that does. */
function withText(parameters: JsonObject, text: string | null): JsonObject {
  return text === null ? parameters : { parameters, text };
}
