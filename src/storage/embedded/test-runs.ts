import type { RunHead, RunScores, TestRun } from "#core/examination/test-run.ts";
import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { AskedSets } from "#core/ports/request-store.ts";
import type { RunBounds, TestRunStore } from "#core/ports/test-run-store.ts";
import type { TaughtKind } from "#core/teaching/taught-case.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import { Damage } from "./damage.ts";
import { sumOfTestRun, sumOfTestRunBody } from "./row-sums.ts";

interface HeadRow {
  readonly id: number;
  readonly kind: TaughtKind;
  readonly signatures: string;
  readonly name: string;
  readonly ran_at: Instant;
  readonly ran_by: string;
  readonly scores: string;
  readonly sum: number;
  readonly body_sum: number;
}

interface Row extends HeadRow {
  readonly report: string;
  readonly verdicts: string;
}

type Named = [app: AppId, kind: TaughtKind, signature: string];

export class EmbeddedTestRuns implements TestRunStore {
  readonly #commits: GroupCommit;
  readonly #damage: Damage;
  readonly #statements: ReturnType<typeof statementsFor>;

  constructor(commits: GroupCommit, damage = new Damage()) {
    this.#commits = commits;
    this.#damage = damage;
    this.#statements = statementsFor(commits);
  }

  keep(app: AppId, run: TestRun, { runsMax, charactersMax }: RunBounds): Promise<boolean> {
    const { id: name, at: ran_at, by: ran_by, sets } = run;
    const [signatures, scores, report] = [sets.signatures, run.scores, run.report].map((part) => JSON.stringify(part));
    if (signatures === undefined || scores === undefined || report === undefined) throw new TypeError("no JSON");
    const { verdicts } = run;
    const body_sum = sumOfTestRunBody({ report, verdicts });
    const sum = sumOfTestRun({ app, kind: sets.kind, signatures, name, ran_at, ran_by, scores, body_sum });
    const weight = signatures.length + ran_by.length + scores.length + report.length + verdicts.length;
    return this.#commits.write(() => {
      const { set, insert, dropOfSets, dropOfApp } = this.#statements;
      const found = set.get(...namedIn(app, sets));
      if (!found) return false;
      const columns = [signatures, name, ran_at, ran_by, scores, weight, sum, body_sum, report, verdicts] as const;
      insert.run(app, found.id, ...columns);
      dropOfSets.run(app, found.id, signatures, runsMax);
      dropOfApp.run(app, app, charactersMax);
      return true;
    });
  }

  async list(
    app: AppId,
    sets: AskedSets,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<RunHead> | null> {
    return this.#commits.read(() => {
      const set = this.#statements.set.get(...namedIn(app, sets));
      if (!set) return null;
      const signatures = JSON.stringify(sets.signatures);
      const rows = this.#statements.list.all(app, set.id, signatures, after ?? Number.MAX_SAFE_INTEGER, limit + 1);
      return pageOf(rows, limit, (row) => this.#headOf(app, row));
    });
  }

  async find(app: AppId, id: string): Promise<TestRun | null> {
    return this.#commits.read(() => {
      const row = this.#statements.find.get(app, id);
      if (!row) return null;
      if (row.body_sum !== sumOfTestRunBody(row)) throw this.#refused(app, row);
      return { ...this.#headOf(app, row), report: JSON.parse(row.report), verdicts: row.verdicts };
    });
  }

  /** Throws `service_unavailable` for a row that is not what was written. */
  #headOf(app: AppId, row: HeadRow): RunHead {
    const { name: id, ran_at: at, ran_by: by, kind } = row;
    if (row.sum !== sumOfTestRun({ app, ...row })) throw this.#refused(app, row);
    const signatures = JSON.parse(row.signatures) as readonly string[];
    return { id, at, by, sets: { kind, signatures }, scores: JSON.parse(row.scores) as RunScores };
  }

  #refused(app: AppId, { name, signatures }: HeadRow) {
    return this.#damage.refused(`the test run ${name} of ${signatures}`, app, "test anew");
  }
}

/** The first of the sets. */
function namedIn(app: AppId, { kind, signatures: [signature = ""] }: AskedSets): Named {
  return [app, kind, signature];
}

function statementsFor(commits: GroupCommit) {
  const head = "test_runs.id, kind, signatures, test_runs.name, ran_at, ran_by, scores, test_runs.sum, body_sum";
  const ofApp = "test_runs JOIN definitions ON definitions.id = test_runs.definition WHERE test_runs.app = ?";
  return {
    set: commits.prepare<{ id: number }, Named>(
      "SELECT id FROM definitions WHERE app = ? AND kind = ? AND signature = ?",
    ),
    insert: commits.prepare<
      null,
      [AppId, number, string, string, Instant, string, string, number, number, number, string, string]
    >(`
      INSERT INTO test_runs
        (app, definition, signatures, name, ran_at, ran_by, scores, weight, sum, body_sum, report, verdicts)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    dropOfSets: commits.prepare<null, [AppId, number, string, number]>(`
      DELETE FROM test_runs WHERE id IN (
        SELECT id FROM test_runs WHERE app = ? AND definition = ? AND signatures = ?
        ORDER BY id DESC LIMIT -1 OFFSET ?)`),
    // The newest one stays, however large it is.
    dropOfApp: commits.prepare<null, [AppId, AppId, number]>(`
      DELETE FROM test_runs WHERE app = ? AND id IN (
        SELECT id FROM (
          SELECT id, sum(weight) OVER (ORDER BY id DESC) AS total, row_number() OVER (ORDER BY id DESC) AS place
          FROM test_runs WHERE app = ?)
        WHERE total > ? AND place > 1)`),
    list: commits.prepare<HeadRow, [AppId, number, string, number, number]>(
      `SELECT ${head} FROM ${ofApp} AND test_runs.definition = ? AND signatures = ? AND test_runs.id < ?
       ORDER BY test_runs.id DESC LIMIT ?`,
    ),
    find: commits.prepare<Row, [AppId, string]>(
      `SELECT ${head}, report, verdicts FROM ${ofApp} AND test_runs.name = ?`,
    ),
  };
}
