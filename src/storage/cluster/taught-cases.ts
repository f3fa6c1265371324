import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { ChangeCounter } from "#core/ports/change-counter.ts";
import type { WordedCase } from "#core/ports/definition-store.ts";
import type { TaughtCaseStore, TaughtSet } from "#core/ports/taught-case-store.ts";
import type { TaughtCase } from "#core/teaching/taught-case.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { AppReadings } from "./app-readings.ts";
import type { Changes } from "./changes.ts";
import { type GrownList, grownLists, grownSince, type Listed } from "./grown-list.ts";
import { type Joined, thoseThere } from "./joined-rows.ts";
import { canBeNamed } from "./kept-names.ts";
import type { Postgres, Transaction } from "./postgres.ts";

interface CaseRow {
  readonly id: number;
  readonly name: string;
  readonly content: string;
  readonly taught_at: Instant;
}

/** Taught to the set of that number, within a change that is somebody else's. How many cases it has then is not looked at. */
export async function taughtBy(
  { rows }: Pick<Transaction, "rows">,
  app: AppId,
  set: number,
  cases: readonly WordedCase[],
): Promise<void> {
  // Of several with the same words the last one stays, in its place, and one statement may not replace what it has just written.
  const lastOf = new Map(cases.map((taught) => [taught.words, taught]));
  const kept = cases.filter((taught) => lastOf.get(taught.words) === taught);
  await rows(
    `INSERT INTO taught_cases (app, definition, id, name, words, content, taught_at)
     SELECT $1, $2, nextval('revisions'), name, words, content, taught_at
     FROM (SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[])
       WITH ORDINALITY AS given (name, words, content, taught_at, place) ORDER BY place) AS ordered
     ON CONFLICT (app, definition, words) DO UPDATE
     SET id = excluded.id, name = excluded.name, content = excluded.content, taught_at = excluded.taught_at`,
    [
      app,
      set,
      kept.map(({ id }) => id),
      kept.map(({ words }) => words),
      kept.map(contentOf),
      kept.map(({ taughtAt }) => taughtAt),
    ],
  );
}

function contentOf({ text, language, right, beside, saidAt }: TaughtCase): string {
  return JSON.stringify({
    text,
    ...(language !== undefined && { language }),
    right,
    beside,
    ...(saidAt !== undefined && { saidAt }),
  } satisfies Content);
}

/** Of a set, in their order: one row without a case where it has none, and no row where there is no set. */
const COLUMNS = "taught.id, taught.name, taught.content, taught.taught_at";
const CASES = "LEFT JOIN taught_cases AS taught ON taught.app = sets.app AND taught.definition = sets.id";
const NAMED = "WHERE sets.app = $1 AND sets.kind = $2 AND sets.signature = $3 ORDER BY taught.id";

/** What a row has in JSON. */
type Content = Pick<TaughtCase, "beside" | "language" | "right" | "saidAt" | "text">;

export class ClusterTaughtCases implements TaughtCaseStore {
  readonly #postgres: Postgres;
  readonly #changes: Changes;
  /** By kind and signature. */
  readonly #known: AppReadings<GrownList<TaughtCase>>;

  constructor(postgres: Postgres, changes: Changes, versions: ChangeCounter) {
    this.#postgres = postgres;
    this.#changes = changes;
    this.#known = grownLists(postgres, versions);
  }

  async teach(
    app: AppId,
    { kind, signature }: TaughtSet,
    taught: WordedCase,
    casesMax: number,
  ): Promise<"taught" | "full" | "not_found"> {
    if (!canBeNamed(signature)) return "not_found";
    return this.#changes.make(app, async (transaction) => {
      // The case that would be replaced does not count.
      const set = await transaction.row<{ id: number; others: number }>(
        `SELECT id, (
           SELECT count(*) FROM taught_cases WHERE app = $1 AND definition = definitions.id AND words <> $4) AS others
         FROM definitions WHERE app = $1 AND kind = $2 AND signature = $3`,
        [app, kind, signature, taught.words],
      );
      if (!set) return "not_found";
      if (set.others >= casesMax) return "full";
      await taughtBy(transaction, app, set.id, [taught]);
      return "taught";
    });
  }

  async list(
    app: AppId,
    { kind, signature }: TaughtSet,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<TaughtCase> | null> {
    if (!canBeNamed(signature)) return null;
    const values = [app, kind, signature, after ?? 0, limit + 1];
    const statement = `SELECT ${COLUMNS} FROM definitions AS sets ${CASES} AND taught.id > $4 ${NAMED} LIMIT $5`;
    const rows = await this.#postgres.rowsOf<Joined<CaseRow>>(app, statement, values);
    return rows.length === 0 ? null : pageOf(thoseThere<CaseRow>(rows), limit, caseOf);
  }

  async all(app: AppId, { kind, signature }: TaughtSet): Promise<readonly TaughtCase[]> {
    if (!canBeNamed(signature)) return [];
    const statement = `
      SELECT sets.id AS owner, counted.count, ${COLUMNS}
      FROM definitions AS sets
      CROSS JOIN LATERAL (
        SELECT count(*) AS count FROM taught_cases WHERE app = sets.app AND definition = sets.id) AS counted
      ${CASES} AND taught.id > CASE WHEN sets.id = $4 THEN $5 ELSE 0 END ${NAMED}`;
    const { items } = await this.#known.of(app, `${kind} ${signature}`, (before) =>
      grownSince(
        before,
        (owner, newest) =>
          this.#postgres.rowsOf<Listed<CaseRow>>(app, statement, [app, kind, signature, owner, newest]),
        caseOf,
      ),
    );
    return items;
  }

  async remove(app: AppId, { kind, signature }: TaughtSet, id: string): Promise<boolean> {
    if (!canBeNamed(signature) || !canBeNamed(id)) return false;
    return this.#changes.make(app, async ({ row }) => {
      const gone = await row(
        `DELETE FROM taught_cases USING definitions AS sets
         WHERE taught_cases.app = $1 AND taught_cases.definition = sets.id AND taught_cases.name = $4
           AND sets.app = $1 AND sets.kind = $2 AND sets.signature = $3
         RETURNING taught_cases.id`,
        [app, kind, signature, id],
      );
      return gone !== null;
    });
  }
}

function caseOf(row: CaseRow): TaughtCase {
  return { id: row.name, ...(JSON.parse(row.content) as Content), taughtAt: row.taught_at };
}
