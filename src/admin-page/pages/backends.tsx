import type { BackendReport } from "#core/operator/backend-desk.ts";
import { moment } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { command } from "../server.ts";
import { texts } from "../texts/texts.ts";
import { BackendFacts } from "./backend-facts.tsx";
import { BackendTrial } from "./backend-trial.tsx";

const REFRESH_MS = 10_000;

/** The models of the settings: who is asked, how each stands, and what it says to a small question. */
export function Page() {
  const { backends, pages } = texts.value;
  const loaded = useLoaded(() => command<readonly BackendReport[]>("model.status"), [], REFRESH_MS);
  return (
    <>
      <Heading lead={backends.lead}>{pages.backends}</Heading>
      <p class="hint">{backends.tryLead}</p>
      <Loading of={loaded}>
        {(reports) => (
          <ul class="members">
            {reports.map((backend) => (
              <li key={backend.name ?? ""}>
                <BackendView backend={backend} reload={loaded.reload} />
              </li>
            ))}
          </ul>
        )}
      </Loading>
    </>
  );
}

interface BackendViewProps {
  readonly backend: BackendReport;
  readonly reload: () => void;
}

function BackendView({ backend, reload }: BackendViewProps) {
  const title = backend.name ?? texts.value.backends.own;
  return (
    <article aria-label={title}>
      <h2>{title}</h2>
      <State of={backend} />
      <BackendFacts of={backend} />
      <BackendTrial name={backend.name} title={title} onDone={reload} />
    </article>
  );
}

const BADGES = { well: "good", failing: "bad", left_alone: "bad", unasked: "" } as const satisfies Record<
  BackendReport["state"],
  string
>;

function State({ of: { state, left_alone_since: since, last_failure: failure } }: { readonly of: BackendReport }) {
  const { backends } = texts.value;
  return (
    <>
      <p>
        <span class={`badge ${BADGES[state]}`}>{backends.states[state]}</span>
        {since !== null && ` ${backends.leftAloneSince(moment(since))}`}
      </p>
      {failure && (
        <p class={state === "well" ? "hint" : "notice"}>
          {backends.lastFailure}:{" "}
          {failure.at === null ? failure.message : backends.failureAt(moment(failure.at), failure.message)}
        </p>
      )}
    </>
  );
}
