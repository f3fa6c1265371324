import type { ContentHash } from "#core/json.ts";
import type { Page, SetDraft, SetKind, SetStore, StoredSet } from "#core/ports.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit } from "./group-commit.ts";

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
}

const COLUMNS = "id, signature, name, description, definition, content_hash, revision, created_at, updated_at";

/** How much JSON the sets kept in memory may have been read from. */
const CACHED_CHARACTERS_MAX = 32 * 1024 * 1024;

interface CachedSet {
  readonly set: StoredSet<SetKind>;
  readonly characters: number;
}

export class EmbeddedSets implements SetStore {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;
  /** By revision, least recently used first. A revision never changes, so nothing in here can be stale. */
  readonly #cached = new Map<number, CachedSet>();
  #cachedCharacters = 0;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
  }

  create<Kind extends SetKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: SetDraft<Kind>,
    at: Instant,
  ): Promise<StoredSet<Kind> | null> {
    const definition = JSON.stringify(draft.definition);
    return this.#commits.write(() => {
      if (this.#statements.revision.get(app, kind, signature)) return null;
      const { name, description, contentHash } = draft;
      const revision = this.#nextRevision();
      this.#statements.insert.run(revision, app, kind, signature, name, description, definition, contentHash, at);
      return setOf<Kind>(this.#row(app, kind, signature));
    });
  }

  async find<Kind extends SetKind>(app: AppId, kind: Kind, signature: string): Promise<StoredSet<Kind> | null> {
    return this.#commits.read(() => {
      // Only the revision is read of a set that is known: its JSON may be a megabyte.
      const current = this.#statements.revision.get(app, kind, signature);
      if (!current) return null;
      const known = this.#cached.get(current.revision);
      if (!known) return this.#readThrough<Kind>(app, kind, signature);
      this.#cached.delete(current.revision);
      this.#cached.set(current.revision, known);
      return known.set as StoredSet<Kind>;
    });
  }

  async list<Kind extends SetKind>(
    app: AppId,
    kind: Kind,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<StoredSet<Kind>>> {
    return this.#commits.read(() => {
      // One more than asked for tells whether there is a next page.
      const rows = this.#statements.list.all(app, kind, page.after ?? 0, page.limit + 1);
      const shown = rows.slice(0, page.limit);
      const next = rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null;
      return { items: shown.map((row) => setOf<Kind>(row)), next };
    });
  }

  replace<Kind extends SetKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: SetDraft<Kind>,
    at: Instant,
    ifRevision: number | null,
  ): Promise<{ readonly set: StoredSet<Kind>; readonly previous: StoredSet<Kind> } | "not_found" | "stale"> {
    const definition = JSON.stringify(draft.definition);
    return this.#commits.write(() => {
      const row = this.#statements.find.get(app, kind, signature);
      if (!row) return "not_found";
      if (ifRevision !== null && row.revision !== ifRevision) return "stale";
      const { name, description, contentHash } = draft;
      const revision = this.#nextRevision();
      this.#statements.update.run(name, description, definition, contentHash, revision, at, app, kind, signature);
      return { set: setOf<Kind>(this.#row(app, kind, signature)), previous: setOf<Kind>(row) };
    });
  }

  remove<Kind extends SetKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    ifRevision: number | null,
  ): Promise<{ readonly previous: StoredSet<Kind> } | "not_found" | "stale"> {
    return this.#commits.write(() => {
      const row = this.#statements.find.get(app, kind, signature);
      if (!row) return "not_found";
      if (ifRevision !== null && row.revision !== ifRevision) return "stale";
      this.#statements.remove.run(app, kind, signature);
      return { previous: setOf<Kind>(row) };
    });
  }

  async holds(app: AppId, contentHash: ContentHash): Promise<boolean> {
    return this.#commits.read(() => this.#statements.holds.get(app, contentHash) !== null);
  }

  #nextRevision(): number {
    const counter = this.#statements.nextRevision.get();
    if (!counter) throw new Error("the counter of revisions is missing");
    return counter.value;
  }

  /** The set as it is stored. It is there: the caller saw or wrote it in this turn. */
  #row(app: AppId, kind: SetKind, signature: string): SetRow {
    const row = this.#statements.find.get(app, kind, signature);
    if (!row) throw new Error(`the ${kind} ${signature} was here a moment ago`);
    return row;
  }

  /** Only what is read between transactions is kept: one that fails takes its revisions back, and other sets get them. */
  #readThrough<Kind extends SetKind>(app: AppId, kind: Kind, signature: string): StoredSet<Kind> {
    const row = this.#row(app, kind, signature);
    const set = setOf<Kind>(row);
    this.#remember(set, row.definition.length);
    return set;
  }

  #remember(set: StoredSet<SetKind>, characters: number): void {
    if (characters > CACHED_CHARACTERS_MAX || this.#cached.has(set.revision)) return;
    this.#cached.set(set.revision, { set, characters });
    this.#cachedCharacters += characters;
    for (const [revision, oldest] of this.#cached) {
      if (this.#cachedCharacters <= CACHED_CHARACTERS_MAX) return;
      this.#cached.delete(revision);
      this.#cachedCharacters -= oldest.characters;
    }
  }
}

function statementsFor(commits: GroupCommit) {
  const ofSignature = "app = ? AND kind = ? AND signature = ?";
  return {
    revision: commits.prepare<{ revision: number }, [AppId, SetKind, string]>(
      `SELECT revision FROM sets WHERE ${ofSignature}`,
    ),
    find: commits.prepare<SetRow, [AppId, SetKind, string]>(`SELECT ${COLUMNS} FROM sets WHERE ${ofSignature}`),
    list: commits.prepare<SetRow, [AppId, SetKind, number, number]>(
      `SELECT ${COLUMNS} FROM sets WHERE app = ? AND kind = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    insert: commits.prepare<
      null,
      [number, AppId, SetKind, string, string, string | null, string, ContentHash, Instant]
    >(`
      INSERT INTO sets (id, app, kind, signature, name, description, definition, content_hash,
        revision, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?1, ?9, ?9)`),
    update: commits.prepare<
      null,
      [string, string | null, string, ContentHash, number, Instant, AppId, SetKind, string]
    >(`
      UPDATE sets SET name = ?, description = ?, definition = ?, content_hash = ?, revision = ?, updated_at = ?
      WHERE ${ofSignature}`),
    remove: commits.prepare<null, [AppId, SetKind, string]>(`DELETE FROM sets WHERE ${ofSignature}`),
    holds: commits.prepare<{ id: number }, [AppId, ContentHash]>(
      "SELECT id FROM sets WHERE app = ? AND content_hash = ? LIMIT 1",
    ),
    nextRevision: commits.prepare<{ value: number }>(
      "UPDATE counters SET value = value + 1 WHERE name = 'revision' RETURNING value",
    ),
  };
}

function setOf<Kind extends SetKind>(row: SetRow): StoredSet<Kind> {
  return {
    signature: row.signature,
    name: row.name,
    description: row.description,
    definition: JSON.parse(row.definition) as StoredSet<Kind>["definition"],
    contentHash: row.content_hash,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
