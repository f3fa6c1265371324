import { useState } from "preact/hooks";
import { moment, requests } from "../figures.ts";
import { useDeed, useLoaded } from "../loaded.ts";
import { AppStatus } from "../parts/app-status.tsx";
import { Failure } from "../parts/failure.tsx";
import { Loading } from "../parts/loading.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { addressOf } from "../route.ts";
import { command } from "../server.ts";
import type { AppShape, KeyShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { ChangePlan, Credit, RemoveApp, SuspendApp } from "./app-dialogs.tsx";
import { CreateKey, RevokeKey } from "./key-dialogs.tsx";

interface OneAppProps {
  readonly app: AppShape;
  readonly reload: () => void;
}

/** What can be opened in front of an app. */
const DIALOGS = { plan: ChangePlan, credit: Credit, suspend: SuspendApp, remove: RemoveApp } as const;

/** One app: what it has, what can be done with it, and its keys. */
export function OneApp({ app, reload }: OneAppProps) {
  const { apps } = texts.value;
  const query = { app: app.app_id };
  return (
    <>
      <p>
        <a href={addressOf("apps")}>← {apps.all}</a>
      </p>
      <h2>{app.name}</h2>
      <dl class="facts">
        <dt>{apps.id}</dt>
        <dd>
          <code>{app.app_id}</code>
        </dd>
        <dt>{apps.status}</dt>
        <dd>
          <AppStatus of={app.status} />
        </dd>
        <dt>{apps.plan}</dt>
        <dd>{app.plan}</dd>
        <dt>{apps.left}</dt>
        <dd>
          {requests(app.requests_remaining)} · <a href={addressOf("ledger", query)}>{apps.openLedger}</a>
        </dd>
        <dt>{apps.created}</dt>
        <dd>{moment(app.created_at)}</dd>
      </dl>
      <p>
        <a href={addressOf("playground", query)}>{apps.openPlayground}</a>
      </p>
      <Keys app={app} />
      <Deeds app={app} reload={reload} />
    </>
  );
}

function Deeds({ app, reload }: OneAppProps) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const { isBusy, failure, run } = useDeed();
  const { apps } = texts.value;
  const Opened = open === null ? null : DIALOGS[open];
  const resume = () =>
    run(async () => {
      await command("app.resume", { app_id: app.app_id });
      reload();
    });
  return (
    <section>
      <h3>{apps.deeds}</h3>
      <div class="deeds">
        <button type="button" onClick={() => setOpen("plan")}>
          {apps.changePlan}
        </button>
        <button type="button" onClick={() => setOpen("credit")}>
          {apps.credit}
        </button>
        {app.status === "active" ? (
          <button type="button" onClick={() => setOpen("suspend")}>
            {apps.suspend}
          </button>
        ) : (
          <button type="button" disabled={isBusy} onClick={resume}>
            {apps.resume}
          </button>
        )}
        <button type="button" class="dangerous" onClick={() => setOpen("remove")}>
          {apps.remove}
        </button>
      </div>
      <Failure of={failure} />
      {Opened && <Opened app={app} onClose={() => setOpen(null)} onDone={reload} />}
    </section>
  );
}

function Keys({ app }: { readonly app: AppShape }) {
  const loaded = useLoaded(() => command<readonly KeyShape[]>("key.list", { app_id: app.app_id }), [app.app_id]);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<KeyShape | null>(null);
  const { apps, state } = texts.value;
  return (
    <section>
      <h3>{apps.keys}</h3>
      <Loading of={loaded}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty>{apps.keysEmpty}</Empty>
          ) : (
            <Table
              caption={apps.keys}
              rows={keys}
              keyOf={({ key_id }) => key_id}
              columns={[
                { title: apps.keyName, cell: ({ name }) => name },
                { title: apps.id, cell: ({ key_id }) => <code>{key_id}</code> },
                { title: apps.created, cell: ({ created_at }) => moment(created_at) },
                {
                  title: apps.expires,
                  cell: ({ expires_at }) => (expires_at === null ? state.never : moment(expires_at)),
                },
                { title: apps.status, cell: (key) => <KeyStatus of={key} onRevoke={() => setRevoked(key)} /> },
              ]}
            />
          )
        }
      </Loading>
      <p>
        <button type="button" onClick={() => setCreating(true)}>
          {apps.newKey}
        </button>
      </p>
      {isCreating && <CreateKey app={app} onClose={() => setCreating(false)} onDone={loaded.reload} />}
      {revoked && <RevokeKey of={revoked} onClose={() => setRevoked(null)} onDone={loaded.reload} />}
    </section>
  );
}

function KeyStatus({ of, onRevoke }: { readonly of: KeyShape; readonly onRevoke: () => void }) {
  const { apps } = texts.value;
  if (of.revoked_at !== null) return <span class="badge bad">{apps.revoked}</span>;
  return (
    <button type="button" aria-label={`${apps.revoke}: ${of.name}`} onClick={onRevoke}>
      {apps.revoke}
    </button>
  );
}
