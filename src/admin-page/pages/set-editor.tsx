import { useEffect, useState } from "preact/hooks";
import type { FindingWire, LintReportWire } from "#http/schemas/lint-report.ts";
import type { SetDiffWire } from "#http/schemas/set-diff.ts";
import { count } from "../figures.ts";
import { useDeed, useLoaded } from "../loaded.ts";
import { Declined, Failure, wordsOf } from "../parts/failure.tsx";
import { JsonField } from "../parts/json-field.tsx";
import { askAsApp, command } from "../server.ts";
import { pathOf } from "../set-kind.ts";
import type { AppShape, CheckedSetShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import type { OneSetProps } from "./one-set.tsx";
import { SetChanges } from "./set-changes.tsx";
import { SaveSet } from "./set-dialogs.tsx";
import { type DraftSet, draftIn, draftTextOf } from "./set-draft.ts";
import { SetMembers } from "./set-members.tsx";

const EDITOR_ROWS = 22;

/** What came of the last button. */
type Outcome =
  | { readonly kind: "none" }
  | { readonly kind: "checked" | "saved" }
  | { readonly kind: "compared"; readonly diff: SetDiffWire }
  /** To be confirmed. `refusal`: why it is not known what would change. */
  | { readonly kind: "asking"; readonly diff: SetDiffWire | null; readonly refusal: string | null };

const NONE: Outcome = { kind: "none" };

/** A set as JSON, to be checked, compared and saved, and below it what that says, readable. */
export function SetEditor({ app, set, reload }: OneSetProps) {
  const [text, setText] = useState(() => draftTextOf(set));
  const [outcome, setOutcome] = useState<Outcome>(NONE);
  const [found, setFound] = useState<readonly FindingWire[] | null>(null);
  const { isBusy, failure, run } = useDeed();
  const { sets } = texts.value;
  // As soon as the page is opened: reading the set costs nothing.
  const stored = useLoaded(() => checked(app, set), [app.app_id, set.updated_at]);
  useEffect(() => setText(draftTextOf(set)), [set.updated_at]);
  const draft = draftIn(text, set);
  const isReady = draft.kind === "set" && !isBusy;
  const isChanged = draft.kind === "set" && draft.isChanged;
  const type = (typed: string) => {
    setText(typed);
    setOutcome(NONE);
    setFound(null);
  };
  const onDraft = (act: (changed: DraftSet) => Promise<void>) => () => {
    if (draft.kind !== "set") return;
    setOutcome(NONE);
    run(() => act(draft.set));
  };
  const check = onDraft(async (changed) => {
    setFound(isChanged ? await checked(app, changed) : await linted(app, set));
    setOutcome({ kind: "checked" });
  });
  const compare = onDraft(async (changed) => setOutcome({ kind: "compared", diff: await compared(app, changed) }));
  const write = async (changed: DraftSet) => {
    await refuseOvertaken(app, set);
    await command("import", { app_id: app.app_id, sets: [changed], existing: "replace" });
    setFound(null);
    setOutcome({ kind: "saved" });
    reload();
  };
  const save = onDraft(async (changed) => {
    setFound(await checked(app, changed));
    const { diff, refusal } = await comparedOrNot(app, changed);
    if (diff?.changed === 0) await write(changed);
    else setOutcome({ kind: "asking", diff, refusal });
  });
  const findings = found ?? (isChanged ? [] : (stored.value ?? []));
  return (
    <>
      <section aria-labelledby="definition">
        <h3 id="definition">{sets.definition}</h3>
        <JsonField
          label={sets.json}
          hint={sets.jsonHint}
          rows={EDITOR_ROWS}
          value={text}
          onInput={type}
          problem={draft.kind === "faulty" ? draft.problem : null}
        />
        <div class="deeds">
          <button type="button" disabled={!isReady} onClick={check}>
            {sets.check}
          </button>
          <button type="button" disabled={!isReady || !isChanged} onClick={compare}>
            {sets.compare}
          </button>
          <button type="button" class="main" disabled={!isReady || !isChanged} onClick={save}>
            {sets.save}
          </button>
          {text !== draftTextOf(set) && (
            <button type="button" disabled={isBusy} onClick={() => type(draftTextOf(set))}>
              {sets.revert}
            </button>
          )}
        </div>
        <p class="hint">{sets.compareHint}</p>
        <Failure of={failure} />
        <div aria-live="polite">
          {isBusy && <p class="waiting">{sets.working}</p>}
          {outcome.kind === "checked" && <p class="well">{sets.checkedWell(count(findings.length))}</p>}
          {outcome.kind === "saved" && <p class="well">{sets.saved}</p>}
          {outcome.kind === "compared" && <SetChanges of={outcome.diff} />}
        </div>
      </section>
      <SetMembers set={draft.kind === "set" ? draft.set : set} findings={findings} />
      {outcome.kind === "asking" && draft.kind === "set" && (
        <SaveSet {...outcome} act={() => write(draft.set)} onClose={() => setOutcome(NONE)} />
      )}
    </>
  );
}

/** What reading finds. Throws a Refusal for a set that cannot be. */
async function checked(app: AppShape, set: DraftSet): Promise<readonly FindingWire[]> {
  const args = { app_id: app.app_id, sets: [set], existing: "replace" };
  return (await command<readonly CheckedSetShape[]>("import.check", args)).flatMap(({ warnings }) => warnings);
}

/** Of a set that is stored, what its names and examples show besides. */
async function linted(app: AppShape, { signature }: SetShape): Promise<readonly FindingWire[]> {
  return (await command<LintReportWire>("lint", { app_id: app.app_id, signatures: [signature] })).findings;
}

async function compared(app: AppShape, set: DraftSet): Promise<SetDiffWire> {
  return (await askAsApp<SetDiffWire>(app.app_id, "POST", `${pathOf(set)}/diff`, { proposed: set })).body;
}

/** A set can be saved although its app may not ask, or no model answers. */
async function comparedOrNot(
  app: AppShape,
  set: DraftSet,
): Promise<{ readonly diff: SetDiffWire | null; readonly refusal: string | null }> {
  try {
    return { diff: await compared(app, set), refusal: null };
  } catch (failure) {
    return { diff: null, refusal: wordsOf(failure) };
  }
}

/** Somebody else may have changed the set since it was loaded. */
async function refuseOvertaken(app: AppShape, set: SetShape): Promise<void> {
  const args = { app_id: app.app_id, signature: set.signature };
  const now = await command<readonly SetShape[]>("export", args);
  const isSame = now.some((one) => pathOf(one) === pathOf(set) && one.updated_at === set.updated_at);
  if (!isSame) throw new Declined(texts.value.sets.overtaken);
}
