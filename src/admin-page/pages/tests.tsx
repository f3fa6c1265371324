import { useLoaded } from "../loaded.ts";
import { AppChoice } from "../parts/app-choice.tsx";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { chosenIn, SetChoice } from "../parts/set-choice.tsx";
import { Empty } from "../parts/table.tsx";
import { addressOf, goTo, route } from "../route.ts";
import { command } from "../server.ts";
import type { Chosen } from "../set-kind.ts";
import type { AppShape, SetShape, TestHistoryShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { NewTest } from "./new-test.tsx";
import { RunComparisonView } from "./run-comparison.tsx";
import { TestHistory } from "./test-history.tsx";
import { TestRunView } from "./test-report.tsx";

/** How often sets are right: a test, what it came to, and those of before. */
export function Page() {
  const { pages, tests } = texts.value;
  return (
    <>
      <Heading lead={tests.lead}>{pages.tests}</Heading>
      <AppChoice>{(app) => <TestsOf key={app.app_id} app={app} />}</AppChoice>
    </>
  );
}

function TestsOf({ app }: { readonly app: AppShape }) {
  const { playground, tests } = texts.value;
  const loaded = useLoaded(() => command<readonly SetShape[]>("export", { app_id: app.app_id }), [app.app_id]);
  const hint = <a href={addressOf("sets", { app: app.app_id })}>{tests.makeSet}</a>;
  return (
    <Loading of={loaded}>
      {(sets) => {
        if (sets.length === 0) return <Empty hint={hint}>{playground.noSets}</Empty>;
        const chosen = chosenIn(route.value.query, sets);
        return (
          <>
            <SetChoice sets={sets} chosen={chosen} onChoose={(other) => choose(app, other)} />
            <Testing key={`${chosen.kind} ${chosen.signatures}`} app={app} chosen={chosen} />
          </>
        );
      }}
    </Loading>
  );
}

function choose({ app_id: app }: AppShape, { kind, signatures }: Chosen): void {
  // Something has to be tested.
  if (signatures.length > 0) goTo("tests", { app, kind, set: signatures.join(",") });
}

interface TestingProps {
  readonly app: AppShape;
  readonly chosen: Chosen;
}

/** Of the sets that the address names; which test is shown, and beside which other one, stands there as well. */
function Testing({ app, chosen }: TestingProps) {
  const { kind, signatures } = chosen;
  const { app_id } = app;
  const here = { app: app_id, set: signatures.join(","), kind };
  const history = useLoaded(
    () => command<TestHistoryShape>("test.history", { app_id, sets: signatures, kind }),
    [app_id, kind, signatures.join()],
  );
  const [run, beside] = [route.value.query.get("run"), route.value.query.get("beside")];
  return (
    <>
      <NewTest
        app={app}
        chosen={chosen}
        onDone={(done) => {
          history.reload();
          goTo("tests", { ...here, run: done });
        }}
      />
      {run !== null && beside === null && <TestRunView key={run} app={app_id} id={run} />}
      {run !== null && beside !== null && (
        <RunComparisonView key={`${beside} ${run}`} app={app_id} chosen={chosen} before={beside} after={run} />
      )}
      <Loading of={history}>{({ runs }) => <TestHistory here={here} runs={runs} shown={run} />}</Loading>
    </>
  );
}
