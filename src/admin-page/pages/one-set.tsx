import { useState } from "preact/hooks";
import type { ClassificationSetGraduationWire, ToolsetGraduationWire } from "#http/schemas/set-graduation.ts";
import { moment, percent } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { Loading } from "../parts/loading.tsx";
import { Table } from "../parts/table.tsx";
import { addressOf } from "../route.ts";
import { command } from "../server.ts";
import { kindOf } from "../set-kind.ts";
import { texts } from "../texts/texts.ts";
import { AliasesOf } from "./set-aliases.tsx";
import { RemoveSet } from "./set-dialogs.tsx";
import { SetEditor, type SetEditorProps } from "./set-editor.tsx";

/** One set: what it is, who comes to it by which name, its tools or classes, and the JSON to change them. */
export function OneSet({ app, set, reload }: SetEditorProps) {
  const { sets } = texts.value;
  const [isRemoving, setRemoving] = useState(false);
  const query = { app: app.app_id };
  return (
    <>
      <p>
        <a href={addressOf("sets", query)}>← {sets.all}</a>
      </p>
      <h2>{set.name}</h2>
      {set.description !== undefined && <p>{set.description}</p>}
      <dl class="facts">
        <dt>{sets.signature}</dt>
        <dd>
          <code>{set.signature}</code>
        </dd>
        <dt>{sets.kind}</dt>
        <dd>{sets.kinds[kindOf(set)]}</dd>
        <dt>{sets.changed}</dt>
        <dd>{moment(set.updated_at)}</dd>
        <dt>{sets.aliases}</dt>
        <dd>
          <AliasesOf app={app} set={set} />
        </dd>
      </dl>
      <p>
        <a href={addressOf("playground", query)}>{texts.value.apps.openPlayground}</a>
      </p>
      <Graduation app={app} set={set} />
      <SetEditor app={app} set={set} reload={reload} />
      <section>
        <h3>{sets.deeds}</h3>
        <div class="deeds">
          <button type="button" class="dangerous" onClick={() => setRemoving(true)}>
            {sets.remove}
          </button>
        </div>
      </section>
      {isRemoving && <RemoveSet app={app} set={set} onClose={() => setRemoving(false)} onDone={reload} />}
    </>
  );
}

type AppAndSet = Pick<SetEditorProps, "app" | "set">;

type GraduationWire = ClassificationSetGraduationWire | ToolsetGraduationWire;

/** Which tools or classes do without their language model; nothing where none was compared with one. */
function Graduation({ app, set }: AppAndSet) {
  const { sets } = texts.value;
  const kind = set.tools ? "toolset" : "classification_set";
  const args = { app_id: app.app_id, signature: set.signature, kind };
  const loaded = useLoaded(() => command<GraduationWire>("graduation", args), [app.app_id, set.updated_at]);
  return (
    <Loading of={loaded}>
      {(report) => {
        const rows = standingsIn(report);
        return (
          rows.length > 0 && (
            <section>
              <h3>{sets.graduation}</h3>
              <p class="hint">{sets.graduationLead}</p>
              <Table
                caption={sets.graduation}
                rows={rows}
                keyOf={({ member, model }) => `${member} ${model}`}
                columns={[
                  { title: set.tools ? sets.tool : sets.label, cell: ({ member }) => <code>{member}</code> },
                  { title: sets.model, cell: ({ model }) => model },
                  { title: sets.withoutModel, isNumber: true, cell: ({ share }) => percent(share) },
                  { title: sets.agreement, isNumber: true, cell: ({ agreement_lower: lower }) => percent(lower) },
                  {
                    title: sets.opensAt,
                    isNumber: true,
                    cell: ({ opens_at: at }) => (at === null ? sets.notYet : percent(at)),
                  },
                ]}
              />
            </section>
          )
        );
      }}
    </Loading>
  );
}

function standingsIn(report: GraduationWire) {
  return "by_tool" in report
    ? report.by_tool.map(({ tool: member, ...standing }) => ({ member, ...standing }))
    : report.by_label.map(({ label: member, ...standing }) => ({ member, ...standing }));
}
