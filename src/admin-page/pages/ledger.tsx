import type { Static } from "@sinclair/typebox";
import { useState } from "preact/hooks";
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
  const [months, setMonths] = useState<Entries["months"]>([]);
  const loaded = usePages(
    async (cursor) => {
      const page = await ask<Entries>("GET", `${path}${cursor === null ? "" : `?cursor=${cursor}`}`);
      setMonths(page.months);
      return page;
    },
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
      {/* They stand before all entries: who has seen the last of these comes to them. */}
      {loaded.more === null && months.length > 0 && <Months of={months} />}
    </>
  );
}

/** What old entries were put together into, newest first. */
function Months({ of: months }: { readonly of: Entries["months"] }) {
  const { ledger } = texts.value;
  return (
    <>
      <p>{ledger.months}</p>
      <Table
        caption={ledger.monthsCaption}
        rows={months.toReversed()}
        keyOf={({ month }) => month}
        columns={[
          { title: ledger.month, cell: ({ month }) => month },
          { title: ledger.entries, isNumber: true, cell: ({ entries }) => count(entries) },
          {
            title: ledger.what,
            cell: ({ sums }) =>
              sums
                .map(
                  (sum) =>
                    `${ledger.kinds[sum.kind]}${sum.month === null ? "" : ` (${sum.month})`} ${signed(sum.amount)}`,
                )
                .join(", "),
          },
        ]}
      />
    </>
  );
}

function signed(amount: number): string {
  return amount > 0 ? `+${requests(amount)}` : count(amount);
}
