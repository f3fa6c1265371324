import type { RepeatedAnswers } from "#core/answering/repeated-answers.ts";
import type { AppId } from "#core/tenant.ts";
import type { Answer, Lines, Route } from "../route.ts";
import { textWithHoles } from "./text-with-holes.ts";

/** Of a request; a question with all its surroundings is seldom larger. */
const REPEATABLE_BYTES_MAX = 16_384;
/** Headers by which the same body may be asked to be answered otherwise. */
const SAYING_MORE = ["cache-control", "content-encoding", "x-dragoman-explain"] as const;

/** An answer that lacks no more than its age and the bill. */
export type MadeAnswer = (ageSeconds: number) => Answer;

/** Whether nothing but the app, the path and the body of a request says what is wanted. */
export function isRepeatable({ repeats = false }: Pick<Route, "repeats">, headers: Headers): boolean {
  return (
    repeats &&
    Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY) <= REPEATABLE_BYTES_MAX &&
    headers.get("content-type") === "application/json" &&
    SAYING_MORE.every((name) => !headers.has(name))
  );
}

/** The answer that the same bytes had before; else what `work` makes of them, which is kept where it may be given again. */
export async function repeatedOr(
  answers: RepeatedAnswers<MadeAnswer>,
  { app, path, body }: { readonly app: AppId; readonly path: string; readonly body: Uint8Array },
  work: () => Promise<Answer | Lines>,
): Promise<Answer | Lines> {
  // Each byte is one character: equal for equal bytes only, whatever they spell.
  const request = `${path}\n${Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1")}`;
  const found = answers.find(app, request);
  if (found) return found.made(found.ageSeconds);
  const keep = answers.begin(app, request);
  const answer = await work();
  if ("lines" in answer || !answer.again) return answer;
  const { again, body: _, ...rest } = answer;
  const text = textWithHoles(again.body);
  if (text) {
    const made: MadeAnswer = (ageSeconds) => ({
      ...rest,
      body: null,
      text: (bill) => text.filled({ ...bill, ageSeconds }),
    });
    keep({ made, repeat: again.repeat, characters: text.length });
  }
  return answer;
}
