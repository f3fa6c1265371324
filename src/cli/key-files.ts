/** Files with keys of age, as options name them. */
import { readFileSync } from "node:fs";
import { messageOf } from "#core/errors.ts";
import { Failure } from "./command.ts";

/** The public keys in a file; null where none is named. Throws where it has anything else in it. */
export async function recipientsOf(file: string | undefined) {
  if (file === undefined) return null;
  const backups = await (await import("#app")).openBackups();
  return backups.recipientsIn(textOf(file), file);
}

/** The secret keys in a file; null where none is named. Throws where it has anything else in it. */
export async function identitiesOf(file: string | undefined) {
  if (file === undefined) return null;
  const backups = await (await import("#app")).openBackups();
  return backups.identitiesIn(textOf(file), file);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Failure(`the file of the key cannot be read (${messageOf(cause)})`, cause);
  }
}
