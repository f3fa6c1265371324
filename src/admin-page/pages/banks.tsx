import { useState } from "preact/hooks";
import type { BankWire } from "#http/schemas/bank.ts";
import { moment } from "../figures.ts";
import { usePages } from "../loaded.ts";
import { AppChoice } from "../parts/app-choice.tsx";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Older } from "../parts/older.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { addressOf, route } from "../route.ts";
import { pageAsApp } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { WriteBank } from "./bank-dialogs.tsx";
import { OneBank } from "./one-bank.tsx";

/** What an app wants to be remembered: all its banks, or the one that the address names. */
export function Page() {
  const { banks, pages } = texts.value;
  const named = route.value.query.get("bank");
  return (
    <>
      <Heading lead={banks.lead}>{pages.banks}</Heading>
      <AppChoice>
        {(app) =>
          named === null ? (
            <AllBanks key={app.app_id} app={app} />
          ) : (
            <OneBank key={`${app.app_id} ${named}`} app={app} id={named} />
          )
        }
      </AppChoice>
    </>
  );
}

function AllBanks({ app }: { readonly app: AppShape }) {
  const [isCreating, setCreating] = useState(false);
  const loaded = usePages((cursor) => pageAsApp<BankWire>(app.app_id, "/v1/banks", cursor), [app.app_id]);
  const { banks } = texts.value;
  return (
    <>
      <p>
        <button type="button" class="main" onClick={() => setCreating(true)}>
          {banks.create}
        </button>
      </p>
      {isCreating && <WriteBank app={app} bank={null} onClose={() => setCreating(false)} />}
      <Loading of={loaded}>
        {(rows) =>
          rows.length === 0 ? <Empty hint={banks.emptyHint}>{banks.empty}</Empty> : <BankTable app={app} rows={rows} />
        }
      </Loading>
      <Older more={loaded.more} words={banks.more} />
    </>
  );
}

function BankTable({ app, rows }: { readonly app: AppShape; readonly rows: readonly BankWire[] }) {
  const { banks, pages } = texts.value;
  return (
    <Table
      caption={pages.banks}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: banks.name,
          cell: ({ id, name }) => <a href={addressOf("banks", { app: app.app_id, bank: id })}>{name}</a>,
        },
        { title: banks.description, cell: ({ description = "" }) => description },
        { title: banks.id, cell: ({ id }) => <code>{id}</code> },
        { title: banks.changed, cell: ({ updated_at: at }) => <time dateTime={at}>{moment(at)}</time> },
      ]}
    />
  );
}
