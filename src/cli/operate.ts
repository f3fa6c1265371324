import { existsSync } from "node:fs";
import { type Config, loadConfig } from "#config";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { announceFolder } from "./new-folder.ts";
import { OperatorAccess } from "./operator-access.ts";
import { presented } from "./present.ts";
import type { Terminal } from "./terminal.ts";

/** An operator's command: by the running server where there is one, else on the data folder itself. */
export const operate: Run = async (invocation, terminal) => {
  const args = argumentsOf(invocation);
  const { config, isDataDirNamed: isNamed } = loadConfig({ flags: { data: invocation.options.data } });
  const { name } = invocation.command;
  const makesFolder = name === "app create";
  if (!makesFolder) refuseMissingFolder(config.dataDir);
  const beforeOpening = makesFolder ? () => announceFolder(config, { isNamed }) : undefined;
  const result = await perform(config, name.replace(" ", "."), args, terminal, beforeOpening);
  if (invocation.json) terminal.out(`${JSON.stringify(result)}\n`);
  else presented(name, result, terminal);
  if (makesFolder && args.plan === undefined) sayPlan(result, terminal);
  // The doctor did its work, but what it found is a failure to whoever asked.
  return isJsonObject(result) && result.ok === false ? 1 : 0;
};

/** A mistyped folder would otherwise be made, and found to be empty. */
export function refuseMissingFolder(dataDir: string): void {
  if (existsSync(dataDir)) return;
  throw new Failure(`there is no data folder ${dataDir}: name another with --data, or make it with "dragoman serve"`);
}

function sayPlan(app: JsonValue, terminal: Terminal): void {
  if (!isJsonObject(app) || app.plan !== "unlimited") return;
  terminal.err(
    `It is the first app here, so its plan has no limits: "dragoman app plan ${app.app_id} free" gives it some.\n`,
  );
}

/**
 * Has the running server do it, or does it on the folder, after `beforeOpening`. Throws the command's own AppError, and a Failure.
 */
export async function perform(
  config: Config,
  command: string,
  args: JsonObject,
  terminal: Terminal,
  beforeOpening?: () => Promise<string>,
): Promise<JsonValue> {
  const access = new OperatorAccess(config, terminal, { asksModels: false, beforeOpening });
  try {
    return await access.run(command, args);
  } finally {
    await access.close();
  }
}

/** What was typed, under the names that the operator's commands have in JSON. */
function argumentsOf({ command, operands, options }: Invocation): JsonObject {
  const { NAME, ID, PLAN, N, APP, KEY } = operands;
  const { plan, name, expires } = options;
  const appId = ID ?? APP;
  return {
    ...(appId !== undefined && { app_id: appId }),
    ...(KEY !== undefined && { key_id: KEY }),
    ...((NAME ?? name) !== undefined && { name: NAME ?? name }),
    ...((PLAN ?? plan) !== undefined && { plan: PLAN ?? plan }),
    ...(N !== undefined && { requests: requestsIn(N, command.name) }),
    ...(expires !== undefined && { expires_in_seconds: secondsIn(expires, command.name) }),
  };
}

function requestsIn(text: string, see: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw misused(`N is a whole number of requests, and "${text}" is none`, { see });
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

function secondsIn(text: string, see: string): number {
  const [, amount, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined || Number(amount) === 0) {
    throw misused(`--expires takes a time such as 90d, 12h or 30m, and "${text}" is none`, { see });
  }
  return Number(amount) * SECONDS[unit as keyof typeof SECONDS];
}
