import type { Operation } from "./asking.ts";
import type { LoggedQuestion } from "./logged-questions.ts";
import { Money } from "./money.ts";
import { Register } from "./register.ts";

/** Sets that are created, replaced and deleted; each has a version, and is not there at version 0. */
export const TOOLSETS = ["s0", "s1"] as const;
export const CLASS_SETS = ["c0"] as const;
/** A set that stays as it is, and is corrected. */
export const TAUGHT_SET = "s2";
export const ALIASES = ["a0", "a1"] as const;
export type Alias = (typeof ALIASES)[number];
/** What tools and classes are for. Each is a word of the questions that mean it. */
export const TOPICS = ["weather", "light", "music"] as const;
export type Topic = (typeof TOPICS)[number];
/** What makes questions differ. */
export const WORDS = ["amber", "blue", "crimson", "denim", "ebony", "fuchsia"] as const;

/** Each grant is of so many: what is there is spent, and again, before a month brings more. */
export const GRANT = 20;

export type Signature = (typeof TOOLSETS)[number] | (typeof CLASS_SETS)[number];
/** What an alias stands for: a set, both of them for one half of the callers each, or nothing. */
export type AliasTarget = "s0" | "s1" | "split" | null;

/** What an app may do. */
export interface AppKind {
  readonly plan: string;
  /** Requests of a month. */
  readonly allowance: number;
  /** Calls of a minute. */
  readonly callsMax: number;
  /** Whether its questions are logged. */
  readonly isLogged: boolean;
  /** Whether it has a set that a language model answers. */
  readonly graduates: boolean;
}

/** Under a key of its own. */
export interface KeyedRequest {
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
  readonly cost: number;
  /** What was answered first, as text; null while nobody knows. */
  answer: { readonly status: number; readonly text: string } | null;
  isPaid: boolean;
  /** Whether somebody heard the answer that was made for them. */
  isMade: boolean;
  /** Whether it was sent at all. */
  isSent: boolean;
  /** Whether somebody sent it, and heard nothing. */
  isOpen: boolean;
  /** How often it was sent and cut off. */
  timesCut: number;
  /** How often it is sent, and not answered yet. */
  timesUnderWay: number;
  /** It may have been forgotten while it was under way: whatever is answered may be. */
  isForgotten: boolean;
}

/** What must be true of one app, by all that was asked of it and answered. */
export class AppModel {
  readonly index: number;
  readonly appId: string;
  readonly money: Money;
  /** Calls in one minute. */
  readonly callsMax: number;
  /** Of a month. */
  readonly allowance: number;
  readonly sets: Readonly<Record<Signature, Register<number>>>;
  readonly aliases: Readonly<Record<Alias, Register<AliasTarget>>>;
  readonly status = new Register<"active" | "suspended">("active");
  readonly corrections = new Map<string, Register<Topic>>();
  keyed: KeyedRequest[] = [];
  /** Those that made a memory, all of them. */
  readonly facts: KeyedRequest[] = [];
  /** What each charged call of a minute said was left of it, by when that ends. */
  readonly windows = new Map<string, Set<string>>();
  /** The newest answer to each question of the taught set. */
  readonly answered = new Map<string, string>();
  bank = "";
  apiKey = "";
  keyId = "";
  token: string | null = null;
  /** Keys that were revoked for certain, by when. */
  readonly revoked = new Map<string, number>();
  /** The last one of a key that is not good any more. */
  oldToken: { readonly token: string; readonly apiKey: string } | null = null;
  /** What clients ask next, before anything else comes to their minds: of what has just been changed. */
  follows: (() => Operation)[] = [];
  readonly graduates: boolean;
  /** Whether its questions are logged, and those that were. */
  readonly isLogged: boolean;
  readonly logged: LoggedQuestion[] = [];
  version = 0;
  memories = 0;
  /** The month, and how often days have passed at once; "" at first. */
  age = "";

  constructor(index: number, appId: string, { allowance, callsMax, isLogged, graduates }: AppKind) {
    this.index = index;
    this.appId = appId;
    this.money = new Money(allowance);
    this.callsMax = callsMax;
    this.allowance = allowance;
    this.isLogged = isLogged;
    this.graduates = graduates;
    this.sets = { s0: new Register(0), s1: new Register(0), c0: new Register(0) };
    this.aliases = { a0: new Register<AliasTarget>(null), a1: new Register<AliasTarget>(null) };
  }

  /** In everything that it has: whoever else is shown it has seen what is another's. */
  get mark(): string {
    return `zq${this.index}zq`;
  }

  /** A month has ended, or days have passed: nothing is remembered of what was sent under a key, and what was under way is done once more. */
  grewOlder(): void {
    this.money.monthEnded();
    for (const keyed of this.keyed) {
      keyed.isForgotten = true;
      keyed.timesCut += keyed.timesUnderWay;
      this.money.suspect(keyed.timesUnderWay * keyed.cost);
    }
    this.keyed = [];
  }

  correction(question: string, topic: Topic): Register<Topic> {
    const known = this.corrections.get(question) ?? new Register<Topic>(topic);
    this.corrections.set(question, known);
    return known;
  }

  toolsOf(signature: string, version: number): readonly object[] {
    return TOPICS.map((topic) => ({
      name: `${this.mark}_${signature}_${topic}`,
      description: topic,
      parameters: { type: "object", properties: { version: { type: "integer", default: version } } },
    }));
  }

  classesOf(signature: string, version: number): readonly object[] {
    return TOPICS.map((topic) => ({ label: `${this.mark}_${signature}_${version}_${topic}`, description: topic }));
  }
}
