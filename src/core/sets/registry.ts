import { type Class, checkingClasses } from "../classification-set.ts";
import { AppError } from "../errors.ts";
import { contentHashOf } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Finding } from "../linting/findings.ts";
import { type LintedSet, lintWarnings } from "../linting/linter.ts";
import type { MainThread } from "../main-thread.ts";
import { checkedBackend } from "../named-backend.ts";
import type { Page } from "../page.ts";
import { checkedPersona } from "../persona.ts";
import type { AliasStore } from "../ports/alias-store.ts";
import type { Clock } from "../ports/clock.ts";
import type {
  DefinitionDraft,
  DefinitionKind,
  DefinitionStore,
  Definitions,
  ReplacedDefinition,
  StoredDefinition,
} from "../ports/definition-store.ts";
import type { CachedAnswers } from "../semantic-cache/keeping/cached-answers.ts";
import type { AppId, Principal } from "../tenant.ts";
import { checkedSignature, checkedText } from "../text.ts";
import { checkedMinConfidence, checkingTools, type Tool } from "../toolset.ts";
import { checkingValues, type GivenValue } from "../value-list.ts";
import { isAliasKind } from "./alias-placing.ts";
import { hashedPartOf } from "./hashed-part.ts";
import type { Learning, Progress } from "./learning.ts";
import { nearestHint } from "./nearest-name.ts";
import type { Teachable } from "./phrases.ts";
import { ofOtherKind, storedSets, unknownSet } from "./set-finder.ts";

/** What an owner sends for a toolset, its shape checked, its content not yet. */
export interface ToolsetInput {
  readonly name: string;
  readonly description?: string;
  readonly tools: readonly Tool[];
  readonly requireEvidence?: boolean;
  /** 0–1. */
  readonly minConfidence?: number;
  /** The name of the model that answers; the server's own when left out. */
  readonly backend?: string;
}

/** What an owner sends for a classification set. */
export interface ClassificationSetInput {
  readonly name: string;
  readonly description?: string;
  readonly classes: readonly Class[];
  readonly enableExtraction?: boolean;
  readonly allowNone?: boolean;
  /** As a toolset's. */
  readonly backend?: string;
}

export interface PersonaInput {
  readonly name: string;
  readonly description?: string;
  readonly instructions: string;
  readonly language?: string;
}

export interface BankInput {
  readonly name: string;
  readonly description?: string;
}

export interface ValueListInput {
  readonly name: string;
  readonly description?: string;
  readonly values: readonly GivenValue[];
}

export interface DefinitionInputs {
  toolset: ToolsetInput;
  classification_set: ClassificationSetInput;
  persona: PersonaInput;
  bank: BankInput;
  value_list: ValueListInput;
}

/** A definition as its owner sees it. */
export interface Registered<Kind extends DefinitionKind> {
  readonly set: StoredDefinition<Kind>;
  /** How far its examples are learned; null when they are, or when it has none. */
  readonly learning: Progress | null;
  /** What reading it found when it was created or replaced, see `lintWarnings`; missing for nothing, and whenever else it is read. */
  readonly warnings?: readonly Finding[];
}

/** A definition that can be stored, and what reading it found. */
export interface Drafted<Kind extends DefinitionKind> {
  readonly draft: DefinitionDraft<Kind>;
  readonly warnings: readonly Finding[];
}

/** What the kinds do differently. */
interface Kinds<Kind extends DefinitionKind> {
  readonly kind: Kind;
  /** In messages. */
  readonly noun: string;
  /** The key as it is stored: of a set its signature. Throws `validation_error`. */
  checkKey(key: string): string;
  /** The definition, checked step by step. Throws `validation_error` or the kind's limit. */
  define(input: DefinitionInputs[Kind], backends: readonly string[]): Generator<void, Definitions[Kind]>;
  taughtBy(definition: Definitions[Kind]): readonly Teachable[];
  /** What can be linted of it; null for nothing. */
  lintedOf(signature: string, definition: Definitions[Kind]): LintedSet | null;
}

const TOOLSETS: Kinds<"toolset"> = {
  kind: "toolset",
  noun: "toolset",
  checkKey: (key) => checkedSignature("signature", key),
  *define(input, backends) {
    const tools = yield* checkingTools(input.tools);
    const options = { requireEvidence: input.requireEvidence ?? false, ...checkedBackend(input.backend, backends) };
    const threshold = checkedMinConfidence(input.minConfidence);
    return { tools, ...options, ...threshold };
  },
  taughtBy: (definition) => definition.tools,
  lintedOf: (signature, { tools, backend }) => ({ signature, tools, ...(backend !== undefined && { backend }) }),
};

