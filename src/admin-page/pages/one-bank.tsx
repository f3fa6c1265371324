import { useState } from "preact/hooks";
import type { BankWire, MemoryWire } from "#http/schemas/bank.ts";
import { count, moment } from "../figures.ts";
import { type LoadedPages, useLoaded, usePages } from "../loaded.ts";
import { Loading } from "../parts/loading.tsx";
import { Older } from "../parts/older.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { addressOf } from "../route.ts";
import { askAsApp, pageAsApp } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { ForgetMemory, RemoveBank, rememberedText, WriteBank } from "./bank-dialogs.tsx";
import { RememberForm } from "./remember-form.tsx";

interface OneBankProps {
  readonly app: AppShape;
  readonly id: string;
}

/** One bank: what it is called, and what it remembers. */
export function OneBank({ app, id }: OneBankProps) {
  const path = `/v1/banks/${encodeURIComponent(id)}`;
  const loaded = useLoaded(async () => (await askAsApp<BankWire>(app.app_id, "GET", path)).body, [path]);
  const { banks } = texts.value;
  return (
    <>
      <p>
        <a href={addressOf("banks", { app: app.app_id })}>← {banks.all}</a>
      </p>
      <Loading of={loaded}>{(bank) => <BankView app={app} bank={bank} path={path} reload={loaded.reload} />}</Loading>
    </>
  );
}

interface BankViewProps {
  readonly app: AppShape;
  readonly bank: BankWire;
  /** Of the bank, in the API of its app. */
  readonly path: string;
  readonly reload: () => void;
}

function BankView({ app, bank, path, reload }: BankViewProps) {
  const memories = usePages((cursor) => pageAsApp<MemoryWire>(app.app_id, `${path}/memories`, cursor), [path]);
  const [deed, setDeed] = useState<"change" | "remove" | null>(null);
  const { banks } = texts.value;
  const close = () => setDeed(null);
  return (
    <>
      <h2>{bank.name}</h2>
      {bank.description !== undefined && <p>{bank.description}</p>}
      <dl class="facts">
        <dt>{banks.id}</dt>
        <dd>
          <code>{bank.id}</code>
        </dd>
        <dt>{banks.changed}</dt>
        <dd>{moment(bank.updated_at)}</dd>
      </dl>
      <Memories app={app} path={path} memories={memories} />
      <RememberForm app={app} path={path} onDone={memories.reload} />
      <section aria-labelledby="deeds">
        <h3 id="deeds">{banks.deeds}</h3>
        <div class="deeds">
          <button type="button" onClick={() => setDeed("change")}>
            {banks.change}
          </button>
          <button type="button" class="dangerous" disabled={memories.value === null} onClick={() => setDeed("remove")}>
            {banks.remove}
          </button>
        </div>
      </section>
      {deed === "change" && <WriteBank app={app} bank={bank} onClose={close} onDone={reload} />}
      {deed === "remove" && <RemoveBank app={app} bank={bank} memories={countOf(memories)} onClose={close} />}
    </>
  );
}

interface MemoriesProps {
  readonly app: AppShape;
  readonly path: string;
  readonly memories: LoadedPages<MemoryWire>;
}

function Memories({ app, path, memories }: MemoriesProps) {
  const [forgotten, setForgotten] = useState<MemoryWire | null>(null);
  const { banks } = texts.value;
  return (
    <section aria-labelledby="memories">
      <h3 id="memories">{banks.memories}</h3>
      <Loading of={memories}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{banks.noMemories}</Empty>
          ) : (
            <Table
              caption={banks.memories}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: banks.memory, cell: rememberedText },
                { title: banks.means, cell: meaningOf },
                { title: banks.since, cell: ({ created_at: at }) => <time dateTime={at}>{moment(at)}</time> },
                {
                  title: banks.forget,
                  cell: (memory) => (
                    <button
                      type="button"
                      aria-label={banks.forgetOne(rememberedText(memory))}
                      onClick={() => setForgotten(memory)}
                    >
                      {banks.forget}
                    </button>
                  ),
                },
              ]}
            />
          )
        }
      </Loading>
      <Older more={memories.more} words={banks.more} />
      {forgotten && (
        <ForgetMemory
          app={app}
          path={path}
          memory={forgotten}
          onClose={() => setForgotten(null)}
          onDone={memories.reload}
        />
      )}
    </section>
  );
}

/** A call, or that it is a fact. */
function meaningOf({ tool, parameters }: MemoryWire) {
  if (tool === undefined) return texts.value.banks.kinds.fact;
  return (
    <>
      <code>{tool}</code> <code>{JSON.stringify(parameters)}</code>
    </>
  );
}

/** As far as they were loaded. */
function countOf({ value, more }: LoadedPages<MemoryWire>): string {
  const loaded = count(value?.length ?? 0);
  return more === null ? loaded : texts.value.banks.atLeast(loaded);
}
