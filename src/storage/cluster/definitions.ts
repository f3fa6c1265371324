import type { ContentHash } from "#core/json.ts";
import { LIMITS } from "#core/limits.ts";
import type { Page } from "#core/page.ts";
import type { ChangeCounter } from "#core/ports/change-counter.ts";
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
import { AppReadings } from "./app-readings.ts";
import type { Changes } from "./changes.ts";
import { canBeNamed } from "./kept-names.ts";
import { rememberedBy } from "./memories.ts";
import type { Postgres, Transaction } from "./postgres.ts";
import { taughtBy } from "./taught-cases.ts";

interface SetRow {
  readonly signature: string;
  readonly content: string;
  readonly content_hash: ContentHash;
  readonly revision: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** Of a list: without a content where it does not fit on the page any more. */
interface ListedSetRow extends Omit<SetRow, "content"> {
  readonly id: number;
  readonly content: string | null;
}

type Revision = Pick<SetRow, "revision" | "signature">;
type Content<Kind extends DefinitionKind> = Pick<DefinitionDraft<Kind>, "definition" | "description" | "name">;

/** A set as it is kept in memory; null where there is none. */
interface Known {
  readonly set: StoredDefinition<DefinitionKind> | null;
  /** What it was read from, and what it counts beside that. */
  readonly characters: number;
}

/** How much text the sets kept in memory may have been read from. */
const KNOWN_CHARACTERS_MAX = 32 * 1024 * 1024;

/** What a set counts beside its texts, its signature among it: also one that is not there. */
const KNOWN_SET_CHARACTERS = 512;

const COLUMNS = "signature, content, content_hash, revision, created_at, updated_at";

export class ClusterDefinitions implements DefinitionStore {
  readonly #postgres: Postgres;
  readonly #changes: Changes;
  /** By kind and signature. */
  readonly #known: AppReadings<Known>;

