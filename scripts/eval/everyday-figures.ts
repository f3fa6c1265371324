/** What is counted of everyday requests, by whatever they are grouped. */

import { calibrationsOf } from "./calibration.ts";
import type { EverydayCase } from "./everyday-data.ts";
import { type Judgement, judge } from "./everyday-scoring.ts";
import { asKind, conditional, type Line, type LineKind, plainLine, rankingLine, shareLine } from "./line.ts";
import type { Verdict } from "./outcome.ts";
import type { GivenCall } from "./resolving.ts";

/** From here on an answer says of itself that it is sure. */
const SURE_MIN = 0.8;

/** What became of one request. */
export interface Judged {
  readonly kind: string;
  readonly judgement: Judgement;
  /** How sure the least sure call was that would be carried out; null where none would. */
  readonly confidence: number | null;
}

/**
 * An answer that asks for what one call lacks, and carries another one out that nobody asked for, is wrong. `more`: whether it says that there is
 * more; of one that has to, and does not, a part is right.
 */
export function judgedAnswer(request: EverydayCase, calls: readonly GivenCall[], more = false): Judged {
  const missing = calls.flatMap((call) => call.missing);
  const carriedOut = calls.filter((call) => call.missing.length === 0);
  const judgement = judge(request, calls, missing);
  const isWrong = judgement === "asked" && carriedOut.length > 0 && judge(request, carriedOut, []) === "wrong";
  const isUnsaid = judgement === "right" && request.more === true && !more;
  return {
    kind: request.kind,
    judgement: isWrong ? "wrong" : isUnsaid ? "part" : judgement,
    confidence: carriedOut.length === 0 ? null : Math.min(...carriedOut.map(({ confidence }) => confidence)),
  };
}

const SURE = `wrong, of calls at confidence ${SURE_MIN} or more`;
/** How the figures of many requests are read; of few they are details. */
const KINDS: Readonly<Record<string, LineKind>> = {
  right: "share",
  "wrong executions": "error",
  [SURE]: "conditional error",
};

/** Lines that are held against bars and against later runs, with those of `breakdownLines`. */
export function totalLines(part: string, judged: readonly Judged[]): readonly Line[] {
  const calls = carriedOut(part, judged);
  return [
    ...breakdownLines(part, judged).map((line) => asKind(KINDS[line.measure] ?? line.kind, line)),
    conditional(rankingLine(part, "AUC of confidence", calls)),
    ...calibrationsOf(calls).map(({ n, error }) =>
      plainLine(part, "expected calibration error", "conditional error", n, error),
    ),
  ];
}

/** What became of the requests, as shares. */
export function breakdownLines(part: string, judged: readonly Judged[]): readonly Line[] {
  const line = (measure: string, judgement: Judgement, among = judged) => {
    const verdicts = among.map((one) => one.judgement === judgement);
    return asKind("detail", shareLine(part, measure, verdicts));
  };
  const sure = judged.filter(({ confidence }) => confidence !== null && confidence >= SURE_MIN);
  return [
    line("right", "right"),
    line("wrong executions", "wrong"),
    line(SURE, "wrong", sure),
    line("asked back", "asked"),
    line("none", "none"),
    line("part of several", "part"),
  ];
}

/** Calls that would be carried out, and whether somebody asked for them. */
export function carriedOut(family: string, judged: readonly Judged[]): readonly Verdict[] {
  return judged.flatMap(({ confidence, judgement }) =>
    confidence === null ? [] : [{ family, confidence, right: judgement !== "wrong" }],
  );
}
