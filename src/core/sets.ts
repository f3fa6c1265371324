import { checkedClasses, type Class } from "./classification-set.ts";
import { AppError } from "./errors.ts";
import { contentHashOf } from "./json.ts";
import type { Learning, Progress, Teachable } from "./learning.ts";
import { LIMITS } from "./limits.ts";
import type { Clock, Page, SetDefinitions, SetDraft, SetKind, SetStore, StoredSet } from "./ports.ts";
import type { SemanticCache } from "./semantic-cache.ts";
import type { AppId, Principal } from "./tenant.ts";
import { checkedSignature, checkedText } from "./text.ts";
import { checkedTools, type Tool } from "./toolset.ts";

/** What an owner sends for a toolset, its shape checked, its content not yet. */
export interface ToolsetInput {
  readonly name: string;
  readonly description?: string;
  readonly tools: readonly Tool[];
}

/** What an owner sends for a classification set. */
export interface ClassificationSetInput {
  readonly name: string;
  readonly description?: string;
  readonly classes: readonly Class[];
  readonly enableExtraction?: boolean;
  readonly allowNone?: boolean;
}

export interface SetInputs {
  toolset: ToolsetInput;
  classification_set: ClassificationSetInput;
}

/** A set as its owner sees it. */
export interface SetView<Kind extends SetKind> {
  readonly set: StoredSet<Kind>;
  /** How far its examples are learned; null when they are, or when it has none. */
  readonly learning: Progress | null;
}

/** What the two kinds of set do differently. */
interface Kinds<Kind extends SetKind> {
  readonly kind: Kind;
  /** In messages. */
  readonly noun: string;
  /** The definition, checked, and the part of it that is hashed. Throws `validation_error` or the kind's limit. */
  define(input: SetInputs[Kind]): { readonly definition: SetDefinitions[Kind]; readonly hashed: unknown };
  taughtBy(definition: SetDefinitions[Kind]): readonly Teachable[];
}

const TOOLSETS: Kinds<"toolset"> = {
  kind: "toolset",
  noun: "toolset",
  define: (input) => {
    const tools = checkedTools(input.tools);
    return { definition: { tools }, hashed: tools };
  },
  taughtBy: (definition) => definition.tools,
};

const CLASSIFICATION_SETS: Kinds<"classification_set"> = {
  kind: "classification_set",
  noun: "classification set",
  define: (input) => {
    const classes = checkedClasses(input.classes);
    const options = { enableExtraction: input.enableExtraction ?? false, allowNone: input.allowNone ?? false };
    return { definition: { classes, ...options }, hashed: classes };
  },
  taughtBy: (definition) => definition.classes,
};

export interface SetsOptions {
  readonly store: SetStore;
  readonly cache: SemanticCache;
  readonly learning: Learning;
  readonly clock: Clock;
}

/** The sets of one kind: created, listed, replaced, deleted; each change acknowledged only when it is durable. */
export class Sets<Kind extends SetKind> {
  readonly #kind: Kinds<Kind>;
  readonly #options: SetsOptions;

  private constructor(kind: Kinds<Kind>, options: SetsOptions) {
    this.#kind = kind;
    this.#options = options;
  }

  static toolsets(options: SetsOptions): Sets<"toolset"> {
    return new Sets(TOOLSETS, options);
  }

  static classificationSets(options: SetsOptions): Sets<"classification_set"> {
    return new Sets(CLASSIFICATION_SETS, options);
  }

  /** Throws `conflict` when the signature is registered already. */
  async create(principal: Principal, signature: string, input: SetInputs[Kind]): Promise<SetView<Kind>> {
    const { store, clock } = this.#options;
    const { kind, noun } = this.#kind;
    const draft = this.#draft(input);
    const set = await store.create(principal.app, kind, checkedSignature("signature", signature), draft, clock.now());
    if (!set) throw new AppError("conflict", `the ${noun} "${signature}" is registered already: PUT replaces it`);
    return this.#view(principal.app, set);
  }

  async list(
    principal: Principal,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<SetView<Kind>>> {
    const { items, next } = await this.#options.store.list(principal.app, this.#kind.kind, page);
    return { items: items.map((set) => this.#view(principal.app, set)), next };
  }

  async get(principal: Principal, signature: string): Promise<SetView<Kind>> {
    return this.#view(principal.app, await this.find(principal.app, signature));
  }

  /** Replaces everything but the signature. With `ifRevision`, throws `precondition_failed` when that is not the current one. */
  async replace(
    principal: Principal,
    signature: string,
    input: SetInputs[Kind],
    ifRevision: number | null,
  ): Promise<SetView<Kind>> {
    const { store, clock } = this.#options;
    const draft = this.#draft(input);
    const outcome = await store.replace(principal.app, this.#kind.kind, signature, draft, clock.now(), ifRevision);
    if (outcome === "not_found") throw this.#notFound(signature);
    if (outcome === "stale") throw this.#stale(signature);
    this.#retire(principal.app, outcome.previous);
    return this.#view(principal.app, outcome.set);
  }

  async remove(principal: Principal, signature: string, ifRevision: number | null): Promise<void> {
    const outcome = await this.#options.store.remove(principal.app, this.#kind.kind, signature, ifRevision);
    if (outcome === "not_found") throw this.#notFound(signature);
    if (outcome === "stale") throw this.#stale(signature);
    this.#retire(principal.app, outcome.previous);
  }

  /** The stored set. Throws `not_found`, for a set of another app as for none at all. */
  async find(app: AppId, signature: string): Promise<StoredSet<Kind>> {
    const set = await this.#options.store.find(app, this.#kind.kind, signature);
    if (!set) throw this.#notFound(signature);
    return set;
  }

  #draft(input: SetInputs[Kind]): SetDraft<Kind> {
    const name = checkedText("name", input.name, { min: 1, max: LIMITS.nameCharactersMax });
    const rule = { min: 0, max: LIMITS.descriptionCharactersMax };
    const description = input.description === undefined ? null : checkedText("description", input.description, rule);
    const { definition, hashed } = this.#kind.define(input);
    return { name, description, definition, contentHash: contentHashOf(hashed) };
  }

  #view(app: AppId, set: StoredSet<Kind>): SetView<Kind> {
    const taught = this.#kind.taughtBy(set.definition);
    return { set, learning: this.#options.learning.learn(app, set.contentHash, taught) };
  }

  /** Answers made from a content that no set has any more are unreachable already; this frees their space. */
  #retire(app: AppId, previous: StoredSet<Kind>): void {
    void this.#options.cache.forget(app, previous.contentHash);
  }

  #notFound(signature: string): AppError {
    const { noun } = this.#kind;
    return new AppError("not_found", `the ${noun} "${signature}" does not exist or is not assigned to this app`);
  }

  #stale(signature: string): AppError {
    const { noun } = this.#kind;
    return new AppError("precondition_failed", `the ${noun} "${signature}" has changed: its ETag is not the one in If-Match`);
  }
}
