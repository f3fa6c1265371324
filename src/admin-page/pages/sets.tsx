import { useState } from "preact/hooks";
import { count, moment } from "../figures.ts";
import { type Loaded, useLoaded } from "../loaded.ts";
import { AppChoice } from "../parts/app-choice.tsx";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { addressOf, route } from "../route.ts";
import { command } from "../server.ts";
import { kindOf } from "../set-kind.ts";
import type { AppShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { OneSet } from "./one-set.tsx";
import { SetAliases } from "./set-aliases.tsx";
import { CreateSet } from "./set-dialogs.tsx";

/** What an app can be asked for: all its sets, or the one that the address names. */
export function Page() {
  const { pages, sets } = texts.value;
  return (
    <>
      <Heading lead={sets.lead}>{pages.sets}</Heading>
      <AppChoice>{(app) => <SetsOf key={app.app_id} app={app} />}</AppChoice>
    </>
  );
}

function SetsOf({ app }: { readonly app: AppShape }) {
  const loaded = useLoaded(() => command<readonly SetShape[]>("export", { app_id: app.app_id }), [app.app_id]);
  const { query } = route.value;
  const [named, kind] = [query.get("set"), query.get("kind")];
  return (
    <Loading of={loaded}>
      {(all) => {
        // A toolset and a classification set may share a signature.
        const one = all.find((set) => set.signature === named && (kind === null || kindOf(set) === kind));
        return one ? (
          <OneSet key={`${kindOf(one)} ${one.signature}`} app={app} set={one} reload={loaded.reload} />
        ) : (
          <AllSets app={app} missing={named} {...loaded} value={all} />
        );
      }}
    </Loading>
  );
}

interface AllSetsProps extends Loaded<readonly SetShape[]> {
  readonly app: AppShape;
  /** The signature that the address names where there is no such set. */
  readonly missing: string | null;
}

function AllSets({ app, missing, value, reload }: AllSetsProps) {
  const [isCreating, setCreating] = useState(false);
  const { sets } = texts.value;
  return (
    <>
      {missing !== null && (
        <p class="notice" role="status">
          {sets.notFound(missing)}
        </p>
      )}
      <p>
        <button type="button" class="main" onClick={() => setCreating(true)}>
          {sets.create}
        </button>
      </p>
      {isCreating && <CreateSet app={app} others={value ?? []} onClose={() => setCreating(false)} onDone={reload} />}
      {value?.length === 0 ? (
        <Empty hint={sets.emptyHint}>{sets.empty}</Empty>
      ) : (
        <SetTable app={app} rows={value ?? []} />
      )}
      {value && <SetAliases app={app} sets={value} />}
    </>
  );
}

function SetTable({ app, rows }: { readonly app: AppShape; readonly rows: readonly SetShape[] }) {
  const { pages, sets } = texts.value;
  return (
    <Table
      caption={pages.sets}
      rows={rows}
      keyOf={(set) => `${kindOf(set)} ${set.signature}`}
      columns={[
        {
          title: sets.name,
          cell: (set) => (
            <a href={addressOf("sets", { app: app.app_id, set: set.signature, kind: kindOf(set) })}>{set.name}</a>
          ),
        },
        { title: sets.signature, cell: ({ signature }) => <code>{signature}</code> },
        { title: sets.kind, cell: (set) => sets.kinds[kindOf(set)] },
        {
          title: sets.members,
          isNumber: true,
          cell: ({ tools = [], classes = [] }) => count(tools.length + classes.length),
        },
        { title: sets.changed, cell: ({ updated_at: at }) => <time dateTime={at}>{moment(at)}</time> },
      ]}
    />
  );
}
