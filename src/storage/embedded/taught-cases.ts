import { FairCache } from "#core/fair-cache.ts";
import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { NamedDraft, WordedCase } from "#core/ports/definition-store.ts";
import type { TaughtCaseStore, TaughtSet } from "#core/ports/taught-case-store.ts";
import type { TaughtCase, TaughtKind } from "#core/teaching/taught-case.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { AppChanges } from "./app-changes.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import { Damage } from "./damage.ts";
import { revisionsOf } from "./revisions.ts";
import { sumOfTaughtCase } from "./row-sums.ts";

interface CaseRow {
  readonly id: number;
  readonly name: string;
  readonly words: string;
  readonly content: string;
  readonly taught_at: Instant;
  readonly sum: number;
}

type Named = [app: AppId, kind: TaughtKind, signature: string];

/** The cases of a set, as they were read. Ids grow, so what came since is what has a greater one; else something went. */
interface Known {
  readonly newest: number;
  readonly cases: readonly TaughtCase[];
}

/** Cases kept in memory, all apps together: some kilobyte each. */
const KNOWN_CASES_MAX = 50_000;

/** What a row has in JSON. */
type Content = Pick<TaughtCase, "beside" | "language" | "right" | "saidAt" | "text">;

/** Rows of taught cases, written within a change that is somebody else's. */
export class TaughtCaseRows {
  readonly #statements: ReturnType<typeof statementsFor>;
  readonly #nextRevision: () => number;

  constructor(commits: GroupCommit) {
    this.#statements = statementsFor(commits);
    this.#nextRevision = revisionsOf(commits);
  }

  /** As `TaughtCaseStore.teach`. */
  teach(app: AppId, named: TaughtSet, taught: WordedCase, casesMax: number): "taught" | "full" | "not_found" {
    const { set, others } = this.#statements;
    const { kind, signature } = named;
    if (!set.get(app, kind, signature)) return "not_found";
    const { count } = others.get(taught.words, app, kind, signature) ?? { count: 0 };
    if (count >= casesMax) return "full";
    this.#write(app, named, taught);
    return "taught";
  }

  /**
   * All of them to a set that is there, which is counted once: for each of thousands it would take seconds. Whether it has no more than it
   * may then: else the change has to be taken back.
   */
  teachAll(app: AppId, named: TaughtSet, { cases, casesMax }: NonNullable<NamedDraft<TaughtKind>["taught"]>): boolean {
    for (const taught of cases) this.#write(app, named, taught);
    const { set, count } = this.#statements;
    const found = set.get(app, named.kind, named.signature);
    return found !== null && (count.get(found.id)?.count ?? 0) <= casesMax;
  }

  #write(
    app: AppId,
    { kind, signature }: TaughtSet,
    { id: name, text, language, right, beside, saidAt, taughtAt: taught_at, words }: WordedCase,
  ): void {
    const { insert, forget } = this.#statements;
    const content = JSON.stringify({
      text,
      ...(language !== undefined && { language }),
      right,
      beside,
      ...(saidAt !== undefined && { saidAt }),
    } satisfies Content);
    const sum = sumOfTaughtCase({ app, kind, signature, name, words, content, taught_at });
    forget.run(app, kind, signature, words);
    insert.run(this.#nextRevision(), name, words, content, taught_at, sum, app, kind, signature);
  }
}

