import type { MissListWire, QueryLogStateWire } from "#http/schemas/logged-questions.ts";
import { count } from "../figures.ts";
import { useDeed, useLoaded } from "../loaded.ts";
import { AppChoice } from "../parts/app-choice.tsx";
import { Failure } from "../parts/failure.tsx";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Empty } from "../parts/table.tsx";
import { command } from "../server.ts";
import type { AppShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { MissView } from "./one-miss.tsx";

/** So many are shown: whoever has judged them asks for the next. */
const SHOWN_MAX = 50;

interface Queue {
  readonly log: QueryLogStateWire;
  readonly found: MissListWire;
  readonly sets: readonly SetShape[];
}

/** What of an app's questions is most worth a look, to be taught or dismissed. */
export function Page() {
  const { misses, pages } = texts.value;
  return (
    <>
      <Heading lead={misses.lead}>{pages.misses}</Heading>
      <AppChoice>{(app) => <MissesOf key={app.app_id} app={app} />}</AppChoice>
    </>
  );
}

function MissesOf({ app }: { readonly app: AppShape }) {
  const loaded = useLoaded(() => queueOf(app), [app.app_id]);
  const { misses } = texts.value;
  return (
    <Loading of={loaded}>
      {(queue) => (
        <>
          <LogState app={app} log={queue.log} reload={loaded.reload} />
          {queue.found.misses.length > 0 && <MissList app={app} {...queue} />}
          {queue.found.misses.length === 0 && queue.log.enabled && (
            <Empty hint={misses.emptyHint}>{misses.empty}</Empty>
          )}
        </>
      )}
    </Loading>
  );
}

async function queueOf({ app_id }: AppShape): Promise<Queue> {
  const [log, found, sets] = await Promise.all([
    command<QueryLogStateWire>("log.show", { app_id, limit: 1 }),
    command<MissListWire>("log.misses", { app_id, limit: SHOWN_MAX }),
    command<readonly SetShape[]>("export", { app_id }),
  ]);
  return { log, found, sets };
}

interface LogStateProps {
  readonly app: AppShape;
  readonly log: QueryLogStateWire;
  readonly reload: () => void;
}

/** Whether questions are kept, what that means, and the button that changes it. */
function LogState({ app, log, reload }: LogStateProps) {
  const { isBusy, failure, run } = useDeed();
  const { misses } = texts.value;
  const { enabled, days, rows, redact, count: kept } = log;
  const turn = () =>
    run(async () => {
      await command(enabled ? "log.off" : "log.on", { app_id: app.app_id });
      reload();
    });
  return (
    <section aria-label={misses.log}>
      {enabled ? (
        <p class="hint">
          {misses.on(count(kept), count(days ?? 0), count(rows ?? 0))} {redact ? misses.redacted : misses.unredacted}
        </p>
      ) : (
        <>
          <p class="notice">{kept === 0 ? misses.off : misses.offRows(count(kept))}</p>
          <p>{misses.offLead}</p>
          <p class="hint">
            {misses.otherwise} <code>dragoman log on --app {app.app_id} --days 14 --rows 5000</code>
          </p>
        </>
      )}
      <Failure of={failure} />
      <p>
        <button type="button" class={enabled ? undefined : "main"} disabled={isBusy} onClick={turn}>
          {enabled ? misses.turnOff : misses.turnOn}
        </button>
      </p>
    </section>
  );
}

function MissList({ app, found, sets }: Omit<Queue, "log"> & { readonly app: AppShape }) {
  const { misses } = texts.value;
  return (
    <section aria-labelledby="misses">
      <h2 id="misses">{misses.list}</h2>
      {(found.is_cut || found.total > found.misses.length) && <p class="hint">{misses.cut}</p>}
      {!found.compared && <p class="hint">{misses.notCompared}</p>}
      <ul class="members">
        {found.misses.map((miss) => (
          <li key={miss.id}>
            <MissView app={app} miss={miss} sets={sets} />
          </li>
        ))}
      </ul>
    </section>
  );
}