const CLASSIFICATION_SETS: Kinds<"classification_set"> = {
  kind: "classification_set",
  noun: "classification set",
  checkKey: (key) => checkedSignature("signature", key),
  *define(input, backends) {
    const classes = yield* checkingClasses(input.classes);
    const options = { enableExtraction: input.enableExtraction ?? false, allowNone: input.allowNone ?? false };
    const backend = checkedBackend(input.backend, backends);
    return { classes, ...options, ...backend };
  },
  taughtBy: (definition) => definition.classes,
  lintedOf: (signature, { classes, backend }) => ({ signature, classes, ...(backend !== undefined && { backend }) }),
};

const PERSONAS: Kinds<"persona"> = {
  kind: "persona",
  noun: "persona",
  checkKey: (key) => checkedText("name", key, { min: 1, max: LIMITS.nameCharactersMax }),
  *define(input) {
    const definition = checkedPersona(input);
    yield;
    return definition;
  },
  taughtBy: () => [],
  lintedOf: () => null,
};

const BANKS: Kinds<"bank"> = {
  kind: "bank",
  noun: "bank",
  // Made by the server.
  checkKey: (key) => key,
  *define() {
    yield;
    return {};
  },
  taughtBy: () => [],
  lintedOf: () => null,
};

const VALUE_LISTS: Kinds<"value_list"> = {
  kind: "value_list",
  noun: "value list",
  checkKey: (key) => checkedSignature("name", key),
  *define(input) {
    return { values: yield* checkingValues(input.values) };
  },
  taughtBy: () => [],
  lintedOf: () => null,
};

export interface RegistryOptions {
  readonly store: DefinitionStore;
  readonly aliases: Pick<AliasStore, "find">;
  readonly cache: Pick<CachedAnswers, "forget">;
  readonly learning: Pick<Learning, "announce" | "forget" | "learn">;
  /** The names that a set may give for its model. */
  readonly backends: readonly string[];
  readonly clock: Clock;
  readonly mainThread: Pick<MainThread, "steps">;
}

/** Whose definitions are meant. */
type Owner = Pick<Principal, "app">;

/** What apps define, of one kind: created, listed, replaced, deleted; each change acknowledged only when it is durable. */
export class Registry<Kind extends DefinitionKind> {
  readonly #kind: Kinds<Kind>;
  readonly #options: RegistryOptions;

  private constructor(kind: Kinds<Kind>, options: RegistryOptions) {
    this.#kind = kind;
    this.#options = options;
  }

  static toolsets(options: RegistryOptions): Registry<"toolset"> {
    return new Registry(TOOLSETS, options);
  }

  static classificationSets(options: RegistryOptions): Registry<"classification_set"> {
    return new Registry(CLASSIFICATION_SETS, options);
  }

  static personas(options: RegistryOptions): Registry<"persona"> {
    return new Registry(PERSONAS, options);
  }

  static banks(options: RegistryOptions): Registry<"bank"> {
    return new Registry(BANKS, options);
  }

  static valueLists(options: RegistryOptions): Registry<"value_list"> {
    return new Registry(VALUE_LISTS, options);
  }

  /** What would be stored; nothing is. Throws what `create` and `replace` throw of a definition that cannot be. */
  async check({ app }: Owner, signature: string, input: DefinitionInputs[Kind]): Promise<Drafted<Kind>> {
    this.#kind.checkKey(signature);
    return this.#options.mainThread.steps(app, this.#drafting(signature, input));
  }

