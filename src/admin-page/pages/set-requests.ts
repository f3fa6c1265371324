/** What the editor of a set asks of the server. */
import type { FindingWire, LintReportWire } from "#http/schemas/lint-report.ts";
import type { SetDiffWire } from "#http/schemas/set-diff.ts";
import { Declined, wordsOf } from "../parts/failure.tsx";
import { askAsApp, command } from "../server.ts";
import { pathOf } from "../set-kind.ts";
import type { AppShape, CheckedSetShape, SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import type { DraftSet } from "./set-draft.ts";

/** What reading finds. Throws a Refusal for a set that cannot be. */
export async function checked(app: AppShape, set: DraftSet): Promise<readonly FindingWire[]> {
  const args = { app_id: app.app_id, sets: [set], existing: "replace" };
  return (await command<readonly CheckedSetShape[]>("import.check", args)).flatMap(({ warnings }) => warnings);
}

/** Of a set that is stored, what its names and examples show besides. */
export async function linted(app: AppShape, { signature }: SetShape): Promise<readonly FindingWire[]> {
  return (await command<LintReportWire>("lint", { app_id: app.app_id, signatures: [signature] })).findings;
}

/** What would be answered otherwise if `set` had the definition of `proposed`. It costs the app one request. */
export async function compared(
  app: AppShape,
  set: Pick<SetShape, "signature" | "tools">,
  proposed: object,
): Promise<SetDiffWire> {
  return (await askAsApp<SetDiffWire>(app.app_id, "POST", `${pathOf(set)}/diff`, { proposed })).body;
}

export interface Compared {
  /** Null where it could not be found out; `refusal` says why. */
  readonly diff: SetDiffWire | null;
  readonly refusal: string | null;
}

/** A set can be saved although its app may not ask, or no model answers. */
export async function comparedOrNot(...args: Parameters<typeof compared>): Promise<Compared> {
  try {
    return { diff: await compared(...args), refusal: null };
  } catch (failure) {
    return { diff: null, refusal: wordsOf(failure) };
  }
}

/** Somebody else may have changed the set since it was loaded. */
export async function refuseOvertaken(app: AppShape, set: SetShape): Promise<void> {
  const args = { app_id: app.app_id, signature: set.signature };
  const now = await command<readonly SetShape[]>("export", args);
  const isSame = now.some((one) => pathOf(one) === pathOf(set) && one.updated_at === set.updated_at);
  if (!isSame) throw new Declined(texts.value.sets.overtaken);
}
