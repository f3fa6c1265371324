import { useState } from "preact/hooks";
import { count, percent } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { Loading } from "../parts/loading.tsx";
import { Table } from "../parts/table.tsx";
import { addressOf } from "../route.ts";
import { command } from "../server.ts";
import { kindOf } from "../set-kind.ts";
import type { AliasShape, AppShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { PutAlias, RemoveAlias } from "./alias-dialogs.tsx";
import { PromoteSet } from "./promote-dialog.tsx";

const PERCENT_ALL = 100;

interface SetAliasesProps {
  readonly app: AppShape;
  /** All that the app has. */
  readonly sets: readonly SetShape[];
}

/** What is asked about; null while nothing is. */
type Asking =
  | { readonly kind: "create" }
  | { readonly kind: "change" | "promote" | "remove"; readonly alias: AliasShape };

/** The names that stand for sets of the app, and what can be done with them. */
export function SetAliases({ app, sets }: SetAliasesProps) {
  const loaded = useLoaded(() => command<readonly AliasShape[]>("alias.list", { app_id: app.app_id }), [app.app_id]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { aliases } = texts.value;
  const dialog = { app, sets, onClose: () => setAsking(null), onDone: loaded.reload };
  return (
    <section aria-labelledby="aliases">
      <h2 id="aliases">{aliases.title}</h2>
      <p class="hint">{aliases.lead}</p>
      <Loading of={loaded}>
        {(all) => (
          <>
            {all.length === 0 ? <p>{aliases.empty}</p> : <AliasTable app={app} rows={all} ask={setAsking} />}
            <p>
              <button type="button" disabled={sets.length === 0} onClick={() => setAsking({ kind: "create" })}>
                {aliases.create}
              </button>
            </p>
            {asking?.kind === "create" && <PutAlias {...dialog} alias={null} others={all} />}
            {asking?.kind === "change" && <PutAlias {...dialog} alias={asking.alias} others={all} />}
            {asking?.kind === "promote" && <PromoteSet {...dialog} alias={asking.alias} />}
            {asking?.kind === "remove" && <RemoveAlias {...dialog} alias={asking.alias} />}
          </>
        )}
      </Loading>
    </section>
  );
}

interface AliasTableProps {
  readonly app: AppShape;
  readonly rows: readonly AliasShape[];
  readonly ask: (asking: Asking) => void;
}

function AliasTable({ app, rows, ask }: AliasTableProps) {
  const { aliases, sets } = texts.value;
  return (
    <Table
      caption={aliases.title}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { title: aliases.name, cell: ({ name }) => <code>{name}</code> },
        { title: sets.kind, cell: ({ kind }) => sets.kinds[kind] },
        {
          title: aliases.standsFor,
          cell: ({ kind, sides }) =>
            sides.map(({ signature, percent: share }) => (
              <div key={signature}>
                <a href={addressOf("sets", { app: app.app_id, set: signature, kind })}>{signature}</a>{" "}
                {aliases.side(percent(share / PERCENT_ALL))}
              </div>
            )),
        },
        {
          title: aliases.answered,
          cell: ({ sides }) =>
            sides.map(({ signature, answers, none }) => (
              <div key={signature}>{aliases.sideAnswers(count(answers), count(none))}</div>
            )),
        },
        {
          title: aliases.deeds,
          cell: (alias) => (
            <div class="deeds">
              <button
                type="button"
                aria-label={aliases.promoteOf(alias.name)}
                onClick={() => ask({ kind: "promote", alias })}
              >
                {aliases.promote}
              </button>
              <button
                type="button"
                aria-label={aliases.changeOf(alias.name)}
                onClick={() => ask({ kind: "change", alias })}
              >
                {aliases.change}
              </button>
              <button
                type="button"
                class="dangerous"
                aria-label={aliases.removeOf(alias.name)}
                onClick={() => ask({ kind: "remove", alias })}
              >
                {aliases.remove}
              </button>
            </div>
          ),
        },
      ]}
    />
  );
}

interface AliasesOfProps {
  readonly app: AppShape;
  readonly set: SetShape;
}

/** Names that stand for one set, each with the share of its callers that comes here. */
export function AliasesOf({ app, set }: AliasesOfProps) {
  const { sets, state } = texts.value;
  const loaded = useLoaded(() => command<readonly AliasShape[]>("alias.list", { app_id: app.app_id }), [app.app_id]);
  return (
    <Loading of={loaded}>
      {(aliases) => {
        const own = aliases
          .filter(({ kind }) => kind === kindOf(set))
          .flatMap(({ name, sides }) =>
            sides.filter(({ signature }) => signature === set.signature).map((side) => ({ name, ...side })),
          );
        if (own.length === 0) return state.none;
        return (
          <ul class="plain">
            {own.map(({ name, percent: share, answers }) => (
              <li key={name}>
                <code>{name}</code> {sets.aliasShare(percent(share / PERCENT_ALL), count(answers))}
              </li>
            ))}
          </ul>
        );
      }}
    </Loading>
  );
}
