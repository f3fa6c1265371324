/** Tests whose cases are asked some at a time: what came of them is put together here. */
import { randomBase62 } from "../access/api-key.ts";
import { AppError, invalid } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { AppId } from "../tenant.ts";
import type { Examined } from "./examiner.ts";
import type { Outcome } from "./outcome.ts";
import { CASES_PER_FILE_MAX } from "./test-case.ts";
import { digestOf, type Tested } from "./test-run.ts";

/** Whoever begins another ends the one that was left alone longest. */
const OPEN_MAX = 8;

type Sets = Pick<Examined, "contentHashes" | "kind" | "signatures">;

interface OpenRun {
  readonly app: AppId;
  readonly sets: Sets;
  readonly backend: string | null;
  readonly digests: string[];
  readonly outcomes: Outcome[];
  /** How many cases it has. */
  readonly of: number;
}

/** Some of its cases, as they were written, and what came of them. */
interface Part extends Pick<Tested, "outcomes"> {
  /** The position of the first. */
  readonly from: number;
  /** As they are now. */
  readonly sets: Sets;
  readonly cases: readonly JsonObject[];
}

export class OpenRuns {
  /** What was touched last stands last. */
  readonly #runs = new Map<string, OpenRun>();

  /** Returns its id. Throws `validation_error` for more cases than are tested at a time. */
  open(app: AppId, sets: Sets, { backend, of }: { readonly backend: string | null; readonly of: number }): string {
    if (!Number.isInteger(of) || of < 1 || of > CASES_PER_FILE_MAX) {
      throw invalid("cases", `has to be how many are asked, 1 to ${CASES_PER_FILE_MAX}`);
    }
    const id = `open_${randomBase62(20)}`;
    this.#runs.set(id, { app, sets, backend, digests: [], outcomes: [], of });
    for (const [oldest] of this.#runs) if (this.#runs.size > OPEN_MAX) this.#runs.delete(oldest);
    return id;
  }

  /**
   * The outcomes of the cases from a position on. The same cases may come again: an answer may be lost on its way, and is asked for anew.
   * Throws `conflict` where the sets are others by now, `validation_error` for a gap or too many, and as `close` does.
   */
  add(app: AppId, id: string, { from, sets, cases, outcomes }: Part): void {
    const run = this.#find(app, id);
    if (run.sets.contentHashes.join() !== sets.contentHashes.join()) {
      this.#runs.delete(id);
      throw new AppError("conflict", "the set was replaced while it was tested: test it again");
    }
    if (!Number.isInteger(from) || from < 0 || from > run.outcomes.length || from + cases.length > run.of) {
      throw invalid("from", `is ${from}, and ${run.outcomes.length} of ${run.of} cases were asked`);
    }
    run.digests.splice(from, cases.length, ...cases.map(digestOf));
    run.outcomes.splice(from, outcomes.length, ...outcomes.map(leanOf));
  }

  /**
   * What came of all of them; it is not open any more. Throws `not_found` for one that is not open, `bad_request` where cases were not asked.
   */
  close(app: AppId, id: string): Tested {
    const { sets, backend, digests, outcomes, of } = this.#find(app, id);
    if (outcomes.length < of) {
      throw new AppError("bad_request", `${outcomes.length} of ${of} cases were asked: ask the others first`);
    }
    this.#runs.delete(id);
    const { kind, signatures, contentHashes } = sets;
    return { sets: { kind, signatures }, contentHashes, backend, digests, outcomes };
  }

  #find(app: AppId, id: string): OpenRun {
    const run = this.#runs.get(id);
    if (run?.app !== app) {
      throw new AppError("not_found", `the test "${id}" is not open any more: others were begun after it; test again`);
    }
    this.#runs.delete(id);
    this.#runs.set(id, run);
    return run;
  }
}

/** Nobody looks at what was said where it was right, and of thousands of cases it would be most of the memory. */
function leanOf(outcome: Outcome): Outcome {
  return outcome.judgement.verdict === "right" ? { ...outcome, expected: [], given: [], runnerUp: null } : outcome;
}
