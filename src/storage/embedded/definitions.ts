import { FairCache } from "#core/fair-cache.ts";
import { growingCache } from "#core/growing-cache.ts";
import type { ContentHash } from "#core/json.ts";
import { LIMITS } from "#core/limits.ts";
import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type {
  DefinitionDraft,
  DefinitionKind,
  DefinitionStore,
  NamedDraft,
  NotWritten,
  ReplacedDefinition,
  StoredDefinition,
  WrittenDefinition,
} from "#core/ports/definition-store.ts";
import { isAliasKind } from "#core/sets/alias-placing.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { AppChanges } from "./app-changes.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import { Damage } from "./damage.ts";
import { MemoryRows } from "./memories.ts";
import { revisionsOf } from "./revisions.ts";
import { sumOfDefinition } from "./row-sums.ts";
import { TaughtCaseRows } from "./taught-cases.ts";

interface SetRow {
  readonly id: number;
  readonly signature: string;
  readonly name: string;
  readonly description: string | null;
  readonly definition: string;
  readonly content_hash: ContentHash;
  readonly revision: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly sum: number | null;
}

type Revision = Pick<SetRow, "revision" | "signature">;

const COLUMNS = "id, signature, name, description, definition, content_hash, revision, created_at, updated_at, sum";

/** A draft with its definition as JSON. */
interface WrittenDraft<Kind extends DefinitionKind> extends NamedDraft<Kind> {
  readonly text: string;
}

/** A set as it is kept in memory. */
interface Cached {
  readonly kind: DefinitionKind;
  readonly set: StoredDefinition<DefinitionKind>;
  /** What it was read from, and what it counts beside that. */
  readonly characters: number;
}

/** How much text the sets kept in memory may have been read from. */
const CACHED_CHARACTERS_MAX = 32 * 1024 * 1024;

/** What a set counts beside its texts. Banks have hardly any, and every memory leaves one of an old revision behind. */
const CACHED_SET_CHARACTERS = 512;

/** Sets of which the revision is known without being read, a tenth of a kilobyte each. */
const CURRENT_MAX = 4_096;

