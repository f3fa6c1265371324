/** What is said once for several requests: "print pages 2 and 5 of the report", "open ticket 12 and then assign it to Ann". */
import type { DraftCall } from "#core/ports/models.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";

export interface PartDraft extends DraftCall {
  readonly tool: number;
  readonly readable: ReadableTool;
  /** It is what the one before it is, with other values. */
  readonly isAlike: boolean;
}

/** Each with the values that others have for what it leaves open. */
export function withShared(drafts: readonly PartDraft[]): readonly PartDraft[] {
  return drafts.map((draft, index) => {
    const before = drafts.slice(0, index).reverse();
    const behind = drafts.slice(index + 1);
    const end = behind.findIndex(({ isAlike }) => !isAlike);
    const alike = end < 0 ? behind : behind.slice(0, end);
    const open = draft.readable.parameters.filter((parameter) => isOpen(parameter, draft));
    return open.reduce((filled, parameter) => {
      const isNeeded = parameter.isRequired && !parameter.hasDefault;
      // What stands behind several that are alike is said of all; what stands before them they have in common already.
      const sources = isNeeded ? [...before, ...behind] : alike;
      const source = sources.find((other) => holdsSame(other, parameter));
      return source ? carried(filled, parameter.name, source) : filled;
    }, draft);
  });
}

function isOpen({ name, path }: Parameter, { parameters }: DraftCall): boolean {
  return path.length === 1 && !Object.hasOwn(parameters, name);
}

function holdsSame({ readable, parameters }: PartDraft, { name, type }: Parameter): boolean {
  const isSame = readable.parameters.some(
    (other) => other.path.length === 1 && other.name === name && other.type === type,
  );
  return isSame && Object.hasOwn(parameters, name);
}

function carried(draft: PartDraft, name: string, { parameters, spans }: PartDraft): PartDraft {
  const span = Object.hasOwn(spans, name) ? spans[name] : undefined;
  return {
    ...draft,
    // A parameter may be called `__proto__`.
    parameters: Object.fromEntries([...Object.entries(draft.parameters), [name, parameters[name]]]),
    spans: span ? Object.fromEntries([...Object.entries(draft.spans), [name, span]]) : draft.spans,
  };
}
