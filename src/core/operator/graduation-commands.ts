/** The operator's command about graduation. */
import type { JsonValue } from "../json.ts";
import type { Arguments } from "./arguments.ts";
import { kindIn } from "./asking-commands.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";

export const GRADUATION_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["graduation", { takes: ["app_id", "signature", "kind"], records: ["app_id", "signature"], run: show }],
];

async function show({ tenants, graduationReports }: OperatorOptions, args: Arguments): Promise<JsonValue> {
  const { id } = await tenants.showApp(args.app());
  return graduationReports.of(id, args.text("signature"), kindIn(args));
}
