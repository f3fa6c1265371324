/** What is done with aliases, each after a question. */
import { useState } from "preact/hooks";
import { DeedDialog } from "../parts/deed-dialog.tsx";
import { Declined } from "../parts/failure.tsx";
import { SelectField, TextField } from "../parts/text-field.tsx";
import { command } from "../server.ts";
import { type Kind, kindOf } from "../set-kind.ts";
import type { AliasShape, AppShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

const PERCENT_ALL = 100;

export interface AliasDialogProps {
  readonly app: AppShape;
  /** All that the app has. */
  readonly sets: readonly SetShape[];
  readonly onClose: () => void;
  /** It was done. */
  readonly onDone: () => void;
}

interface PutAliasProps extends AliasDialogProps {
  /** The one that is changed; null for a new one. */
  readonly alias: AliasShape | null;
  readonly others: readonly AliasShape[];
}

/** Has a name stand for a set, or for two that share the callers. */
export function PutAlias({ app, sets, alias, others, onClose, onDone }: PutAliasProps) {
  const { aliases } = texts.value;
  const [first, second] = alias?.sides ?? [];
  const choices = sets.filter((set) => alias === null || kindOf(set) === alias.kind);
  const [name, setName] = useState(alias?.name ?? "");
  const [chosen, setChosen] = useState(first ? keyOf(alias?.kind, first.signature) : keyOfSet(choices[0]));
  const [other, setOther] = useState(second ? keyOf(alias?.kind, second.signature) : "");
  const [percent, setPercent] = useState(String(second?.percent ?? PERCENT_SUGGESTED));
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS);
  const named = choices.find((set) => keyOfSet(set) === chosen);
  const sharing = choices.filter((set) => named !== undefined && kindOf(set) === kindOf(named));
  const shared = sharing.find((set) => keyOfSet(set) === other);
  const check = () => {
    const found = {
      name: alias ? null : nameProblem(name.trim(), others, sets),
      other: shared && shared === named ? aliases.same : null,
      percent: shared && !isPercent(percent) ? aliases.wantsPercent : null,
    };
    setProblems(found);
    return Object.values(found).every((problem) => problem === null);
  };
  const act = async () => {
    if (!named) return;
    if (alias) await refuseOvertaken(app, alias);
    const split = shared && [
      { signature: named.signature, percent: PERCENT_ALL - Number(percent) },
      { signature: shared.signature, percent: Number(percent) },
    ];
    await putAlias(app, { name: name.trim(), kind: kindOf(named) }, split ?? named.signature);
    onClose();
    onDone();
  };
  return (
    <DeedDialog
      title={alias ? aliases.changeOf(alias.name) : aliases.create}
      lead={aliases.createLead}
      deed={aliases.putIt}
      check={check}
      act={act}
      onClose={onClose}
    >
      {!alias && (
        <TextField
          label={aliases.name}
          hint={aliases.nameHint}
          value={name}
          onInput={setName}
          problem={problems.name}
        />
      )}
      <SelectField label={aliases.set} value={chosen} onChange={setChosen} options={choices.map(optionOf)} />
      <SelectField
        label={aliases.other}
        value={shared ? other : ""}
        onChange={setOther}
        options={[["", aliases.nobody], ...sharing.map(optionOf)]}
      />
      {problems.other !== null && (
        <p class="problem" role="alert">
          {problems.other}
        </p>
      )}
      {shared && (
        <TextField
          label={aliases.percent}
          hint={aliases.percentHint}
          value={percent}
          onInput={setPercent}
          inputMode="numeric"
          problem={problems.percent}
        />
      )}
      <p class="hint">{aliases.atOnce}</p>
    </DeedDialog>
  );
}

/** A new set is tried with few of the callers first. */
const PERCENT_SUGGESTED = 10;

type Problems = Readonly<Record<"name" | "other" | "percent", string | null>>;
const NO_PROBLEMS: Problems = { name: null, other: null, percent: null };

function nameProblem(name: string, others: readonly AliasShape[], sets: readonly SetShape[]): string | null {
  const { aliases } = texts.value;
  if (name === "") return aliases.wantsName;
  if (others.some((alias) => alias.name === name)) return aliases.taken(name);
  return sets.some(({ signature }) => signature === name) ? aliases.isSet(name) : null;
}

function isPercent(text: string): boolean {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) <= PERCENT_ALL;
}

/** A toolset and a classification set may share a signature. */
function keyOf(kind: Kind | undefined, signature: string): string {
  return `${kind} ${signature}`;
}

function keyOfSet(set: SetShape | undefined): string {
  return set ? keyOf(kindOf(set), set.signature) : "";
}

function optionOf(set: SetShape): readonly [string, string] {
  return [keyOfSet(set), `${set.name} (${set.signature})`];
}

/** `target`: a signature, or how the callers are shared out. */
export async function putAlias(
  app: AppShape,
  { name, kind }: Pick<AliasShape, "kind" | "name">,
  target: string | readonly object[],
): Promise<void> {
  const standsFor = typeof target === "string" ? { signature: target } : { split: target };
  await command("alias.set", { app_id: app.app_id, name, kind, ...standsFor });
}

/** Somebody else may have changed the alias since it was loaded. */
export async function refuseOvertaken(app: AppShape, alias: AliasShape): Promise<void> {
  const now = await command<readonly AliasShape[]>("alias.list", { app_id: app.app_id });
  const isSame = now.some(({ name, updated_at: at }) => name === alias.name && at === alias.updated_at);
  if (!isSame) throw new Declined(texts.value.aliases.overtaken);
}

interface RemoveAliasProps extends AliasDialogProps {
  readonly alias: AliasShape;
}

export function RemoveAlias({ app, alias, onClose, onDone }: RemoveAliasProps) {
  const { aliases } = texts.value;
  const act = async () => {
    await command("alias.remove", { app_id: app.app_id, name: alias.name });
    onClose();
    onDone();
  };
  return (
    <DeedDialog
      title={aliases.removeTitle(alias.name)}
      lead={aliases.removeLead}
      deed={aliases.remove}
      isDangerous
      act={act}
      onClose={onClose}
    />
  );
}
