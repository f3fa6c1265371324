/** What is done with sets, each after a question. */
import { useState } from "preact/hooks";
import { count } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { DeedDialog } from "../parts/deed-dialog.tsx";
import { Loading } from "../parts/loading.tsx";
import { SelectField, TextField } from "../parts/text-field.tsx";
import { goTo } from "../route.ts";
import { askAsApp, command } from "../server.ts";
import { type Kind, kindOf, pathOf } from "../set-kind.ts";
import type { AppShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { DefinitionChanges } from "./definition-table.tsx";
import { SetChanges } from "./set-changes.tsx";
import { templateOf } from "./set-draft.ts";
import type { Compared } from "./set-requests.ts";

interface SetDialogProps {
  readonly app: AppShape;
  readonly onClose: () => void;
  /** It was done. */
  readonly onDone: () => void;
}

interface CreateSetProps extends SetDialogProps {
  /** The sets that there are. */
  readonly others: readonly SetShape[];
}

/** A set of a small template, which is changed on its page then. */
export function CreateSet({ app, others, onClose, onDone }: CreateSetProps) {
  const [name, setName] = useState("");
  const [signature, setSignature] = useState("");
  const [kind, setKind] = useState<Kind>("toolset");
  const [problem, setProblem] = useState<string | null>(null);
  const { apps, sets } = texts.value;
  const wanted = signature.trim() || suggestedSignature(name);
  const check = () => {
    const isNamed = name.trim() !== "" && wanted !== "";
    const isTaken = others.some((set) => set.signature === wanted && kindOf(set) === kind);
    setProblem(isNamed ? (isTaken ? sets.taken(wanted) : null) : sets.wantsName);
    return isNamed && !isTaken;
  };
  const act = async () => {
    const created = templateOf(kind, wanted, name.trim());
    await command("import", { app_id: app.app_id, sets: [created], existing: "refuse" });
    onClose();
    goTo("sets", { app: app.app_id, set: wanted, kind });
    onDone();
  };
  return (
    <DeedDialog
      title={sets.create}
      lead={sets.createLead}
      deed={apps.createIt}
      check={check}
      act={act}
      onClose={onClose}
    >
      <SelectField
        label={sets.kind}
        value={kind}
        onChange={(chosen) => setKind(chosen as Kind)}
        options={Object.entries(sets.kinds)}
      />
      <TextField label={sets.name} value={name} onInput={setName} problem={problem} />
      <TextField label={sets.signature} hint={sets.signatureHint(wanted)} value={signature} onInput={setSignature} />
    </DeedDialog>
  );
}

/** By convention a topic and a version; nothing for a name without letters of the alphabet. */
function suggestedSignature(name: string): string {
  const topic = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return topic === "" ? "" : `${topic}-v1`;
}

interface RemoveSetProps extends SetDialogProps {
  readonly set: SetShape;
}

/** Says what is gone with it. */
export function RemoveSet({ app, set, onClose, onDone }: RemoveSetProps) {
  const { sets } = texts.value;
  const members = count((set.tools ?? set.classes ?? []).length);
  const args = { app_id: app.app_id, signature: set.signature };
  const taught = useLoaded(() => command<readonly TaughtShape[]>("case.list", args), []);
  const act = async () => {
    await askAsApp(app.app_id, "DELETE", pathOf(set));
    goTo("sets", { app: app.app_id });
    onClose();
    onDone();
  };
  return (
    <DeedDialog title={sets.removeTitle(set.name)} deed={sets.remove} isDangerous act={act} onClose={onClose}>
      <p>{set.tools ? sets.removesTools(members) : sets.removesClasses(members)}</p>
      <Loading of={taught}>{(cases) => <p>{sets.removesTaught(count(ownOf(cases, set).length))}</p>}</Loading>
      <p class="hint">{sets.costsOne}</p>
    </DeedDialog>
  );
}

/** `case.list`, as far as it is counted. */
interface TaughtShape {
  /** Of a case of a classification set. */
  readonly label?: string;
}

/** The command lists those of either kind of set that has the signature. */
function ownOf(cases: readonly TaughtShape[], { tools }: SetShape): readonly TaughtShape[] {
  return cases.filter(({ label }) => (label === undefined) === (tools !== undefined));
}

interface SaveSetProps extends Compared {
  /** The definition that there is, and the one in its place. */
  readonly before: object;
  readonly after: object;
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a set is replaced that would answer otherwise then. */
export function SaveSet({ diff, refusal, before, after, act, onClose }: SaveSetProps) {
  const { sets } = texts.value;
  return (
    <DeedDialog title={sets.saveTitle} deed={sets.saveAnyway} act={act} onClose={onClose}>
      {diff && <SetChanges of={diff} />}
      {refusal !== null && <p>{sets.changesUnknown(refusal)}</p>}
      <DefinitionChanges before={before} after={after} />
    </DeedDialog>
  );
}
