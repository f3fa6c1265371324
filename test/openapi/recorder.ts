/**
 * Holds every answer that a test of the suite gets against `/openapi.json`: a status, code, header or field that is not
 * documented fails the test that got it. What was seen is written down, so that after the whole suite
 * `scripts/openapi-seen.ts` can name what is documented and was never seen.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Services } from "#http/services.ts";
import { DocumentedAnswers } from "./documented-answers.ts";
import { SEEN_FILE } from "./seen-file.ts";

export interface Observed {
  readonly method: string;
  /** As it was asked for, query included. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; null where there was none. */
  readonly json: unknown;
}

let documented: DocumentedAnswers | undefined;
const seen = new Set<string>();

/** Throws for an answer that the document does not have. */
export function observe(services: Services, answer: Observed): void {
  documented ??= DocumentedAnswers.of(services);
  const problems = documented.problemsOf(answer);
  if (problems.length > 0) {
    const { method, path, status, json } = answer;
    const shown = JSON.stringify(json)?.slice(0, 500);
    throw new Error(`${method} ${path} answered ${status}, not as documented:\n${problems.join("\n")}\n${shown}`);
  }
  const fresh = documented.keysOf(answer).filter((key) => !seen.has(key));
  if (fresh.length === 0) return;
  for (const key of fresh) seen.add(key);
  mkdirSync(dirname(SEEN_FILE), { recursive: true });
  appendFileSync(SEEN_FILE, `${fresh.join("\n")}\n`);
}
