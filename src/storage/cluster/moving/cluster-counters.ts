/** Numbers that a cluster gives once, whatever was deleted since. */
import { MOVED_COUNTERS, type MovedCounter, type MovedCounters } from "#core/moving/moved-rows.ts";
import type { Owner } from "./owner.ts";

const SEQUENCES: Readonly<Record<MovedCounter, string>> = {
  revisions: "revisions",
  apps: "apps_position_seq",
  keys: "keys_position_seq",
  test_runs: "test_runs_id_seq",
  answers: "answers_id_seq",
  answer_refusals: "answer_refusals_id_seq",
  reuse_mistakes: "reuse_mistakes_id_seq",
  kept_answers: "kept_answers_id_seq",
  logged_questions: "logged_questions_id_seq",
  audit_records: "audit_records_id_seq",
};

/** The last that was given of each, by now: numbers are given outside of transactions. */
export async function countersOf(owner: Owner): Promise<MovedCounters> {
  const given: [MovedCounter, number][] = [];
  for (const counter of MOVED_COUNTERS) {
    const statement = `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${SEQUENCES[counter]}`;
    given.push([counter, (await owner.row<{ last: number }>(statement))?.last ?? 0]);
  }
  return Object.fromEntries(given) as MovedCounters;
}

export async function setCounters(owner: Owner, counters: MovedCounters): Promise<void> {
  for (const counter of MOVED_COUNTERS) {
    if (counters[counter] > 0) await owner.rows("SELECT setval($1, $2)", [SEQUENCES[counter], counters[counter]]);
  }
}
