import type { Clock } from "../ports/clock.ts";
import type { LanguageModel } from "../ports/models.ts";

/**
 * `unasked`: nothing is known, since nobody has asked it. `failing`: the last question failed. `left_alone`: it failed too often,
 * and is only tried now and then.
 */
export type BackendState = "failing" | "left_alone" | "unasked" | "well";

/** One model of the settings. Times are RFC 3339; null for what has not been. A type, as what is sent as JSON. */
export type BackendReport = {
  /** As sets and `ask` may name it; null for the server's own. */
  readonly name: string | null;
  /** What it is called in answers. */
  readonly model: string;
  readonly provider: string;
  /** Where it answers, or the file that it is, without secrets; null for the one inside. */
  readonly address: string | null;
  /** The variable that its key is read from, and whether that holds one; null where none is wanted. */
  readonly key: { readonly variable: string; readonly is_set: boolean } | null;
  /** Its place among those that are asked where no set names one, from 1; null where it is not among them. */
  readonly asked: number | null;
  /** Whether sets, and whoever tries one, may name it. */
  readonly selectable: boolean;
  /** As the settings have it; null for the one inside. */
  readonly mode: string | null;
  readonly state: BackendState;
  readonly left_alone_since: string | null;
  readonly last_answer_at: string | null;
  readonly last_failure: { readonly at: string | null; readonly message: string } | null;
  /** What it was found to be able to do; null where nothing was found out. */
  readonly found: {
    readonly schema: boolean | null;
    /** Whether it calls functions when it must, only where one fits, or never. */
    readonly tools: "forced" | "none" | "offered" | null;
    readonly system: boolean | null;
    readonly streaming: boolean | null;
    /** Tokens that a question and its answer may have together. */
    readonly context: number | null;
    readonly best: string | null;
    readonly found_at: string | null;
  } | null;
  /** Money per million tokens; null where it is not known. */
  readonly prices: { readonly input: number; readonly cached_input: number; readonly output: number } | null;
};

/** What an owner may know of the models, and the way to each. */
export interface BackendDesk {
  /** Those that are asked first, in their order. */
  list(): Promise<readonly BackendReport[]>;
  /**
   * One by itself, opened where it was not yet: the server's own for null, the one inside for `embedded`. Undefined where there
   * is none of that name.
   */
  model(name: string | null): LanguageModel | undefined;
  /** For everything that one question takes. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}
