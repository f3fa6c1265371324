import type { RepeatedAnswers } from "#core/answering/repeated-answers.ts";
import type { AppId } from "#core/tenant.ts";
import type { RequestBody } from "../request/request-body.ts";
import type { Answer, Bill, Lines, Route } from "../route.ts";
import type { Admission } from "./admission.ts";
import { JSON_TYPE, type Outcome } from "./outcome.ts";
import type { RequestContext } from "./request-context.ts";
import { type TextWithHoles, textWithHoles } from "./text-with-holes.ts";

/** Of a request; a question with all its surroundings is seldom larger. */
const REPEATABLE_BYTES_MAX = 16_384;
/** Headers by which the same body may be asked to be answered otherwise, or once. */
const SAYING_MORE = ["cache-control", "content-encoding", "idempotency-key", "x-dragoman-explain"] as const;

/** An answer that lacks no more than its age and the bill. */
export interface MadeAnswer extends Pick<Answer, "logged" | "source" | "status" | "through" | "trace"> {
  readonly headers: Outcome["headers"];
  readonly text: TextWithHoles;
}

export interface Repeating {
  readonly repeatedAnswers: RepeatedAnswers<MadeAnswer>;
}

/** Whether nothing but the app, the path and the body of a request says what is wanted. */
export function isRepeatable({ repeats = false }: Pick<Route, "repeats">, headers: Headers): boolean {
  return (
    repeats &&
    Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY) <= REPEATABLE_BYTES_MAX &&
    headers.get("content-type") === "application/json" &&
    SAYING_MORE.every((name) => !headers.has(name))
  );
}

/**
 * The answer that the same bytes had before, counted, charged and recorded in one step. Null, and nothing is done, where there is
 * none or the app may not have it: the request goes the usual way then.
 */
export async function givenAgain(
  { services, costs, repeatedAnswers }: RequestContext & Repeating,
  admission: Admission,
  body: RequestBody,
  route: Pick<Route, "caller" | "cost" | "dialect" | "path">,
): Promise<Outcome | null> {
  const { path, cost } = route;
  const { requestId, startedMs } = admission;
  if (!admission.principal || cost === "free" || cost === "items") return null;
  const raw = await body.readRaw().catch(() => null);
  // Who asks and what answered before are looked up at once, of one count of the app's changes: with it the charge is refused
  // where another node has changed the app. Whoever is not known any more goes the usual way.
  if (!admission.recognise(route)) return null;
  const { principal } = admission;
  if (!principal) return null;
  const changes = services.changes.of(principal.app);
  // What is wrong with the body is said when the request was counted.
  const again = raw && repeatedAnswers.find(principal.app, requestOf(path, raw));
  const { trace, source, logged, status, headers, text, through } = again?.made ?? {};
  if (!again || !trace || !source || !status || !headers || !text) return null;
  // Nobody pays for an answer that nobody is there to take.
  if (admission.signal.aborted) return null;
  services.mainThread.asked(principal.app);
  const charging = services.hits.charge(principal, { cost: costs[cost], changes, requestId, trace });
  const charged = charging instanceof Promise ? await charging : charging;
  if (!charged) return null;
  admission.counted(charged.window);
  again.count();
  const requestsRemaining = await charged.balance;
  services.observer.answerGiven(source);
  if (through) services.aliasTallies.add(principal.app, through, services.clock.now());
  if (logged) services.queryLog.note(principal.app, requestId, logged);
  const latencyMs = Math.max(1, Math.ceil(services.clock.monotonicMs() - startedMs));
  const { ageSeconds } = again;
  return {
    status,
    headers,
    body: text.filled({ ageSeconds, latencyMs, requestsUsed: costs[cost], requestsRemaining }),
  };
}

/** The answer that the same bytes had before; else what `work` makes of them, which is kept where it may be given again. */
export async function repeatedOr(
  answers: RepeatedAnswers<MadeAnswer>,
  { app, path, body }: { readonly app: AppId; readonly path: string; readonly body: Uint8Array },
  work: () => Promise<Answer | Lines>,
): Promise<Answer | Lines> {
  const request = requestOf(path, body);
  const found = answers.find(app, request);
  if (found) {
    found.count();
    const { ageSeconds } = found;
    const { text, ...rest } = found.made;
    return { ...rest, body: null, text: (bill: Bill) => text.filled({ ...bill, ageSeconds }) };
  }
  const keep = answers.begin(app, request);
  const answer = await work();
  if ("lines" in answer || !answer.again) return answer;
  const { again, status, headers = {}, source, trace, through, logged } = answer;
  const text = textWithHoles(again.body);
  if (text) {
    const of = {
      ...(source && { source }),
      ...(trace && { trace }),
      ...(through && { through }),
      ...(logged && { logged }),
    };
    const made: MadeAnswer = { status, headers: { ...JSON_TYPE, ...headers }, text, ...of };
    keep({ made, repeat: again.repeat, characters: text.length });
  }
  return answer;
}

/** Each byte is one character: equal for equal bytes only, whatever they spell. */
function requestOf(path: string, body: Uint8Array): string {
  return `${path}\n${Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1")}`;
}
