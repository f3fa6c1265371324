import { useState } from "preact/hooks";
import { moment, requests } from "../figures.ts";
import { type Loaded, useLoaded } from "../loaded.ts";
import { AppStatus } from "../parts/app-status.tsx";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { addressOf, route } from "../route.ts";
import { command } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { CreateApp } from "./app-dialogs.tsx";
import { OneApp } from "./one-app.tsx";

/** All apps, or the one that the address names. */
export function Page() {
  const { apps, pages } = texts.value;
  const loaded = useLoaded(() => command<readonly AppShape[]>("app.list"), []);
  const named = route.value.query.get("app");
  return (
    <>
      <Heading lead={apps.lead}>{pages.apps}</Heading>
      <Loading of={loaded}>
        {(all) => {
          const one = all.find(({ app_id }) => app_id === named);
          return one ? (
            <OneApp key={one.app_id} app={one} reload={loaded.reload} />
          ) : (
            <AllApps {...loaded} value={all} />
          );
        }}
      </Loading>
    </>
  );
}

function AllApps({ value, reload }: Loaded<readonly AppShape[]>) {
  const [isCreating, setCreating] = useState(false);
  const { apps } = texts.value;
  return (
    <>
      <p>
        <button type="button" class="main" onClick={() => setCreating(true)}>
          {apps.create}
        </button>
      </p>
      {isCreating && <CreateApp isFirst={value?.length === 0} onClose={() => setCreating(false)} onCreated={reload} />}
      {value?.length === 0 ? <Empty hint={apps.emptyHint}>{apps.empty}</Empty> : <AppTable rows={value ?? []} />}
    </>
  );
}

function AppTable({ rows }: { readonly rows: readonly AppShape[] }) {
  const { apps, pages } = texts.value;
  return (
    <Table
      caption={pages.apps}
      rows={rows}
      keyOf={({ app_id }) => app_id}
      columns={[
        { title: apps.name, cell: ({ app_id, name }) => <a href={addressOf("apps", { app: app_id })}>{name}</a> },
        { title: apps.plan, cell: ({ plan }) => plan },
        { title: apps.status, cell: ({ status }) => <AppStatus of={status} /> },
        { title: apps.left, isNumber: true, cell: ({ requests_remaining }) => requests(requests_remaining) },
        { title: apps.created, cell: ({ created_at }) => <time dateTime={created_at}>{moment(created_at)}</time> },
      ]}
    />
  );
}