export class EmbeddedDefinitions implements DefinitionStore {
  readonly #commits: GroupCommit;
  readonly #changes: AppChanges;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;
  readonly #memories: MemoryRows;
  readonly #taught: TaughtCaseRows;
  readonly #nextRevision: () => number;
  /** By revision. A revision never changes, so nothing in here can be stale. */
  readonly #cached = new FairCache<Cached>({
    weightMax: CACHED_CHARACTERS_MAX,
    weigh: ({ characters }) => characters,
    monotonicMs: () => performance.now(),
  });

  /** Which revision a set was when so many changes of its app had been made: it still is, until there are more. */
  readonly #current = growingCache<string, { readonly changes: number; readonly revision: number }>(CURRENT_MAX);

  constructor(commits: GroupCommit, changes: AppChanges, damage = new Damage()) {
    this.#commits = commits;
    this.#changes = changes;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
    this.#memories = new MemoryRows(commits);
    this.#taught = new TaughtCaseRows(commits);
    this.#nextRevision = revisionsOf(commits);
  }

  create<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: DefinitionDraft<Kind>,
    at: Instant,
  ): Promise<StoredDefinition<Kind> | null> {
    const text = JSON.stringify(draft.definition);
    return this.#change(app, () => {
      if (this.#statements.revision.get(app, kind, signature) || this.#isAlias(app, kind, signature)) return null;
      return this.#insert(app, { kind, signature, draft, text }, at);
    });
  }

  async writeAll<Kind extends DefinitionKind>(
    app: AppId,
    sets: readonly NamedDraft<Kind>[],
    { at, mayReplace }: { readonly at: Instant; readonly mayReplace: boolean },
  ): Promise<readonly WrittenDefinition<Kind>[] | NotWritten> {
    const written = sets.map((set) => ({ ...set, text: JSON.stringify(set.draft.definition) }));
    const writing = this.#change(app, () => {
      const there = sets.map(({ kind, signature }) => this.#statements.find.get(app, kind, signature));
      const taken = sets.flatMap(({ kind, signature, ifRevision }, position) => {
        const row = there[position];
        const isTaken = row ? !(mayReplace || row.revision === ifRevision) : this.#isAlias(app, kind, signature);
        return isTaken ? [position] : [];
      });
      if (taken.length > 0) return { taken };
      return written.map((set, position) => {
        const row = there[position];
        const stored = row ? this.#update(app, set, at, row) : this.#insert(app, set, at);
        this.#writeContents(app, set, position);
        return { set: stored, previous: row ? { contentHash: row.content_hash } : null };
      });
    });
    return writing.catch((failure: unknown) => {
      if (failure instanceof FullError) return { full: failure.full };
      throw failure;
    });
  }

  #writeContents(
    app: AppId,
    { kind, signature, memories, taught }: NamedDraft<DefinitionKind>,
    position: number,
  ): void {
    if (memories) this.#memories.replaceAll(app, signature, memories);
    if (!taught || !isAliasKind(kind)) return;
    if (!this.#taught.teachAll(app, { kind, signature }, taught)) throw new FullError(position);
  }

  async find<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
  ): Promise<StoredDefinition<Kind> | null> {
    return this.#commits.read(() => {
      // Only the revision is read of a set that is known: its JSON may be a megabyte.
      const current = this.#currentOf(app, kind, signature);
      if (!current) return null;
      const known = this.#cached.get(app, `${current.revision}`);
      // A damaged index may lead to a set that is not the one that was asked for.
      const isIt = known?.kind === kind && known.set.signature === signature;
      return isIt ? (known.set as StoredDefinition<Kind>) : this.#readThrough<Kind>(app, kind, signature);
    });
  }

  #currentOf(app: AppId, kind: DefinitionKind, signature: string): Pick<Revision, "revision"> | null {
    const name = `${app} ${kind} ${signature}`;
    const changes = this.#changes.of(app);
    const known = this.#current.get(name);
    if (known?.changes === changes) return known;
    const current = this.#statements.revision.get(app, kind, signature);
    if (current) this.#current.set(name, { changes, ...current });
    return current;
  }

  async list<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<StoredDefinition<Kind>>> {
    return this.#commits.read(() => {
      const rows: SetRow[] = [];
      let limit = page.limit;
      let characters = 0;
      for (const row of this.#statements.list.iterate(app, kind, page.after ?? 0, page.limit + 1)) {
        rows.push(row);
        characters += row.definition.length;
        // A megabyte each, a hundred of them would be held until the client has read them all.
        if (characters <= LIMITS.pageCharactersMax || rows.length === 1) continue;
        limit = Math.min(limit, rows.length - 1);
        break;
      }
      return pageOf(rows, limit, (row) => setOf<Kind>(this.#sound(app, kind, row)));
    });
  }

  async signatures(app: AppId, kind: DefinitionKind, limit: number, after = ""): Promise<readonly string[]> {
    const rows = this.#commits.read(() => this.#statements.signatures.all(app, kind, after, limit));
    return rows.map(({ signature }) => signature);
  }

  async revisions(app: AppId, kind: DefinitionKind, limit: number): Promise<readonly Revision[]> {
    return this.#commits.read(() => this.#statements.revisions.all(app, kind, limit));
  }

  replace<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: DefinitionDraft<Kind>,
    at: Instant,
    ifRevision: number | null,
  ): Promise<{ readonly set: StoredDefinition<Kind>; readonly previous: ReplacedDefinition } | "not_found" | "stale"> {
    const text = JSON.stringify(draft.definition);
    return this.#change(app, () => {
      const row = this.#statements.find.get(app, kind, signature);
      if (!row) return "not_found";
      if (ifRevision !== null && row.revision !== ifRevision) return "stale";
      const set = this.#update(app, { kind, signature, draft, text }, at, row);
      return { set, previous: { contentHash: row.content_hash } };
    });
  }

  remove<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    ifRevision: number | null,
  ): Promise<
    { readonly previous: ReplacedDefinition } | { readonly aliases: readonly string[] } | "not_found" | "stale"
  > {
    return this.#change(app, () => {
      const row = this.#statements.find.get(app, kind, signature);
      if (!row) return "not_found";
      if (ifRevision !== null && row.revision !== ifRevision) return "stale";
      const aliases = this.#statements.aliases.all(app, kind, signature);
      if (aliases.length > 0) return { aliases: aliases.map(({ name }) => name) };
      this.#statements.remove.run(app, kind, signature);
      this.#forget(app, row);
      return { previous: { contentHash: row.content_hash } };
    });
  }

  async holds(app: AppId, contentHash: ContentHash): Promise<boolean> {
    return this.#commits.read(() => this.#statements.holds.get(app, contentHash) !== null);
  }

  #isAlias(app: AppId, kind: DefinitionKind, signature: string): boolean {
    return isAliasKind(kind) && this.#statements.alias.get(app, signature) !== null;
  }

  #insert<Kind extends DefinitionKind>(
    app: AppId,
    { kind, signature, draft, text }: WrittenDraft<Kind>,
    at: Instant,
  ): StoredDefinition<Kind> {
    const { name, description, contentHash } = draft;
    const revision = this.#nextRevision();
    const sum = sumOf(app, { kind, signature, draft, text });
    this.#statements.insert.run(revision, app, kind, signature, name, description, text, contentHash, at, sum);
    return setOf<Kind>(this.#row(app, kind, signature));
  }

  #update<Kind extends DefinitionKind>(
    app: AppId,
    { kind, signature, draft, text }: WrittenDraft<Kind>,
    at: Instant,
    previous: Revision,
  ): StoredDefinition<Kind> {
    const { name, description, contentHash } = draft;
    const revision = this.#nextRevision();
    const sum = sumOf(app, { kind, signature, draft, text });
    this.#statements.update.run(name, description, text, contentHash, revision, at, sum, app, kind, signature);
    this.#forget(app, previous);
    return setOf<Kind>(this.#row(app, kind, signature));
  }

  /** Nobody asks for that revision again. Where its change fails, it is read once more. */
  #forget(app: AppId, { revision }: Revision): void {
    this.#cached.delete(app, `${revision}`);
  }

  #change<Result>(app: AppId, operation: () => Result): Promise<Result> {
    return this.#commits.write(operation, () => this.#changes.raise(app));
  }

  /** The set as it is stored. It is there: the caller saw or wrote it in this turn. */
  #row(app: AppId, kind: DefinitionKind, signature: string): SetRow {
    const row = this.#statements.find.get(app, kind, signature);
    if (!row) throw new Error(`the ${kind} ${signature} was here a moment ago`);
    return row;
  }

  /** The row, when it is what was written. Throws `service_unavailable` when it is not. */
  #sound(app: AppId, kind: DefinitionKind, row: SetRow): SetRow {
    if (row.sum === sumOfDefinition({ app, kind, ...row })) return row;
    throw this.#damage.refused(`the ${kind.replace("_", " ")} "${row.signature}"`, app, "replace or delete it");
  }

  /** Only what is read between transactions is kept: one that fails takes its revisions back, and other sets get them. */
  #readThrough<Kind extends DefinitionKind>(app: AppId, kind: Kind, signature: string): StoredDefinition<Kind> {
    const row = this.#sound(app, kind, { ...this.#row(app, kind, signature), signature });
    const set = setOf<Kind>(row);
    const { definition, name, description } = row;
    const characters = definition.length + name.length + (description?.length ?? 0) + CACHED_SET_CHARACTERS;
    this.#cached.set(app, `${set.revision}`, { kind, set, characters });
    return set;
  }
}

