import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** What a control needs to be known by its label, its hint and what is wrong with it. */
export interface FieldNames {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with what was typed, in words; null where nothing is. */
  readonly problem?: string | null;
  readonly children: (names: FieldNames) => ComponentChildren;
}

/** A label with its control. */
export function Field({ label, hint, problem = null, children }: FieldProps) {
  const id = useId();
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`];
  const describedBy = [hint !== undefined && hintId, problem !== null && problemId].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": describedBy || undefined, "aria-invalid": problem !== null })}
      {hint !== undefined && (
        <p id={hintId} class="hint">
          {hint}
        </p>
      )}
      {problem !== null && (
        <p id={problemId} class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
