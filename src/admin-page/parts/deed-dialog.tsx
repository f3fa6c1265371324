import type { ComponentChildren } from "preact";
import { useDeed } from "../loaded.ts";
import { texts } from "../texts/texts.ts";
import { Dialog } from "./dialog.tsx";
import { Failure } from "./failure.tsx";

interface DeedDialogProps {
  readonly title: string;
  readonly lead?: string;
  /** What the button that does it says. */
  readonly deed: string;
  readonly isDangerous?: true;
  /** Whether it can be done with what was typed; false says beside the field what is wrong. */
  readonly check?: () => boolean;
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Asks before something is done, with the fields that it needs. What is refused is said in it, and it stays open. */
export function DeedDialog({ title, lead, deed, isDangerous, check, act, onClose, children }: DeedDialogProps) {
  const { isBusy, failure, run } = useDeed();
  const submit = (event: Event) => {
    event.preventDefault();
    if (check?.() !== false) run(act);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {lead !== undefined && <p>{lead}</p>}
        {children}
        <Failure of={failure} />
        <div class="deeds">
          <button type="submit" class={isDangerous ? "dangerous" : "main"} disabled={isBusy}>
            {deed}
          </button>
          <button type="button" onClick={onClose}>
            {texts.value.deeds.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
