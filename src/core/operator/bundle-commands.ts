/** The operator's commands about bundles. */
import type { BundledTest } from "../bundle/bundle.ts";
import type { Bundles, TestToPack } from "../bundle/bundles.ts";
import { importedJson } from "../bundle/imported-json.ts";
import { invalid } from "../errors.ts";
import { existingIn } from "../exchange/existing.ts";
import { Fields } from "../exchange/fields.ts";
import { isJsonObject, isListOf, type JsonObject, type JsonValue } from "../json.ts";
import type { Arguments } from "./arguments.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";

export const BUNDLE_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["bundle.make", { takes: ["app_id", "signature", "tests"], records: ["app_id", "signature", "key"], run: make }],
  [
    "bundle.import",
    {
      takes: ["app_id", "bundle", "existing", "trusted", "min_accuracy", "dry_run"],
      records: ["app_id", "existing", "key", "written"],
      run: bringIn,
    },
  ],
];

/** A command is over when it is done, whoever waits for it. */
function never(): AbortSignal {
  return new AbortController().signal;
}

/** Of all that the app has, or of one set with what belongs to it. */
async function make(options: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id } = await options.tenants.showApp(args.app());
  const chosen = args.has("signature")
    ? { signatures: [args.text("signature")], personas: [], banks: [] }
    : { signatures: null, personas: null, banks: null };
  const { bundle, key, tests } = await bundlesIn(options).make(id, chosen, testsIn(args), never());
  return { bundle, key, tests: tests.map(({ cases: _, ...test }) => test) };
}

async function bringIn(options: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id } = await options.tenants.showApp(args.app());
  const isTrial = args.has("dry_run") && args.flag("dry_run");
  const how = {
    existing: existingIn(args.has("existing") ? args.text("existing") : "refuse"),
    trusted: args.has("trusted") ? args.texts("trusted") : [],
    minAccuracy: args.has("min_accuracy") ? args.number("min_accuracy") : null,
    isTrial,
    casesMax: Number.POSITIVE_INFINITY,
    lessonsMax: Number.POSITIVE_INFINITY,
  };
  return importedJson(await bundlesIn(options).bringIn(id, args.object("bundle"), how, never()), !isTrial);
}

function bundlesIn({ bundles }: OperatorOptions): Bundles {
  if (!bundles) throw new Error("a command about bundles was run without a model");
  return bundles;
}

function testsIn(args: Arguments): readonly TestToPack[] {
  const list = args.has("tests") ? args.list("tests") : [];
  return list.map((test, at) => {
    if (!isJsonObject(test)) throw invalid(`tests.${at}`, "must be an object");
    const fields = new Fields(test, `tests.${at}`);
    const cases = fields.list("cases");
    if (!isListOf(cases, isObject)) throw invalid(`tests.${at}.cases`, "must be objects");
    return { kind: fields.text("kind") as BundledTest["kind"], sets: fields.texts("sets"), cases };
  });
}

function isObject(value: JsonValue): value is JsonObject {
  return isJsonObject(value);
}
