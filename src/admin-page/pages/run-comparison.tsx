import type { MissJson } from "#core/examination/report-json.ts";
import type { RunComparisonJson } from "#core/examination/run-json.ts";
import { count } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { PartHeading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { command } from "../server.ts";
import type { Chosen } from "../set-kind.ts";
import { language, texts } from "../texts/texts.ts";
import { MissedCases } from "./missed-cases.tsx";

const PROBABILITY = { maximumSignificantDigits: 2 } as const;

interface RunComparisonProps {
  readonly app: string;
  readonly chosen: Chosen;
  /** Ids of runs. */
  readonly before: string;
  readonly after: string;
}

/** Which cases got better from one test to another, and which worse. */
export function RunComparisonView({ app, chosen, before, after }: RunComparisonProps) {
  const loaded = useLoaded(
    () => command<RunComparisonJson>("test.compare", { app_id: app, first: before, second: after }),
    [app, before, after],
  );
  const { tests } = texts.value;
  return (
    <section class="answer" aria-labelledby="comparison">
      <PartHeading id="comparison">{tests.comparison}</PartHeading>
      <Loading of={loaded}>
        {(found) => (
          <>
            <Tally found={found} />
            <Turned
              title={tests.better}
              hint={tests.betterHint}
              of={found.only_second}
              misses={found.better}
              {...{ app, chosen }}
            />
            <Turned
              title={tests.worse}
              hint={tests.worseHint}
              of={found.only_first}
              misses={found.worse}
              {...{ app, chosen }}
            />
          </>
        )}
      </Loading>
    </section>
  );
}

function Tally({ found }: { readonly found: RunComparisonJson }) {
  const { tests } = texts.value;
  const { both, neither, only_first, only_second, only_in_first, only_in_second, p_value } = found;
  const rows = [
    [tests.bothRight, both],
    [tests.better, only_second],
    [tests.worse, only_first],
    [tests.neitherRight, neither],
    [tests.onlyBefore, only_in_first],
    [tests.onlyAfter, only_in_second],
  ] as const;
  return (
    <>
      <dl class="facts">
        {rows.map(([name, times]) => [<dt key={name}>{name}</dt>, <dd key={`${name} times`}>{count(times)}</dd>])}
      </dl>
      <p class="hint">{tests.chance(p_value.toLocaleString(language.value, PROBABILITY))}</p>
    </>
  );
}

interface TurnedProps {
  readonly title: string;
  readonly hint: string;
  /** How many there are; of some of them nothing more may be kept. */
  readonly of: number;
  readonly misses: readonly MissJson[];
  readonly app: string;
  readonly chosen: Chosen;
}

function Turned({ title, hint, of, misses, app, chosen: { kind, signatures } }: TurnedProps) {
  const { tests } = texts.value;
  if (of === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <p class="hint">{hint}</p>
      <MissedCases app={app} kind={kind} sets={signatures} misses={misses} />
      {misses.length < of && <p class="hint">{tests.notKept(count(of - misses.length))}</p>}
    </>
  );
}
