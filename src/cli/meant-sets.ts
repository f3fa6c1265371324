/** What the names of sets in a command stand for: an alias is looked up once, so that a promotion meanwhile changes nothing of it. */
import type { ExaminedKind } from "#core/examination/examiner.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "#core/json.ts";
import { Failure } from "./command.ts";
import type { OperatorAccess } from "./operator-access.ts";
import type { Terminal } from "./terminal.ts";

export interface MeantSets {
  readonly signatures: readonly string[];
  /** That aliases are of; null where none was named. */
  readonly kind: ExaminedKind | null;
  /** Of each alias that was named, the signature. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Who asks what, which decides on the side of an alias that is split. A type, as what is sent as JSON. */
export type Asked = { readonly sentence: string; readonly caller?: string };

/** Throws `validation_error` for a split where nobody asks. */
export async function meantSets(
  access: OperatorAccess,
  { app_id, sets: names }: JsonObject,
  asked: Asked | null,
): Promise<MeantSets> {
  const found = await access.run("alias.meant", { app_id, names, ...asked });
  if (isJsonObject(found) && isListOf(found.signatures, isText) && isListOf(found.aliases, isSide)) {
    return {
      signatures: found.signatures,
      kind: found.aliases[0]?.kind ?? null,
      aliases: Object.fromEntries(found.aliases.map(({ name, signature }) => [name, signature])),
    };
  }
  throw new Failure("the running server did not answer as one of this version does");
}

/** The target of a command of one run, with the sets themselves in the place of aliases; the terminal is told which they are. */
export async function withSetsMeant(
  access: OperatorAccess,
  target: JsonObject,
  terminal: Terminal,
): Promise<JsonObject> {
  const meant = await meantSets(access, target, null);
  tellMeant(meant, terminal);
  return { ...target, sets: meant.signatures };
}

/** Which set each alias stands for. */
export function tellMeant({ aliases }: Pick<MeantSets, "aliases">, terminal: Terminal): void {
  for (const [name, signature] of Object.entries(aliases)) terminal.err(`"${name}" stands for "${signature}".\n`);
}

function isSide(
  value: JsonValue,
): value is { readonly name: string; readonly signature: string; readonly kind: ExaminedKind } {
  return [value].filter(isJsonObject).some(({ name = null, signature = null, kind }) => {
    return isText(name) && isText(signature) && (kind === "toolset" || kind === "classification_set");
  });
}
