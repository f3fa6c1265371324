/** The log of questions as clients and commands see it. */
import { invalid } from "../errors.ts";
import type { Instant } from "../tenant.ts";
import type { KeptRow } from "./logged-row.ts";
import type { Miss, Misses } from "./misses.ts";
import type { LogState } from "./query-log.ts";

const ROW_ID = /^row_([1-9]\d{0,14})$/;
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

export function logStateJson({ settings, count }: LogState) {
  const { days = null, rows = null, redact = null } = settings ?? {};
  return { enabled: settings !== null, days, rows, redact, count };
}

export function rowJson({ id, question, times, requestId, firstAt, at, verdict }: KeptRow) {
  const { kind, sets, sentence, language = null, answer, confidence, runnerUp, missing, source } = question;
  return {
    id: nameOfRow(id),
    kind,
    sets,
    sentence,
    language,
    answer,
    confidence,
    runner_up: runnerUp,
    missing_parameters: missing,
    source,
    times,
    first_at: timeOf(firstAt),
    last_at: timeOf(at),
    request_id: requestId,
    feedback: verdict,
  };
}

function missJson({ row, reasons, times, sentences, others, ids, score }: Miss) {
  const group = { asked: times, sentences, others, row_ids: ids.map(nameOfRow) };
  return { ...rowJson(row), reasons, ...group, score: Math.round(score * 1_000) / 1_000 };
}

export function missesJson({ misses, total, compared, isCut }: Misses) {
  return { misses: misses.map(missJson), total, compared, is_cut: isCut };
}

function nameOfRow(id: number): string {
  return `row_${id}`;
}

/** Null for what no row is called. */
export function rowIdIn(name: string): number | null {
  const [, id] = ROW_ID.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}

/** Throws `validation_error` for what is no moment. */
export function beforeIn(text: string): Instant {
  const at = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw invalid("before", "must be a day or a moment, as 2026-11-27 or 2026-11-27T09:30:00Z");
}

function timeOf(at: Instant): string {
  return new Date(at).toISOString();
}
