import { count } from "../figures.ts";
import { Table } from "../parts/table.tsx";
import { definitionChanges } from "../set-model/definition-changes.ts";
import { texts } from "../texts/texts.ts";

/** So many are shown; who changed more reads the JSON. */
const SHOWN_MAX = 50;
const VALUE_CHARACTERS_MAX = 200;

/** How one definition differs from another, field by field; nothing where it does not. */
export function DefinitionChanges({ before, after }: { readonly before: object; readonly after: object }) {
  const { setEditor } = texts.value;
  const changes = definitionChanges(before, after);
  if (changes.length === 0) return null;
  return (
    <>
      <p>
        <strong>{setEditor.definitionChanges}</strong>
      </p>
      <Table
        caption={setEditor.definitionChanges}
        rows={changes.slice(0, SHOWN_MAX)}
        keyOf={({ place }) => place.join("\n")}
        columns={[
          { title: setEditor.place, cell: ({ place }) => place.join(" › ") },
          { title: setEditor.was, cell: (change) => valueWords(change.before) },
          { title: setEditor.becomes, cell: (change) => valueWords(change.after) },
        ]}
      />
      {changes.length > SHOWN_MAX && <p class="hint">{setEditor.moreChanges(count(changes.length - SHOWN_MAX))}</p>}
    </>
  );
}

function valueWords(value: unknown) {
  if (value === undefined) return "–";
  const written = JSON.stringify(value);
  return <code>{written.length > VALUE_CHARACTERS_MAX ? `${written.slice(0, VALUE_CHARACTERS_MAX)}…` : written}</code>;
}
