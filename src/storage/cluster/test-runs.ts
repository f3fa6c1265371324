import type { RunHead, TestRun } from "#core/examination/test-run.ts";
import type { Page } from "#core/page.ts";
import { pageOf } from "#core/page.ts";
import type { AskedSets } from "#core/ports/request-store.ts";
import type { RunBounds, TestRunStore } from "#core/ports/test-run-store.ts";
import type { TaughtKind } from "#core/teaching/taught-case.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { type Joined, thoseThere } from "./joined-rows.ts";
import { canBeNamed } from "./kept-names.ts";
import type { Postgres } from "./postgres.ts";

interface HeadRow {
  readonly id: number;
  readonly name: string;
  readonly ran_at: Instant;
  readonly head: string;
}

interface Row extends HeadRow {
  readonly kind: TaughtKind;
  readonly signatures: string;
  readonly body: string;
}

/** What a row has in JSON. */
type Head = Pick<TestRun, "by" | "scores">;
type Body = Pick<TestRun, "report" | "verdicts">;

/** Runs change no answer: keeping one is no change of its app. */
export class ClusterTestRuns implements TestRunStore {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async keep(app: AppId, run: TestRun, { runsMax, charactersMax }: RunBounds): Promise<boolean> {
    const { id: name, at, by, sets, scores, report, verdicts } = run;
    if (!sets.signatures.every(canBeNamed)) return false;
    const signatures = JSON.stringify(sets.signatures);
    const head = JSON.stringify({ by, scores } satisfies Head);
    const body = JSON.stringify({ report, verdicts } satisfies Body);
    const weight = signatures.length + head.length + body.length;
    const kept = await this.#postgres.rowOf<{ kept: boolean }>(
      app,
      "SELECT keep_test_run($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS kept",
      [app, sets.kind, firstOf(sets), signatures, name, at, head, body, weight, runsMax, charactersMax],
    );
    return kept?.kept ?? false;
  }

  async list(
    app: AppId,
    sets: AskedSets,
    { limit, after }: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<RunHead> | null> {
    if (!sets.signatures.every(canBeNamed)) return null;
    const rows = await this.#postgres.rowsOf<Joined<HeadRow>>(
      app,
      `SELECT runs.id, runs.name, runs.ran_at, runs.head
       FROM definitions AS first
       LEFT JOIN test_runs AS runs
         ON runs.app = first.app AND runs.definition = first.id AND runs.signatures = $4 AND runs.id < $5
       WHERE first.app = $1 AND first.kind = $2 AND first.signature = $3 ORDER BY runs.id DESC LIMIT $6`,
      [app, sets.kind, firstOf(sets), JSON.stringify(sets.signatures), after ?? Number.MAX_SAFE_INTEGER, limit + 1],
    );
    return rows.length === 0 ? null : pageOf(thoseThere<HeadRow>(rows), limit, (row) => headOf(sets, row));
  }

  async find(app: AppId, id: string): Promise<TestRun | null> {
    if (!canBeNamed(id)) return null;
    const row = await this.#postgres.rowOf<Row>(
      app,
      `SELECT runs.id, kind, signatures, runs.name, ran_at, head, body
       FROM test_runs AS runs JOIN definitions AS first ON first.app = runs.app AND first.id = runs.definition
       WHERE runs.app = $1 AND runs.name = $2`,
      [app, id],
    );
    if (!row) return null;
    const sets = { kind: row.kind, signatures: JSON.parse(row.signatures) as readonly string[] };
    return { ...headOf(sets, row), ...(JSON.parse(row.body) as Body) };
  }
}

/** A run belongs to the first of its sets. */
function firstOf({ signatures: [signature = ""] }: AskedSets): string {
  return signature;
}

function headOf(sets: AskedSets, { name: id, ran_at: at, head }: HeadRow): RunHead {
  return { id, at, sets, ...(JSON.parse(head) as Head) };
}
