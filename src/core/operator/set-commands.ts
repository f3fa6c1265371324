/** Sets and lists of values that come in and go out, and what is said of sets. */
import { AppError } from "../errors.ts";
import type { Exchange, Imported } from "../exchange/exchange.ts";
import { type Existing, existingIn } from "../exchange/existing.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { LintReport } from "../linting/linter.ts";
import type { AppId } from "../tenant.ts";
import { givenValuesIn } from "../value-list.ts";
import type { Arguments } from "./arguments.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";

export const SET_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["import", importing((exchange, app, sets, existing) => exchange.bringIn(app, sets, existing))],
  [
    "import.check",
    { ...importing((exchange, app, sets, existing) => exchange.check(app, sets, existing)), records: null },
  ],
  [
    "values.import",
    {
      takes: ["app_id", "name", "values", "existing"],
      records: ["app_id", "name", "values", "existing"],
      run: importValues,
    },
  ],
  ["export", { takes: ["app_id", "signature"], records: ["app_id", "signature"], run: exportSets }],
  ["lint", { takes: ["app_id", "signatures"], records: ["app_id", "signatures"], run: lintSets }],
];

/** What an import does to sets, or would do, as `{outcome, resource}` of each. */
function importing(
  act: (exchange: Exchange, app: AppId, sets: readonly JsonValue[], existing: Existing) => Promise<readonly Imported[]>,
): OperatorCommand {
  return {
    takes: ["app_id", "sets", "existing"],
    records: ["app_id", "sets", "existing"],
    run: async ({ tenants, exchange }, args) => {
      const { id } = await tenants.showApp(args.app());
      const imported = await act(exchange, id, args.list("sets"), existingOf(args));
      return imported.map(({ outcome, resource, warnings }) => ({ outcome, resource, warnings }));
    },
  };
}

function existingOf(args: Arguments): Existing {
  return existingIn(args.has("existing") ? args.text("existing") : "refuse");
}

/** A list of values, created, or replaced where it may be. The app pays nothing for it. */
async function importValues({ tenants, valueLists }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const { id: app } = await tenants.showApp(args.app());
  const name = args.text("name");
  const input = { name, values: givenValuesIn(args.list("values")) };
  const isThere = await valueLists.find(app, name).then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof AppError && failure.code === "not_found") return false;
      throw failure;
    },
  );
  if (isThere && existingOf(args) === "refuse")
    throw new AppError("conflict", `the value list "${name}" is there already: --replace replaces it`);
  const { set } = isThere
    ? await valueLists.replace({ app }, name, input, null)
    : await valueLists.create({ app }, name, input);
  return { outcome: isThere ? "replaced" : "created", name, count: input.values.length, content_hash: set.contentHash };
}

async function exportSets({ tenants, exchange }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id } = await tenants.showApp(args.app());
  return exchange.takeOut(id, args.has("signature") ? args.text("signature") : null);
}

/** Toolsets are looked at together. Nobody who gave up can be told of: the socket's client waits to the end. */
async function lintSets({ tenants, setLint }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id } = await tenants.showApp(args.app());
  const signatures = args.list("signatures").map(String);
  return lintJson(await setLint.named(id, signatures, new AbortController().signal));
}

/** As the API gives it. */
export function lintJson({ findings, leftOut, languages, compared }: LintReport): JsonObject {
  return { findings, left_out: leftOut, languages: languages.map((one) => ({ ...one })), compared };
}
