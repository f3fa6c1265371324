/** The tests of sets that were made: kept, shown and compared. */
import { randomBase62 } from "../access/api-key.ts";
import { AppError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { Page } from "../page.ts";
import type { Clock } from "../ports/clock.ts";
import type { AskedSets } from "../ports/request-store.ts";
import type { TestRunStore } from "../ports/test-run-store.ts";
import { unknownSet } from "../sets/set-finder.ts";
import type { AppId } from "../tenant.ts";
import { comparedRuns, type RunComparison, type RunHead, type Tested, type TestRun, testRunOf } from "./test-run.ts";

export interface TestRunsOptions {
  readonly store: TestRunStore;
  readonly clock: Pick<Clock, "now">;
}

export class TestRuns {
  readonly #options: TestRunsOptions;

  constructor(options: TestRunsOptions) {
    this.#options = options;
  }

  /**
   * In the place of the oldest where the sets, or the app, have as many as are kept. `by`: who made it, in words.
   * Throws `not_found` where the set is gone meanwhile.
   */
  async keep(app: AppId, by: string, tested: Tested): Promise<TestRun> {
    const { store, clock } = this.#options;
    const run = testRunOf({ id: `run_${randomBase62(20)}`, at: clock.now(), by }, tested);
    const { testRunsPerSetMax: runsMax, testRunCharactersPerAppMax: charactersMax } = LIMITS;
    if (!(await store.keep(app, run, { runsMax, charactersMax }))) throw unknownFirst(tested.sets);
    return run;
  }

  /** Newest first. Throws `not_found` for a set that is not there. */
  async list(
    app: AppId,
    sets: AskedSets,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<RunHead>> {
    const found = await this.#options.store.list(app, sets, page);
    if (!found) throw unknownFirst(sets);
    return found;
  }

  /** Throws `not_found`. */
  async find(app: AppId, id: string): Promise<TestRun> {
    const run = await this.#options.store.find(app, id);
    if (run) return run;
    throw new AppError("not_found", `the app has no test run "${id}": the oldest of a set go where newer ones come`);
  }

  /** Throws `not_found`. */
  async compare(app: AppId, first: string, second: string): Promise<RunComparison> {
    return comparedRuns(await this.find(app, first), await this.find(app, second));
  }
}

function unknownFirst({ kind, signatures: [signature = ""] }: AskedSets): AppError {
  return unknownSet(kind, signature, null);
}
