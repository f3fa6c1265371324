import { AppError } from "../errors.ts";
import { ALIAS_KINDS, type AliasStore } from "../ports/alias-store.ts";
import type { DefinitionStore } from "../ports/definition-store.ts";
import type { AppId } from "../tenant.ts";
import { nearestHint } from "./nearest-name.ts";
import type { Registry } from "./registry.ts";
import { unknownSet } from "./set-finder.ts";

/** The kinds of sets that sentences are asked of. */
export type AskedKind = "toolset" | "classification_set";

export interface FoundByName {
  readonly toolsets: Pick<Registry<"toolset">, "find">;
  readonly classificationSets: Pick<Registry<"classification_set">, "find">;
  readonly aliases: Pick<AliasStore, "find">;
  readonly definitions: Pick<DefinitionStore, "signatures">;
}

/** Of the set of that signature, where nobody says which: a toolset where there is one. Throws `not_found`. */
export async function kindOfSet(
  { toolsets, classificationSets, aliases, definitions }: FoundByName,
  app: AppId,
  signature: string,
): Promise<AskedKind> {
  if (await isThere(toolsets.find(app, signature))) return "toolset";
  if (await isThere(classificationSets.find(app, signature))) return "classification_set";
  const alias = await aliases.find(app, signature);
  if (alias) throw unknownSet(alias.kind, signature, alias);
  const hint = await nearestHint({ definitions }, app, ALIAS_KINDS, signature);
  throw new AppError("not_found", `there is no toolset and no classification set "${signature}" of this app${hint}`);
}

async function isThere(finding: Promise<unknown>): Promise<boolean> {
  try {
    await finding;
    return true;
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "not_found") return false;
    throw failure;
  }
}