  constructor(postgres: Postgres, changes: Changes, versions: ChangeCounter) {
    this.#postgres = postgres;
    this.#changes = changes;
    this.#known = new AppReadings({
      postgres,
      changes: versions,
      weightMax: KNOWN_CHARACTERS_MAX,
      weigh: ({ characters }) => characters,
    });
  }

  create<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: DefinitionDraft<Kind>,
    at: Instant,
  ): Promise<StoredDefinition<Kind> | null> {
    return this.#changes.make(app, (transaction) => insertedBy(transaction, app, { kind, signature, draft }, at));
  }

  async writeAll<Kind extends DefinitionKind>(
    app: AppId,
    sets: readonly NamedDraft<Kind>[],
    { at, mayReplace }: { readonly at: Instant; readonly mayReplace: boolean },
  ): Promise<readonly WrittenDefinition<Kind>[] | NotWritten> {
    const writing = this.#changes.make(app, async (transaction) => {
      const all: WrittenDefinition<Kind>[] = [];
      const taken: number[] = [];
      for (const [position, set] of sets.entries()) {
        const one = await writtenBy(transaction, app, set, { at, mayReplace });
        if (!one) taken.push(position);
        else {
          all.push(one);
          if (!(await contentsWrittenBy(transaction, app, set))) throw new NotWrittenError({ full: position });
        }
      }
      if (taken.length > 0) throw new NotWrittenError({ taken });
      return all;
    });
    try {
      return await writing;
    } catch (failure) {
      if (failure instanceof NotWrittenError) return failure.why;
      throw failure;
    }
  }

  async find<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
  ): Promise<StoredDefinition<Kind> | null> {
    if (!canBeNamed(signature)) return null;
    const { set } = await this.#known.of(app, `${kind} ${signature}`, (before) =>
      this.#read(app, kind, signature, before),
    );
    return set as StoredDefinition<Kind> | null;
  }

  async list<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<StoredDefinition<Kind>>> {
    // A megabyte each, a hundred of them would be held until the client has read them all.
    const rows = await this.#postgres.rowsOf<ListedSetRow>(
      app,
      `SELECT id, signature, CASE WHEN fits THEN content END AS content, content_hash, revision, created_at, updated_at
       FROM (
         SELECT *, sum(characters) OVER older <= $5 OR row_number() OVER older = 1 AS fits
         FROM (SELECT * FROM definitions WHERE app = $1 AND kind = $2 AND id > $3 ORDER BY id LIMIT $4) AS found
         WINDOW older AS (ORDER BY id)) AS measured
       ORDER BY id`,
      [app, kind, after ?? 0, limit + 1, LIMITS.pageCharactersMax],
    );
    const whole = rows.flatMap(({ content, ...row }) => (content === null ? [] : { ...row, content }));
    const shown = whole.slice(0, limit);
    return { items: shown.map(setOf<Kind>), next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
  }

  async signatures(app: AppId, kind: DefinitionKind, limit: number, after = ""): Promise<readonly string[]> {
    const rows = await this.#postgres.rowsOf<{ signature: string }>(
      app,
      "SELECT signature FROM definitions WHERE app = $1 AND kind = $2 AND signature > $3 ORDER BY signature LIMIT $4",
      [app, kind, after, limit],
    );
    return rows.map(({ signature }) => signature);
  }

  revisions(app: AppId, kind: DefinitionKind, limit: number): Promise<readonly Revision[]> {
    return this.#postgres.rowsOf<Revision>(
      app,
      "SELECT signature, revision FROM definitions WHERE app = $1 AND kind = $2 ORDER BY signature LIMIT $3",
      [app, kind, limit],
    );
  }

  async replace<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    draft: DefinitionDraft<Kind>,
    at: Instant,
    ifRevision: number | null,
  ): Promise<{ readonly set: StoredDefinition<Kind>; readonly previous: ReplacedDefinition } | "not_found" | "stale"> {
    if (!canBeNamed(signature)) return "not_found";
    return this.#changes.make(app, async (transaction) => {
      const current = await currentOf(transaction, app, kind, signature, ifRevision);
      if (typeof current === "string") return current;
      const set = await updatedBy(transaction, app, { kind, signature, draft }, { id: current.id, at });
      return { set, previous: { contentHash: current.content_hash } };
    });
  }

  async remove<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    signature: string,
    ifRevision: number | null,
  ): Promise<
    { readonly previous: ReplacedDefinition } | { readonly aliases: readonly string[] } | "not_found" | "stale"
  > {
    if (!canBeNamed(signature)) return "not_found";
    return this.#changes.make(app, async (transaction) => {
      const current = await currentOf(transaction, app, kind, signature, ifRevision);
      if (typeof current === "string") return current;
      const aliases = await transaction.rows<{ name: string }>(
        "SELECT name FROM aliases WHERE app = $1 AND kind = $2 AND $3 IN (signature, other) ORDER BY id",
        [app, kind, signature],
      );
      if (aliases.length > 0) return { aliases: aliases.map(({ name }) => name) };
      await transaction.rows("DELETE FROM definitions WHERE app = $1 AND id = $2", [app, current.id]);
      return { previous: { contentHash: current.content_hash } };
    });
  }

  async holds(app: AppId, contentHash: ContentHash): Promise<boolean> {
    const held = await this.#postgres.rowOf(
      app,
      "SELECT id FROM definitions WHERE app = $1 AND content_hash = $2 LIMIT 1",
      [app, contentHash],
    );
    return held !== null;
  }

  /** Only the revision comes of a set that is known: a revision never changes, and its JSON may be a megabyte. */
  async #read(app: AppId, kind: DefinitionKind, signature: string, before: Known | null): Promise<Known> {
    const row = await this.#postgres.rowOf<Omit<SetRow, "content"> & { readonly content: string | null }>(
      app,
      `SELECT signature, CASE WHEN revision <> $4 THEN content END AS content, content_hash, revision, created_at, updated_at
       FROM definitions WHERE app = $1 AND kind = $2 AND signature = $3`,
      [app, kind, signature, before?.set?.revision ?? 0],
    );
    if (!row) return { set: null, characters: KNOWN_SET_CHARACTERS };
    const { content } = row;
    if (content !== null) {
      return { set: setOf({ ...row, content }), characters: content.length + KNOWN_SET_CHARACTERS };
    }
    if (!before) throw new Error("a definition was expected to come with its content");
    return before;
  }
}

