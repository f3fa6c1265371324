import type { RunHead, TestRun } from "../examination/test-run.ts";
import type { Page } from "../page.ts";
import type { AppId } from "../tenant.ts";
import type { AskedSets } from "./request-store.ts";

/** The tests that were made of an app's sets. A run stays where its sets are replaced, and goes with the first of them. */
export interface TestRunStore {
  /**
   * The oldest of the same sets go where there are more than `runsMax`, and the oldest of the app where all of its runs together have more
   * than `charactersMax`; the one that is kept stays. False, and nothing is changed, when there is no such set.
   */
  keep(app: AppId, run: TestRun, bounds: RunBounds): Promise<boolean>;
  /** Of these sets, tested together, in this order: newest first; null when there is no such set. */
  list(
    app: AppId,
    sets: AskedSets,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<RunHead> | null>;
  /** Null when the app has no such run. */
  find(app: AppId, id: string): Promise<TestRun | null>;
}

export interface RunBounds {
  readonly runsMax: number;
  readonly charactersMax: number;
}
