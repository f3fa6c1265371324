import { useState } from "preact/hooks";
import type { ExpectedJson, GivenJson, MissJson } from "#core/examination/report-json.ts";
import { count, percent } from "../figures.ts";
import { addressOf } from "../route.ts";
import { type Kind, NO_NAME, nameOf } from "../set-kind.ts";
import { texts } from "../texts/texts.ts";

/** Shown at first, and each time that more are wanted. */
const SHOWN_STEP = 25;

interface MissedCasesProps {
  readonly app: string;
  readonly kind: Kind;
  readonly sets: readonly string[];
  readonly misses: readonly MissJson[];
}

/** What was said and what was wanted, each with a way to the playground. */
export function MissedCases({ app, kind, sets, misses }: MissedCasesProps) {
  const [shown, setShown] = useState(SHOWN_STEP);
  const { tests } = texts.value;
  const asked = { app, set: sets.join(","), kind };
  return (
    <>
      {misses.slice(0, shown).map((miss) => (
        <MissedCase
          key={miss.case}
          miss={miss}
          playground={addressOf("playground", { ...asked, sentence: miss.sentence })}
        />
      ))}
      {misses.length > shown && (
        <button type="button" onClick={() => setShown(shown + SHOWN_STEP)}>
          {tests.more(count(misses.length - shown))}
        </button>
      )}
    </>
  );
}

function MissedCase({ miss, playground }: { readonly miss: MissJson; readonly playground: string }) {
  const { tests, verdicts, ...words } = texts.value;
  const { sentence, verdict, error, expected, given, confidence, runner_up: next, failure } = miss;
  return (
    <article class="miss" aria-label={sentence}>
      <h4 class="sentence">{sentence}</h4>
      <p class="hint">
        {tests.caseNumber(count(miss.case))} · {verdicts[verdict]}
        {error === "parameters" && ` · ${tests.parametersOnly}`}
        {miss.is_example && ` · ${tests.isExample}`}
      </p>
      <dl class="facts">
        <dt>{tests.wanted}</dt>
        <dd>
          <code>{saidIn(expected)}</code>
        </dd>
        <dt>{tests.said}</dt>
        <dd>{failure ? failure.message : <code>{saidIn(given)}</code>}</dd>
        {confidence !== null && (
          <>
            <dt>{tests.confidence}</dt>
            <dd>
              {percent(confidence)}
              {next && ` · ${words.playground.runnerUp(nameOf(next.name), percent(next.margin))}`}
            </dd>
          </>
        )}
      </dl>
      <p>
        <a href={playground} aria-label={`${tests.inPlayground}: ${sentence}`}>
          {tests.inPlayground}
        </a>
      </p>
    </article>
  );
}

function saidIn(calls: readonly (ExpectedJson | GivenJson)[]): string {
  const { tests } = texts.value;
  if (calls.length === 0) return nameOf(NO_NAME);
  return calls
    .map((call) => {
      if (call.label !== undefined) return nameOf(call.label);
      const asksFor = "missing_parameters" in call ? (call.missing_parameters ?? []) : [];
      const values = call.parameters ? ` ${JSON.stringify(call.parameters)}` : "";
      const open = asksFor.length > 0 ? ` (${tests.asksFor(asksFor.join(", "))})` : "";
      return `${call.tool}${values}${open}`;
    })
    .join("; ");
}
