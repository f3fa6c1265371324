import { useState } from "preact/hooks";
import type { SettingOrigin, ShownSetting } from "#core/operator/shown-setting.ts";
import { count } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { Heading } from "../parts/heading.tsx";
import { Loading } from "../parts/loading.tsx";
import { Empty, Table } from "../parts/table.tsx";
import { SelectField, TextField } from "../parts/text-field.tsx";
import { command } from "../server.ts";
import { texts } from "../texts/texts.ts";

const REFERENCE = "/docs/settings";
const DEFAULT = "default";

/** Which settings are looked at; `set`: whatever is no default. */
type Filter = SettingOrigin | "all" | "set";

/** What the server runs with, and where each value came from. Nothing can be changed here. */
export function Page() {
  const { pages, settings } = texts.value;
  const loaded = useLoaded(() => command<readonly ShownSetting[]>("settings"), []);
  return (
    <>
      <Heading lead={settings.lead}>{pages.settings}</Heading>
      <p>
        <a href={REFERENCE}>{settings.reference}</a>
      </p>
      <Loading of={loaded}>{(all) => <SearchedSettings all={all} />}</Loading>
    </>
  );
}

function SearchedSettings({ all }: { readonly all: readonly ShownSetting[] }) {
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const { settings } = texts.value;
  const shown = all.filter((setting) => isOf(filter, setting) && hasAll(words, setting));
  return (
    <>
      <TextField label={settings.search} hint={settings.searchHint} value={words} onInput={setWords} />
      <SelectField
        label={settings.show}
        value={filter}
        onChange={(chosen) => setFilter(chosen as Filter)}
        options={Object.entries(settings.filters)}
      />
      <p role="status">{settings.count(count(shown.length), count(all.length))}</p>
      {shown.length === 0 ? <Empty>{settings.nothing}</Empty> : <SettingTable rows={shown} />}
    </>
  );
}

function SettingTable({ rows }: { readonly rows: readonly ShownSetting[] }) {
  const { pages, settings } = texts.value;
  return (
    <Table
      caption={pages.settings}
      rows={rows}
      keyOf={({ path }) => path}
      columns={[
        {
          title: settings.setting,
          cell: ({ path, describes }) => (
            <>
              <code>{path}</code>
              <p class="hint">{written(describes)}</p>
            </>
          ),
        },
        {
          title: settings.value,
          cell: ({ value, has_secret: hasSecret }) => (
            <>
              <Value of={value} />
              {hasSecret && <p class="hint">{settings.secret}</p>}
            </>
          ),
        },
        { title: settings.unit, cell: ({ unit }) => unit ?? "" },
        { title: settings.default, cell: (setting) => <Value of={setting.default} /> },
        {
          title: settings.origin,
          cell: ({ origin, origin_name: name }) => (
            <>
              {settings.origins[origin]} {name !== null && <code>{name}</code>}
            </>
          ),
        },
      ]}
    />
  );
}

/** What stands between backticks is to be typed as it is. */
function written(sentence: string) {
  return sentence.split("`").map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece));
}

function Value({ of: value }: { readonly of: ShownSetting["default"] }) {
  const { settings } = texts.value;
  if (value === null) return <span class="hint">{settings.mustBeGiven}</span>;
  if (typeof value === "boolean") return <code>{String(value)}</code>;
  if (typeof value === "number") return <>{count(value)}</>;
  const items = typeof value === "string" ? [value] : value;
  if (items.join("") === "") return <span class="hint">{settings.emptyText}</span>;
  return (
    <>
      {items.map((item, index) => (
        <code key={index}>{item}</code>
      ))}
    </>
  );
}

function isOf(filter: Filter, { origin }: ShownSetting): boolean {
  if (filter === "all") return true;
  return filter === "set" ? origin !== DEFAULT : origin === filter;
}

/** Every word, somewhere. */
function hasAll(words: string, { path, value, origin_name: name, describes }: ShownSetting): boolean {
  const text = [path, String(value), name ?? "", describes].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