export class EmbeddedTaughtCases implements TaughtCaseStore {
  readonly #commits: GroupCommit;
  readonly #changes: AppChanges;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;
  readonly #rows: TaughtCaseRows;
  readonly #known = new FairCache<Known>({
    weightMax: KNOWN_CASES_MAX,
    weigh: ({ cases }) => 1 + cases.length,
    monotonicMs: () => performance.now(),
  });

  constructor(commits: GroupCommit, changes: AppChanges, damage = new Damage()) {
    this.#commits = commits;
    this.#changes = changes;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
    this.#rows = new TaughtCaseRows(commits);
  }

  teach(app: AppId, set: TaughtSet, taught: WordedCase, casesMax: number): Promise<"taught" | "full" | "not_found"> {
    return this.#commits.write(
      () => this.#rows.teach(app, set, taught, casesMax),
      () => this.#changes.raise(app),
    );
  }

  async list(
    app: AppId,
    { kind, signature }: TaughtSet,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<TaughtCase> | null> {
    return this.#commits.read(() => {
      const { set, list } = this.#statements;
      if (!set.get(app, kind, signature)) return null;
      const rows = list.all(app, kind, signature, page.after ?? 0, page.limit + 1);
      return pageOf(rows, page.limit, (row) => this.#caseOf([app, kind, signature], row));
    });
  }

  async all(app: AppId, { kind, signature }: TaughtSet): Promise<readonly TaughtCase[]> {
    const named: Named = [app, kind, signature];
    return this.#commits.read(() => {
      const set = this.#statements.set.get(...named);
      if (!set) return [];
      // Another set of the same signature has another number.
      const name = `${set.id}`;
      const known = this.#known.get(app, name) ?? { newest: 0, cases: [] };
      const { count } = this.#statements.count.get(set.id) ?? { count: 0 };
      const added = this.#statements.since.all(set.id, known.newest);
      const isWhole = count === known.cases.length + added.length;
      if (isWhole && added.length === 0) return known.cases;
      const rows = isWhole ? added : this.#statements.since.all(set.id, 0);
      const read = rows.map((row) => this.#caseOf(named, row));
      const cases = isWhole ? [...known.cases, ...read] : read;
      this.#known.set(app, name, { newest: rows.at(-1)?.id ?? 0, cases });
      return cases;
    });
  }

  remove(app: AppId, { kind, signature }: TaughtSet, id: string): Promise<boolean> {
    const remove = () => this.#statements.remove.get(app, kind, signature, id) !== null;
    return this.#commits.write(remove, () => this.#changes.raise(app));
  }

  /** Throws `service_unavailable` for a row that is not what was written. */
  #caseOf([app, kind, signature]: Named, row: CaseRow): TaughtCase {
    if (row.sum !== sumOfTaughtCase({ app, kind, signature, ...row })) {
      throw this.#damage.refused(`the taught case ${row.name} of "${signature}"`, app, "delete it");
    }
    return { id: row.name, ...(JSON.parse(row.content) as Content), taughtAt: row.taught_at };
  }
}

function statementsFor(commits: GroupCommit) {
  const named = "app = ? AND kind = ? AND signature = ?";
  const ofSet = `definition = (SELECT id FROM definitions WHERE ${named})`;
  const columns = "id, name, words, content, taught_at, sum";
  return {
    set: commits.prepare<{ id: number }, Named>(`SELECT id FROM definitions WHERE ${named}`),
    // The case that would be replaced does not count.
    others: commits.prepare<{ count: number }, [string, ...Named]>(
      `SELECT count(*) AS count FROM taught_cases WHERE words <> ? AND ${ofSet}`,
    ),
    insert: commits.prepare<null, [number, string, string, string, Instant, number, ...Named]>(`
      INSERT INTO taught_cases (id, definition, name, words, content, taught_at, sum)
      SELECT ?, id, ?, ?, ?, ?, ? FROM definitions WHERE ${named}`),
    forget: commits.prepare<null, [...Named, string]>(`DELETE FROM taught_cases WHERE ${ofSet} AND words = ?`),
    list: commits.prepare<CaseRow, [...Named, number, number]>(
      `SELECT ${columns} FROM taught_cases WHERE ${ofSet} AND id > ? ORDER BY id LIMIT ?`,
    ),
    // Of a set whose number was found by its app and name in the same read.
    count: commits.prepare<{ count: number }, [number]>(
      "SELECT count(*) AS count FROM taught_cases WHERE definition = ?",
    ),
    since: commits.prepare<CaseRow, [number, number]>(
      `SELECT ${columns} FROM taught_cases WHERE definition = ? AND id > ? ORDER BY id`,
    ),
    remove: commits.prepare<{ id: number }, [...Named, string]>(
      `DELETE FROM taught_cases WHERE ${ofSet} AND name = ? RETURNING id`,
    ),
  };
}