  /** Throws `conflict` when the signature is registered already, or the name of an alias. */
  async create(principal: Owner, signature: string, input: DefinitionInputs[Kind]): Promise<Registered<Kind>> {
    const { store, clock, mainThread } = this.#options;
    const { kind, noun } = this.#kind;
    const { draft, warnings } = await mainThread.steps(principal.app, this.#drafting(signature, input));
    const checkedKey = this.#kind.checkKey(signature);
    this.announce(principal.app, draft);
    const set = await store.create(principal.app, kind, checkedKey, draft, clock.now());
    if (!set) throw await this.#taken(principal.app, noun, signature);
    return withWarnings(this.#view(principal.app, set), warnings);
  }

  async list(
    principal: Principal,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<Registered<Kind>>> {
    const { items, next } = await this.#options.store.list(principal.app, this.#kind.kind, page);
    return { items: items.map((set) => this.#view(principal.app, set)), next };
  }

  async get(principal: Principal, signature: string): Promise<Registered<Kind>> {
    return this.#view(principal.app, await this.find(principal.app, signature));
  }

  /** Replaces everything but the signature. With `ifRevision`, throws `precondition_failed` when that is not the current one. */
  async replace(
    principal: Owner,
    signature: string,
    input: DefinitionInputs[Kind],
    ifRevision: number | null,
  ): Promise<Registered<Kind>> {
    const { store, clock, mainThread } = this.#options;
    const { draft, warnings } = await mainThread.steps(principal.app, this.#drafting(signature, input));
    this.announce(principal.app, draft);
    const outcome = await store.replace(principal.app, this.#kind.kind, signature, draft, clock.now(), ifRevision);
    if (outcome === "not_found") throw await this.#notFound(principal.app, signature);
    if (outcome === "stale") throw this.#stale(signature);
    this.#retire(principal.app, outcome.previous);
    return withWarnings(this.#view(principal.app, outcome.set), warnings);
  }

  /** Throws `conflict` while aliases stand for it. */
  async remove(principal: Principal, signature: string, ifRevision: number | null): Promise<void> {
    const outcome = await this.#options.store.remove(principal.app, this.#kind.kind, signature, ifRevision);
    if (outcome === "not_found") throw await this.#notFound(principal.app, signature);
    if (outcome === "stale") throw this.#stale(signature);
    if ("aliases" in outcome) throw this.#meant(signature, outcome.aliases);
    this.#retire(principal.app, outcome.previous);
  }

  /** To be called before a definition is written together with others: what it teaches is on its way. */
  announce(app: AppId, { definition }: DefinitionDraft<Kind>): void {
    this.#options.learning.announce(app, this.#kind.taughtBy(definition));
  }

  /** To be called once it is: it is learned, and what it replaced goes; null for what was created. */
  settle(app: AppId, { contentHash, definition }: DefinitionDraft<Kind>, previous: ReplacedDefinition | null): void {
    if (previous) this.#retire(app, previous);
    this.#options.learning.learn(app, contentHash, this.#kind.taughtBy(definition));
  }

  /** The stored set. Throws `not_found`, for a set of another app as for none at all. */
  async find(app: AppId, signature: string): Promise<StoredDefinition<Kind>> {
    const set = await this.#options.store.find(app, this.#kind.kind, signature);
    if (!set) throw await this.#notFound(app, signature);
    return set;
  }

  *#drafting(signature: string, input: DefinitionInputs[Kind]): Generator<void, Drafted<Kind>> {
    const name = checkedText("name", input.name, { min: 1, max: LIMITS.nameCharactersMax });
    const rule = { min: 0, max: LIMITS.descriptionCharactersMax };
    const description = input.description === undefined ? null : checkedText("description", input.description, rule);
    const definition = yield* this.#kind.define(input, this.#options.backends);
    const contentHash = contentHashOf(hashedPartOf(this.#kind.kind, definition));
    const linted = this.#kind.lintedOf(signature, definition);
    const warnings = linted === null ? [] : yield* lintWarnings(linted);
    return { draft: { name, description, definition, contentHash }, warnings };
  }

  #view(app: AppId, set: StoredDefinition<Kind>): Registered<Kind> {
    const taught = this.#kind.taughtBy(set.definition);
    return { set, learning: this.#options.learning.learn(app, set.contentHash, taught) };
  }

  /** Answers made from a content that no set has any more are unreachable already; this frees their space. */
  #retire(app: AppId, { contentHash }: ReplacedDefinition): void {
    void this.#options.cache.forget(app, contentHash);
    if (this.#kind.kind !== "persona") void this.#options.learning.forget(app, contentHash);
  }

  async #notFound(app: AppId, signature: string): Promise<AppError> {
    const { kind, noun } = this.#kind;
    // The server makes the names of banks up: the nearest one is no likelier to be meant than any other.
    const hint = kind === "bank" ? "" : await nearestHint({ definitions: this.#options.store }, app, [kind], signature);
    if (isAliasKind(kind)) {
      const mistaken = await ofOtherKind(storedSets(this.#options.store), app, kind, signature);
      return mistaken ?? unknownSet(kind, signature, await this.#options.aliases.find(app, signature), hint);
    }
    return new AppError("not_found", `the ${noun} "${signature}" does not exist or is not assigned to this app${hint}`);
  }

  async #taken(app: AppId, noun: string, signature: string): Promise<AppError> {
    const alias = isAliasKind(this.#kind.kind) ? await this.#options.aliases.find(app, signature) : null;
    const taken = alias ? "is an alias: a set needs a signature of its own" : "is registered already: PUT replaces it";
    return new AppError("conflict", `${alias ? "" : `the ${noun} `}"${signature}" ${taken}`);
  }

  #meant(signature: string, aliases: readonly string[]): AppError {
    const { noun } = this.#kind;
    // A thousand names tell nobody more than the first.
    const [first, ...others] = aliases;
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    const instead = "have it stand for another set first, or delete it";
    return new AppError("conflict", `the alias "${first}"${more} stands for the ${noun} "${signature}": ${instead}`);
  }

  #stale(signature: string): AppError {
    const { noun } = this.#kind;
    return new AppError(
      "precondition_failed",
      `the ${noun} "${signature}" has changed: its ETag is not the one in If-Match`,
    );
  }
}

function withWarnings<Kind extends DefinitionKind>(
  view: Registered<Kind>,
  warnings: readonly Finding[],
): Registered<Kind> {
  return warnings.length === 0 ? view : { ...view, warnings };
}
