/** A conversation with an assistant who has tools, as clients of chat completions hold it: what comes next. */
import { AppError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { HistoryEntry } from "../ports/models.ts";
import type { CacheMode } from "../semantic-cache/question.ts";
import type { Persona, Personas } from "../sets/personas.ts";
import type { Registry } from "../sets/registry.ts";
import type { Principal } from "../tenant.ts";
import { checkedText } from "../text.ts";
import type { Tool } from "../toolset.ts";
import type { ChatReadings, Reading } from "./chat-readings.ts";
import type { GivenCall, Resolution, ToolCall } from "./given-resolution.ts";
import type { Resolver } from "./resolution.ts";
import { ANY_DAY, NO_CALL, wordsFor } from "./resolved-call.ts";

/** Something the user said, and what became of it. */
export interface Turn {
  readonly said: string;
  /** The calls that were made upon it, in their order. */
  readonly calls: readonly ToolCall[];
  /** What the assistant said to it last; null where it said nothing. */
  readonly words: string | null;
}

/** The tools that may be called: those that came along, answered by a backend or the server's own model, or a registered toolset. */
export type Offer =
  | { readonly kind: "inline"; readonly tools: readonly Tool[]; readonly backend?: string }
  | { readonly kind: "toolset"; readonly name: string };

export interface ConversationRequest {
  /** Oldest first, at least one: the last one is answered. */
  readonly turns: readonly Turn[];
  readonly offer: Offer;
  /** One call a step, the next one when that is done; otherwise all that are whole at once. */
  readonly isOneAtATime: boolean;
  /** These as `ResolveRequest` has them. */
  readonly context?: string;
  readonly timeZone?: string;
  /** Of what the user says, in every turn. */
  readonly language?: string;
  readonly toolChoice?: string;
  readonly minConfidence?: number;
}

/**
 * `calls`: these are to be made. `question`: the next call lacks what only the user knows. `none`: no tool fits. `done`: every call
 * that the sentence asks for was made.
 */
export type NextStep = { readonly resolution: Resolution } & (
  | { readonly kind: "calls"; readonly calls: readonly GivenCall[] }
  | { readonly kind: "question"; readonly call: GivenCall; readonly text: string }
  | { readonly kind: "none"; readonly text: string }
  | { readonly kind: "done" }
);

/**
 * Sentences answered in words that are looked at for the call that a question was about: each costs a resolution where what was read
 * of it is not known any more. Whoever was asked more often than that for one call says it anew.
 */
const OPEN_TURNS_MAX = 3;
/** Whether words ask something, in the scripts that people ask in. */
const ASKS = /[?？؟;]\s*$/u;

export interface AssistantOptions {
  readonly resolver: Pick<Resolver, "resolve" | "resolveQuick">;
  readonly personas: Pick<Personas, "speaker">;
  readonly toolsets: Pick<Registry<"toolset">, "find">;
  readonly readings: ChatReadings;
}

/**
 * Knows a conversation by what each request has of it: a step is read out of what the user said and which calls were made since. What
 * tools answered is never read: it is other people's text, and no wish of the user's.
 */
export class Assistant {
  readonly #options: AssistantOptions;

  constructor(options: AssistantOptions) {
    this.#options = options;
  }

  /** Throws what a resolution throws: `validation_error`, `not_found` for a toolset, or what the model throws. */
  async next(
    principal: Principal,
    request: ConversationRequest,
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<NextStep> {
    const { turns, isOneAtATime: _, ...around } = request;
    const readings = this.#options.readings.of(principal.app, around, mode);
    const resolve = async (said: string, history: readonly HistoryEntry[]) => {
      const resolution = await this.#resolve(principal, request, { said, history }, mode, signal);
      readings.keep(said, history, resolution.calls ?? []);
      return resolution;
    };
    const read: Reader = async (said, history) =>
      readings.find(said, history) ?? (await resolve(said, history)).calls ?? [];
    const last = turns.at(-1) as Turn;
    const history = await historyOf(turns.slice(0, -1), read);
    const resolution = await resolve(last.said, history);
    const left = leftOf(resolution.calls ?? [], last);
    const [first] = left;
    if (!first && last.calls.length > 0) return { kind: "done", resolution };
    const words = (call: GivenCall | null) => this.#words(principal, request.offer, resolution, call);
    if (!first) return { kind: "none", text: await words(null), resolution };
    const lacking = left.findIndex(isLacking);
    const whole = lacking < 0 ? left : left.slice(0, lacking);
    if (whole.length === 0) return { kind: "question", call: first, text: await words(first), resolution };
    return { kind: "calls", calls: request.isOneAtATime ? whole.slice(0, 1) : whole, resolution };
  }

  #resolve(
    principal: Principal,
    { offer, context, timeZone, language, toolChoice, minConfidence }: ConversationRequest,
    { said: query, history }: { readonly said: string; readonly history: readonly HistoryEntry[] },
    mode: CacheMode,
    signal: AbortSignal,
  ): Promise<Resolution> {
    const asked = {
      query,
      history: history.filter(isUsable).slice(-LIMITS.historyEntriesMax),
      callsMax: LIMITS.callsMax,
      ...(context !== undefined && { context }),
      ...(timeZone !== undefined && { timeZone }),
      ...(language !== undefined && { language }),
      ...(toolChoice !== undefined && { toolChoice }),
      ...(minConfidence !== undefined && { minConfidence }),
    };
    const { resolver } = this.#options;
    if (offer.kind === "toolset")
      return resolver.resolve(principal, { ...asked, toolsets: [offer.name] }, mode, signal);
    const { kind: _, ...inline } = offer;
    return resolver.resolveQuick(principal, { ...asked, ...inline }, signal);
  }

  /** By our own templates, as the app's persona `default` speaks: that no tool fits, or a question for what the call lacks. */
  async #words({ app }: Principal, offer: Offer, { toolset }: Resolution, call: GivenCall | null): Promise<string> {
    const { personas, toolsets } = this.#options;
    const persona: Persona = await personas.speaker(app);
    const telling = { persona, occasion: ANY_DAY };
    if (!call) return wordsFor(null, NO_CALL, telling);
    const set = offer.kind === "toolset" && toolset !== null ? await toolsets.find(app, toolset) : null;
    const tools = offer.kind === "inline" ? offer.tools : (set?.definition.tools ?? []);
    return wordsFor(tools.find(({ name }) => name === call.tool) ?? null, call, telling);
  }
}

