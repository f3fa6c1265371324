import type { Static } from "@sinclair/typebox";
import type { LedgerPage } from "#http/schemas/ledger-page.ts";
import { count, exactMoment, requests } from "../figures.ts";
import { usePages } from "../loaded.ts";
import { AppChoice } from "../parts/app-choice.tsx";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Older } from "../parts/older.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { ask } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

type Entries = Static<typeof LedgerPage>;

/** What an app was given and has spent. */
export function Page() {
  const { ledger, pages } = texts.value;
  return (
    <>
      <Heading lead={ledger.lead}>{pages.ledger}</Heading>
      <AppChoice>{(app) => <Ledger key={app.app_id} app={app} />}</AppChoice>
    </>
  );
}

function Ledger({ app }: { readonly app: AppShape }) {
  const { ledger } = texts.value;
  const path = `/apps/${encodeURIComponent(app.app_id)}/ledger`;
  const loaded = usePages(
    (cursor) => ask<Entries>("GET", `${path}${cursor === null ? "" : `?cursor=${cursor}`}`),
    [app.app_id],
  );
  return (
    <>
      <p class="balance">{ledger.balance(requests(app.requests_remaining))}</p>
      <Loading of={loaded}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty>{ledger.empty}</Empty>
          ) : (
            <Table
              caption={app.name}
              rows={entries}
              keyOf={({ id }) => id}
              columns={[
                { title: ledger.when, cell: ({ at }) => <time dateTime={at}>{exactMoment(at)}</time> },
                {
                  title: ledger.what,
                  cell: ({ kind, month }) => `${ledger.kinds[kind]}${month === null ? "" : ` (${month})`}`,
                },
                { title: ledger.amount, isNumber: true, cell: ({ amount }) => signed(amount) },
              ]}
            />
          )
        }
      </Loading>
      <Older more={loaded.more} />
    </>
  );
}

function signed(amount: number): string {
  return amount > 0 ? `+${requests(amount)}` : count(amount);
}
