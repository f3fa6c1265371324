import type { BankDefinition, Memory } from "../bank.ts";
import type { ClassificationSetDefinition } from "../classification-set.ts";
import type { ContentHash } from "../json.ts";
import type { Page } from "../page.ts";
import type { PersonaDefinition } from "../persona.ts";
import type { TaughtCase } from "../teaching/taught-case.ts";
import type { AppId, Instant } from "../tenant.ts";
import type { ToolsetDefinition } from "../toolset.ts";
import type { ValueListDefinition } from "../value-list.ts";

/** What each kind defines. The storage keeps it as JSON and does not look inside. */
export interface Definitions {
  toolset: ToolsetDefinition;
  classification_set: ClassificationSetDefinition;
  persona: PersonaDefinition;
  bank: BankDefinition;
  value_list: ValueListDefinition;
}

export type DefinitionKind = keyof Definitions;

/** What an owner gives when creating or replacing a set. */
export interface DefinitionDraft<Kind extends DefinitionKind> {
  readonly name: string;
  readonly description: string | null;
  readonly definition: Definitions[Kind];
  readonly contentHash: ContentHash;
}

/** One of several that are written in one change. */
export interface NamedDraft<Kind extends DefinitionKind> {
  readonly kind: Kind;
  readonly signature: string;
  readonly draft: DefinitionDraft<Kind>;
  /** Where that revision of it is there, it is replaced whether others may be or not. */
  readonly ifRevision?: number;
  /** Of a bank: all that it remembers from then on. Where it is left out, that stays as it is. */
  readonly memories?: readonly Memory[];
  /** Of a set: what it is taught along with it, each case as `TaughtCaseStore.teach` has it, and how many cases it may have then. */
  readonly taught?: { readonly cases: readonly WordedCase[]; readonly casesMax: number };
}

/** `words`: a digest; of the cases of a set only one has it. */
export type WordedCase = TaughtCase & { readonly words: string };

/** Why several could not be written, by their positions: nothing is changed then. */
export type NotWritten =
  /** Their signatures are taken. */
  | { readonly taken: readonly number[] }
  /** Its set would have more taught cases than it may. */
  | { readonly full: number };

export interface WrittenDefinition<Kind extends DefinitionKind> {
  readonly set: StoredDefinition<Kind>;
  /** What was replaced; null where it was created. */
  readonly previous: ReplacedDefinition | null;
}

export interface StoredDefinition<Kind extends DefinitionKind> extends DefinitionDraft<Kind> {
  readonly signature: string;
  /** Unique to every version of every set, growing: what an ETag is made of. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What is known of a definition that was replaced or removed: also of one that was damaged and could not be read. */
export type ReplacedDefinition = Pick<DefinitionDraft<DefinitionKind>, "contentHash">;

/**
 * Toolsets and classification sets of an app; the two kinds have signatures of their own. One that is no longer what was written is
 * never given: whoever asks for it, or for a page with it, is rejected with `service_unavailable` by name. It can be replaced and removed.
 */
export interface DefinitionStore {
  /** Null, and nothing changed, when the signature is taken: by another of its kind, or of a set by an alias. */
  create<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: DefinitionDraft<Kind>,
    at: Instant,
  ): Promise<StoredDefinition<Kind> | null>;
  find<Kind extends DefinitionKind>(app: AppId, kind: Kind, signature: string): Promise<StoredDefinition<Kind> | null>;
  /**
   * Oldest first. A set that existed when the first page was read appears exactly once, whatever is created meanwhile. A page
   * ends before `limit` where its definitions have more than `LIMITS.pageCharactersMax` together; one is always on it.
   */
  list<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<StoredDefinition<Kind>>>;
  /**
   * Signatures of the app's sets of this kind, the first `limit` in the order of their characters; with `after` of those behind it. Reads
   * no definition, however large they are.
   */
  signatures(app: AppId, kind: DefinitionKind, limit: number, after?: string): Promise<readonly string[]>;
  /** The first `limit` with the revision of each. */
  revisions(
    app: AppId,
    kind: DefinitionKind,
    limit: number,
  ): Promise<readonly Pick<StoredDefinition<DefinitionKind>, "revision" | "signature">[]>;
  /**
   * Replaces everything but signature and creation time. With `ifRevision`, only that revision.
   * `previous` is what was replaced: its answers have to go.
   */
  replace<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: DefinitionDraft<Kind>,
    at: Instant,
    ifRevision: number | null,
  ): Promise<{ readonly set: StoredDefinition<Kind>; readonly previous: ReplacedDefinition } | "not_found" | "stale">;
  /** `aliases`: those that stand for the set, by name. Nothing is changed then. */
  remove<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    ifRevision: number | null,
  ): Promise<
    { readonly previous: ReplacedDefinition } | { readonly aliases: readonly string[] } | "not_found" | "stale"
  >;
  /**
   * Creates all of them, in their order, and where it may replaces those that are there, as `create` and `replace` do, and writes what
   * comes with them: in one change, all or none. None may be named twice.
   */
  writeAll<Kind extends DefinitionKind>(
    app: AppId,
    sets: readonly NamedDraft<Kind>[],
    how: { readonly at: Instant; readonly mayReplace: boolean },
  ): Promise<readonly WrittenDefinition<Kind>[] | NotWritten>;
  /** Whether any set of the app still has this content: while one has, its answers and embeddings are worth keeping. */
  holds(app: AppId, contentHash: ContentHash): Promise<boolean>;
}