/** Takes the change back, so that nothing of it is there. */
class FullError extends Error {
  override readonly name = "FullError";
  /** The position of the set that has too many cases. */
  readonly full: number;

  constructor(full: number) {
    super("a set has too many taught cases");
    this.full = full;
  }
}

function sumOf(app: AppId, { kind, signature, draft, text: definition }: WrittenDraft<DefinitionKind>): number {
  const { name, description, contentHash } = draft;
  return sumOfDefinition({ app, kind, signature, name, description, definition, content_hash: contentHash });
}

function statementsFor(commits: GroupCommit) {
  const ofSignature = "app = ? AND kind = ? AND signature = ?";
  return {
    revision: commits.prepare<{ revision: number }, [AppId, DefinitionKind, string]>(
      `SELECT revision FROM definitions WHERE ${ofSignature}`,
    ),
    find: commits.prepare<SetRow, [AppId, DefinitionKind, string]>(
      `SELECT ${COLUMNS} FROM definitions WHERE ${ofSignature}`,
    ),
    list: commits.prepare<SetRow, [AppId, DefinitionKind, number, number]>(
      `SELECT ${COLUMNS} FROM definitions WHERE app = ? AND kind = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    // The index has all of it: behind a definition nothing is read but through it.
    signatures: commits.prepare<{ signature: string }, [AppId, DefinitionKind, string, number]>(
      "SELECT signature FROM definitions WHERE app = ? AND kind = ? AND signature > ? ORDER BY signature LIMIT ?",
    ),
    revisions: commits.prepare<Revision, [AppId, DefinitionKind, number]>(
      "SELECT signature, revision FROM definitions WHERE app = ? AND kind = ? ORDER BY signature LIMIT ?",
    ),
    insert: commits.prepare<
      null,
      [number, AppId, DefinitionKind, string, string, string | null, string, ContentHash, Instant, number]
    >(`
      INSERT INTO definitions (id, app, kind, signature, name, description, definition, content_hash,
        revision, created_at, updated_at, sum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?1, ?9, ?9, ?10)`),
    update: commits.prepare<
      null,
      [string, string | null, string, ContentHash, number, Instant, number, AppId, DefinitionKind, string]
    >(`
      UPDATE definitions SET name = ?, description = ?, definition = ?, content_hash = ?, revision = ?, updated_at = ?, sum = ?
      WHERE ${ofSignature}`),
    remove: commits.prepare<null, [AppId, DefinitionKind, string]>(`DELETE FROM definitions WHERE ${ofSignature}`),
    alias: commits.prepare<{ id: number }, [AppId, string]>("SELECT id FROM aliases WHERE app = ? AND name = ?"),
    aliases: commits.prepare<{ name: string }, [AppId, DefinitionKind, string]>(
      "SELECT name FROM aliases WHERE app = ?1 AND kind = ?2 AND ?3 IN (signature, other) ORDER BY id",
    ),
    holds: commits.prepare<{ id: number }, [AppId, ContentHash]>(
      "SELECT id FROM definitions WHERE app = ? AND content_hash = ? LIMIT 1",
    ),
  };
}

function setOf<Kind extends DefinitionKind>(row: SetRow): StoredDefinition<Kind> {
  return {
    signature: row.signature,
    name: row.name,
    description: row.description,
    definition: JSON.parse(row.definition) as StoredDefinition<Kind>["definition"],
    contentHash: row.content_hash,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
