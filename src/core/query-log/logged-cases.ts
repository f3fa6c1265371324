/** Sentences of a log, to be asked again. */
import { NO_LABEL } from "../classification-set.ts";
import { AppError } from "../errors.ts";
import type { ExaminedKind } from "../examination/examiner.ts";
import { placesOf, type TestCase, testCaseIn } from "../examination/test-case.ts";
import { isListOf, isText, type JsonObject } from "../json.ts";
import type { Principal } from "../tenant.ts";
import { NO_TOOL } from "../toolset.ts";
import type { KeptRow } from "./logged-row.ts";
import type { QueryLog } from "./query-log.ts";

/** Rows that one look goes through: the log is read in pieces, between which others have their turn. */
export const ROWS_PER_LOOK = 500;

export interface LoggedCase {
  readonly row: KeptRow["id"];
  /** How often it was asked. */
  readonly times: number;
  /** Whether an app said that the logged answer is right. Otherwise it is only what was answered. */
  readonly isRight: boolean;
  /** As in a file of cases. */
  readonly json: JsonObject;
  readonly test: TestCase;
}

export interface LoggedCases {
  readonly cases: readonly LoggedCase[];
  /** Where the next look begins; null after the oldest row. */
  readonly next: number | null;
}

/**
 * Of some rows, from the newest or from `after` on, those that asked this set alone, with nothing said before. Rejects as the log's
 * store does.
 */
export async function loggedCases(
  queryLog: Pick<QueryLog, "list">,
  principal: Pick<Principal, "app">,
  { kind, signature }: { readonly kind: ExaminedKind; readonly signature: string },
  after: number | null,
): Promise<LoggedCases> {
  const { items, next } = await queryLog.list(principal, { limit: ROWS_PER_LOOK, after });
  const asked = kind === "toolset" ? "resolve" : "classify";
  const own = items.filter(
    ({ question: { kind, sets } }) => kind === asked && sets.length === 1 && sets[0] === signature,
  );
  return { cases: own.flatMap(caseOf), next };
}

/** A sentence once, however often its answer changed: as an app said that it is right, else as it was answered last. */
export function eachOnce<Case extends Pick<LoggedCase, "isRight" | "json" | "times">>(
  newestFirst: readonly Case[],
): readonly Case[] {
  const known = new Map<unknown, Case>();
  for (const one of newestFirst) {
    const { query } = one.json;
    const other = known.get(query);
    const kept = other && (other.isRight || !one.isRight) ? other : one;
    known.set(query, { ...kept, times: one.times + (other?.times ?? 0) });
  }
  return [...known.values()];
}

/** None for what was longer than a case may be once something was taken out of it. */
function caseOf({
  id: row,
  question: { sentence, language, answer, missing },
  times,
  verdict,
}: KeptRow): readonly LoggedCase[] {
  // What was asked for is a part of what is right: an answer without it carries something out.
  const json = {
    query: sentence,
    ...(language !== undefined && { language }),
    ...answeredIn(answer),
    ...(missing.length > 0 && { missing }),
  };
  try {
    return [{ row, times, isRight: verdict === "right", json, test: testCaseIn(json, placesOf(`row_${row}`)) }];
  } catch (failure) {
    if (failure instanceof AppError) return [];
    throw failure;
  }
}

function answeredIn({ labels, calls, tool, parameters }: JsonObject): JsonObject {
  if (labels !== undefined) {
    const named = isListOf(labels, isText) ? labels.filter((label) => label !== NO_LABEL) : [];
    return { labels: named.length > 0 ? named : [NO_LABEL] };
  }
  if (calls !== undefined) return { calls };
  return tool === undefined || tool === NO_TOOL ? { tool: NO_TOOL } : { tool, ...(parameters && { parameters }) };
}