/** Null, and nothing written, where its signature is taken. */
async function insertedBy<Kind extends DefinitionKind>(
  { row }: Transaction,
  app: AppId,
  { kind, signature, draft }: NamedDraft<Kind>,
  at: Instant,
): Promise<StoredDefinition<Kind> | null> {
  const { content, characters } = writtenOf(draft);
  const created = await row<SetRow>(
    `INSERT INTO definitions
       (app, id, kind, signature, content, characters, content_hash, revision, created_at, updated_at)
     SELECT $1, next, $2, $3, $4, $5, $6, next, $7, $7 FROM nextval('revisions') AS next
     WHERE NOT ($8 AND EXISTS (SELECT FROM aliases WHERE app = $1 AND name = $3))
     ON CONFLICT (app, kind, signature) DO NOTHING RETURNING ${COLUMNS}`,
    [app, kind, signature, content, characters, draft.contentHash, at, isAliasKind(kind)],
  );
  return created && setOf<Kind>(created);
}

async function updatedBy<Kind extends DefinitionKind>(
  { row }: Transaction,
  app: AppId,
  { kind, signature, draft }: NamedDraft<Kind>,
  { id, at }: { readonly id: number; readonly at: Instant },
): Promise<StoredDefinition<Kind>> {
  const { content, characters } = writtenOf(draft);
  const replaced = await row<SetRow>(
    `UPDATE definitions SET content = $3, characters = $4, content_hash = $5, revision = nextval('revisions'), updated_at = $6
     WHERE app = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [app, id, content, characters, draft.contentHash, at],
  );
  if (!replaced) throw new Error(`the ${kind} ${signature} was here a moment ago`);
  return setOf<Kind>(replaced);
}

/** Ends the transaction, so that nothing of it is there. */
class NotWrittenError extends Error {
  override readonly name = "NotWrittenError";
  readonly why: NotWritten;

  constructor(why: NotWritten) {
    super("several definitions cannot be written");
    this.why = why;
  }
}

/** What comes with a definition that is there. False where the set has too many cases then. */
async function contentsWrittenBy(
  transaction: Transaction,
  app: AppId,
  { kind, signature, memories, taught }: NamedDraft<DefinitionKind>,
): Promise<boolean> {
  if (!memories && !taught) return true;
  const current = await currentOf(transaction, app, kind, signature, null);
  if (typeof current === "string") throw new Error(`the ${kind} ${signature} was here a moment ago`);
  if (memories) await rememberedBy(transaction, app, current.id, memories);
  if (!taught) return true;
  await taughtBy(transaction, app, current.id, taught.cases);
  const statement = "SELECT count(*)::integer AS count FROM taught_cases WHERE app = $1 AND definition = $2";
  const known = await transaction.row<{ count: number }>(statement, [app, current.id]);
  return known !== null && known.count <= taught.casesMax;
}

/** Null where its signature is taken. */
async function writtenBy<Kind extends DefinitionKind>(
  transaction: Transaction,
  app: AppId,
  set: NamedDraft<Kind>,
  { at, mayReplace }: { readonly at: Instant; readonly mayReplace: boolean },
): Promise<WrittenDefinition<Kind> | null> {
  const current = await currentOf(transaction, app, set.kind, set.signature, null);
  if (typeof current !== "string") {
    if (!(mayReplace || current.revision === set.ifRevision)) return null;
    const previous = { contentHash: current.content_hash };
    return { set: await updatedBy(transaction, app, set, { id: current.id, at }), previous };
  }
  const created = await insertedBy(transaction, app, set, at);
  return created && { set: created, previous: null };
}

/** The row of the set, where it is there and has that revision. */
async function currentOf(
  { row }: Transaction,
  app: AppId,
  kind: DefinitionKind,
  signature: string,
  ifRevision: number | null,
): Promise<
  { readonly id: number; readonly revision: number; readonly content_hash: ContentHash } | "not_found" | "stale"
> {
  const current = await row<{ id: number; revision: number; content_hash: ContentHash }>(
    "SELECT id, revision, content_hash FROM definitions WHERE app = $1 AND kind = $2 AND signature = $3",
    [app, kind, signature],
  );
  if (!current) return "not_found";
  return ifRevision !== null && current.revision !== ifRevision ? "stale" : current;
}

function writtenOf<Kind extends DefinitionKind>({ name, description, definition }: DefinitionDraft<Kind>) {
  const content = JSON.stringify({ name, description, definition } satisfies Content<Kind>);
  return { content, characters: JSON.stringify(definition).length };
}

function setOf<Kind extends DefinitionKind>(row: SetRow): StoredDefinition<Kind> {
  const { name, description, definition } = JSON.parse(row.content) as Content<Kind>;
  return {
    signature: row.signature,
    name,
    description,
    definition,
    contentHash: row.content_hash,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
