import { useState } from "preact/hooks";
import { DeedDialog } from "../parts/deed-dialog.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { SelectField } from "../parts/text-field.tsx";
import { kindOf } from "../set-kind.ts";
import { definitionChanges } from "../set-model/definition-changes.ts";
import type { AliasShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import { type AliasDialogProps, putAlias, refuseOvertaken } from "./alias-dialogs.tsx";
import { DefinitionChanges } from "./definition-table.tsx";
import { SetChanges } from "./set-changes.tsx";
import { storedDraft } from "./set-draft.ts";
import { type Compared, comparedOrNot } from "./set-requests.ts";

interface PromoteSetProps extends AliasDialogProps {
  readonly alias: AliasShape;
}

/** Has an alias stand for another set alone, after what would change has been shown. */
export function PromoteSet({ app, sets, alias, onClose, onDone }: PromoteSetProps) {
  const { aliases } = texts.value;
  const ofKind = sets.filter((set) => kindOf(set) === alias.kind);
  const present = presentOf(alias, ofKind);
  const candidates = ofKind.filter((set) => set !== present);
  const [target, setTarget] = useState(
    () => alias.sides.find((side) => side.signature !== present?.signature)?.signature ?? candidates[0]?.signature,
  );
  const [found, setFound] = useState<Compared | null>(null);
  const wanted = candidates.find(({ signature }) => signature === target);
  if (!present || !wanted) {
    return (
      <Dialog title={aliases.promoteTitle(alias.name)} onClose={onClose}>
        <p>{aliases.only}</p>
        <button type="button" onClick={onClose}>
          {texts.value.deeds.cancel}
        </button>
      </Dialog>
    );
  }
  const choose = (signature: string) => {
    setTarget(signature);
    setFound(null);
  };
  const show = async () => {
    // What would be answered if the present set had the other's definition.
    const proposed = { ...storedDraft(wanted), signature: present.signature };
    setFound(await comparedOrNot(app, present, proposed));
  };
  const promote = async () => {
    await refuseOvertaken(app, alias);
    await putAlias(app, alias, wanted.signature);
    onClose();
    onDone();
  };
  return (
    <DeedDialog
      title={aliases.promoteTitle(alias.name)}
      lead={aliases.promoteLead(present.signature)}
      deed={found ? aliases.promoteIt(wanted.signature) : aliases.show}
      act={found ? promote : show}
      onClose={onClose}
    >
      <SelectField
        label={aliases.to}
        value={wanted.signature}
        onChange={choose}
        options={candidates.map(({ name, signature }) => [signature, `${name} (${signature})`])}
      />
      {found ? <Difference present={present} wanted={wanted} found={found} /> : <p class="hint">{aliases.showHint}</p>}
    </DeedDialog>
  );
}

/** The set that answers most of the callers. */
function presentOf({ sides }: AliasShape, sets: readonly SetShape[]): SetShape | undefined {
  const [most] = sides.toSorted((one, other) => other.percent - one.percent);
  return sets.find(({ signature }) => signature === most?.signature);
}

interface DifferenceProps {
  readonly present: SetShape;
  readonly wanted: SetShape;
  readonly found: Compared;
}

function Difference({ present, wanted, found: { diff, refusal } }: DifferenceProps) {
  const { aliases, sets } = texts.value;
  const [before, after] = [storedDraft(present), storedDraft(wanted)];
  // That their signatures differ is what it is about.
  const isSame = definitionChanges({ ...before, signature: wanted.signature }, after).length === 0;
  return (
    <div aria-live="polite">
      {diff && <SetChanges of={diff} />}
      {refusal !== null && <p>{sets.changesUnknown(refusal)}</p>}
      {isSame ? <p>{aliases.noDifference}</p> : <DefinitionChanges before={before} after={after} />}
      <p class="hint">{aliases.atOnce}</p>
    </div>
  );
}
