/** The operator's commands about aliases. */
import { invalid } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Page } from "../page.ts";
import type { AliasKind } from "../ports/alias-store.ts";
import { type AliasView, NO_ANSWERS } from "../sets/aliases.ts";
import type { Arguments } from "./arguments.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";

export const ALIAS_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  [
    "alias.set",
    {
      takes: ["app_id", "name", "kind", "signature", "split"],
      records: ["app_id", "name", "signature", "split"],
      run: setAlias,
    },
  ],
  ["alias.list", { takes: ["app_id"], records: ["app_id"], run: listAliases }],
  ["alias.meant", { takes: ["app_id", "names", "sentence", "caller"], records: null, run: showMeant }],
  ["alias.remove", { takes: ["app_id", "name"], records: ["app_id", "name"], run: removeAlias }],
];

async function setAlias({ tenants, aliases }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  const input = {
    ...(args.has("kind") && { kind: kindIn(args.text("kind")) }),
    ...(args.has("signature") && { signature: args.text("signature") }),
    ...(args.has("split") && { split: args.list("split").map(sideIn) }),
  };
  return aliasJson(await aliases.put({ app }, args.text("name"), input, null));
}

async function listAliases({ tenants, aliases }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id: app } = await tenants.showApp(args.app());
  const found: AliasView[] = [];
  for (let after: number | null = null; ; ) {
    const page: Page<AliasView> = await aliases.list({ app }, { limit: LIMITS.pageItemsMax, after });
    found.push(...page.items);
    if (page.next === null) return found.map(aliasJson);
    after = page.next;
  }
}

/** The signatures that the names stand for now; with a sentence, to whoever asks it. */
async function showMeant({ tenants, aliases }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  const caller = args.has("caller") ? args.text("caller") : undefined;
  const asked = args.has("sentence") ? { sentence: args.text("sentence"), caller } : null;
  const { signatures, aliases: stands } = await aliases.meant({ app }, args.texts("names"), asked);
  return { signatures, aliases: stands.map((one) => ({ ...one })) };
}

/** Returns what is gone. */
async function removeAlias({ tenants, aliases }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  const name = args.text("name");
  const gone = await aliases.get({ app }, name);
  await aliases.remove({ app }, name, null);
  return { app_id: app, ...aliasJson(gone) };
}

function kindIn(text: string): AliasKind {
  if (text === "toolset" || text === "classification_set") return text;
  throw invalid("kind", 'must be "toolset" or "classification_set"');
}

function sideIn(value: JsonValue, index: number): { readonly signature: string; readonly percent: number } {
  if (isJsonObject(value) && typeof value.signature === "string" && typeof value.percent === "number") {
    return { signature: value.signature, percent: value.percent };
  }
  throw invalid(`split.${index}`, 'must be {"signature": "...", "percent": 10}');
}

function aliasJson({ alias, tally }: AliasView): JsonObject {
  const { name, kind, sides, updatedAt } = alias;
  return {
    name,
    kind,
    sides: sides.map(({ signature, percent }) => {
      const { answers, none } = tally.bySignature.get(signature) ?? NO_ANSWERS;
      return { signature, percent, answers, none };
    }),
    updated_at: new Date(updatedAt).toISOString(),
  };
}
