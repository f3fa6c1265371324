/** The sets that `test` and `ask` are about, once their examples are learned. */
import { AppError } from "#core/errors.ts";
import type { Examined, ExaminedKind } from "#core/examination/examiner.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "#core/json.ts";
import { Failure, type Invocation, misused } from "./command.ts";
import { onceLearned } from "./learned.ts";
import type { OperatorAccess } from "./operator-access.ts";
import type { Terminal } from "./terminal.ts";

/** What is told of them. A type, as what is sent as JSON. */
export type TestedSets = Pick<Examined, "allowsNone" | "kind" | "names" | "signatures"> & {
  readonly learning: { readonly done: number; readonly total: number } | null;
};

/** What both commands tell the server of which sets are meant, by which model and with which memories. */
export function targetIn({ command, operands, options }: Invocation): JsonObject {
  const sets = listIn(operands.SET ?? "");
  if (sets.length === 0) throw misused("SET is the signature of a set, or several by commas", { see: command.name });
  return {
    app_id: options.app,
    sets,
    ...(options.bank !== undefined && { banks: listIn(options.bank) }),
  };
}

/** The backends that were named. */
export function backendsIn({ command, repeated }: Invocation, max: number): readonly string[] {
  const named = repeated.backend ?? [];
  if (named.length > max) {
    const most = max === 1 ? "once" : "twice, for the two models that are compared";
    throw misused(`--backend stands ${named.length} times, and may ${most}`, { see: command.name });
  }
  if (new Set(named).size < named.length) {
    throw misused(`--backend names "${named[0]}" twice: a model is compared with another one`, { see: command.name });
  }
  return named;
}

/** Waits until what the sets teach is learned: an answer before may be another one. `kind`: what is probably meant. */
export async function learnedSets(
  access: OperatorAccess,
  target: JsonObject,
  kind: ExaminedKind | null,
  terminal: Terminal,
): Promise<TestedSets> {
  const { app_id, sets, proposed } = target;
  const look = async () => {
    const meant = { app_id, sets, ...(proposed !== undefined && { proposed }), ...(kind && { kind }) };
    const found = await access.run("examined", meant);
    if (isTestedSets(found)) return found;
    throw new Failure("the running server did not answer as one of this version does");
  };
  return onceLearned(look, "the examples of the set", terminal);
}

/** The kind that the first case speaks of, where there is such a set; else whatever there is. */
export async function setsOfKind(
  access: OperatorAccess,
  target: JsonObject,
  kind: ExaminedKind,
  terminal: Terminal,
): Promise<TestedSets> {
  try {
    return await learnedSets(access, target, kind, terminal);
  } catch (failure) {
    if (!(failure instanceof AppError && failure.code === "not_found")) throw failure;
    return learnedSets(access, target, null, terminal);
  }
}

function listIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function isTestedSets(value: JsonValue): value is TestedSets {
  if (!isJsonObject(value)) return false;
  const { kind, signatures, names, allowsNone, learning } = value;
  return (
    (kind === "toolset" || kind === "classification_set") &&
    isListOf(signatures, isText) &&
    isListOf(names, isText) &&
    typeof allowsNone === "boolean" &&
    (learning === null || isJsonObject(learning))
  );
}
