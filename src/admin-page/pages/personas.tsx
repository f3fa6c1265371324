import { useState } from "preact/hooks";
import type { PersonaWire } from "#http/schemas/persona.ts";
import { moment } from "../figures.ts";
import { type LoadedPages, usePages } from "../loaded.ts";
import { AppChoice } from "../parts/app-choice.tsx";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Older } from "../parts/older.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { addressOf, route } from "../route.ts";
import { pageAsApp } from "../server.ts";
import type { AppShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { OnePersona } from "./one-persona.tsx";
import { CreatePersona } from "./persona-dialogs.tsx";

/** Who answers in words: all personas of an app, or the one that the address names. */
export function Page() {
  const { pages, personas } = texts.value;
  const named = route.value.query.get("persona");
  return (
    <>
      <Heading lead={personas.lead}>{pages.personas}</Heading>
      <AppChoice>
        {(app) =>
          named === null ? (
            <AllPersonas key={app.app_id} app={app} />
          ) : (
            <OnePersona key={`${app.app_id} ${named}`} app={app} name={named} />
          )
        }
      </AppChoice>
    </>
  );
}

function AllPersonas({ app }: { readonly app: AppShape }) {
  const [isCreating, setCreating] = useState(false);
  const loaded = usePages((cursor) => pageAsApp<PersonaWire>(app.app_id, "/v1/personas", cursor), [app.app_id]);
  const { banks, personas } = texts.value;
  return (
    <>
      <p>
        <button type="button" class="main" onClick={() => setCreating(true)}>
          {personas.create}
        </button>
      </p>
      {isCreating && <CreatePersona app={app} onClose={() => setCreating(false)} />}
      <PersonaTable app={app} loaded={loaded} />
      <Older more={loaded.more} words={banks.more} />
    </>
  );
}

interface PersonaTableProps {
  readonly app: AppShape;
  readonly loaded: LoadedPages<PersonaWire>;
}

function PersonaTable({ app, loaded }: PersonaTableProps) {
  const { pages, personas } = texts.value;
  return (
    <Loading of={loaded}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{personas.empty}</Empty>
        ) : (
          <Table
            caption={pages.personas}
            rows={rows}
            keyOf={({ name }) => name}
            columns={[
              {
                title: personas.name,
                cell: ({ name }) => <a href={addressOf("personas", { app: app.app_id, persona: name })}>{name}</a>,
              },
              { title: personas.instructions, cell: ({ instructions }) => instructions },
              { title: personas.language, cell: ({ language }) => language ?? personas.ofTheQuestion },
              { title: personas.changed, cell: ({ updated_at: at }) => <time dateTime={at}>{moment(at)}</time> },
            ]}
          />
        )
      }
    </Loading>
  );
}