type Reader = (said: string, history: readonly HistoryEntry[]) => Promise<Reading>;

/** What was called, and the call that the last questions were about, which nobody has written down. */
async function historyOf(earlier: readonly Turn[], read: Reader): Promise<readonly HistoryEntry[]> {
  const answered = earlier.findLastIndex((turn) => !mayBeOpen(turn));
  const openFrom = Math.max(answered + 1, earlier.length - OPEN_TURNS_MAX);
  const history: HistoryEntry[] = earlier.slice(0, openFrom).flatMap(entriesOf);
  for (const turn of earlier.slice(openFrom)) {
    const open = isUsable({ tool: "any", query: turn.said }) ? leftOf(await read(turn.said, history), turn)[0] : null;
    history.push(...entriesOf(turn));
    if (open && isLacking(open)) history.push({ tool: open.tool, query: turn.said, parameters: open.parameters });
  }
  return history;
}

function mayBeOpen({ calls, words }: Turn): boolean {
  return words !== null && (calls.length === 0 || ASKS.test(words));
}

function entriesOf({ said: query, calls }: Turn): readonly HistoryEntry[] {
  return calls.map(({ tool, parameters }) => ({ tool, query, parameters }));
}

/** The calls of a sentence that were not made yet: equal words are read alike, so those that were made are its first. */
function leftOf<Call>(calls: readonly Call[], { calls: made }: Turn): readonly Call[] {
  return calls.slice(made.length);
}

function isLacking({ missingParameters }: Pick<GivenCall, "missingParameters">): boolean {
  return missingParameters.length > 0;
}

/** Whether it can stand in a history: what was said earlier is used where it can be, and refused for nothing. */
function isUsable({ tool, query, parameters }: HistoryEntry): boolean {
  const length = parameters === undefined ? 0 : JSON.stringify(parameters).length;
  if (length > LIMITS.historyParametersCharactersMax) return false;
  try {
    checkedText("query", query, { min: 1, max: LIMITS.queryCharactersMax });
    checkedText("tool", tool, { min: 1, max: LIMITS.nameCharactersMax });
    return true;
  } catch (failure) {
    if (failure instanceof AppError) return false;
    throw failure;
  }
}
