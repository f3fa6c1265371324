import type { Static } from "@sinclair/typebox";
import type { AuditPage } from "#http/schemas/admin-records.ts";
import { exactMoment } from "../figures.ts";
import { usePages } from "../loaded.ts";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Older } from "../parts/older.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { ask } from "../server.ts";
import { texts } from "../texts/texts.ts";

type Records = Static<typeof AuditPage>;

/** Who did what, when. */
export function Page() {
  const { audit, pages } = texts.value;
  const loaded = usePages((cursor) => ask<Records>("GET", `/audit${cursor === null ? "" : `?cursor=${cursor}`}`), []);
  return (
    <>
      <Heading lead={audit.lead}>{pages.audit}</Heading>
      <Loading of={loaded}>
        {(records) =>
          records.length === 0 ? (
            <Empty>{audit.empty}</Empty>
          ) : (
            <Table
              caption={pages.audit}
              rows={records}
              keyOf={({ id }) => id}
              columns={[
                { title: audit.when, cell: ({ at }) => <time dateTime={at}>{exactMoment(at)}</time> },
                { title: audit.who, cell: ({ by }) => whoIs(by) },
                { title: audit.what, cell: ({ what }) => <code>{what}</code> },
              ]}
            />
          )
        }
      </Loading>
      <Older more={loaded.more} />
    </>
  );
}

function whoIs(by: string): string {
  const { audit } = texts.value;
  const [, user] = /^user (\w+)$/.exec(by) ?? [];
  return user === undefined ? audit.adminPage : audit.user(user);
}
