import { loadConfig } from "#config";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { type Invocation, misused, type Run } from "./command.ts";
import { perform, refuseMissingFolder } from "./operate.ts";
import { presented } from "./present.ts";
import type { Terminal } from "./terminal.ts";

/** `alias set NAME SET --app ID`: from the next question on the name stands for that. */
export const setAlias: Run = async (invocation, terminal) => {
  const { operands, options, command } = invocation;
  const { NAME = "", SET = "" } = operands;
  const { kind, split, app = "" } = options;
  const meant = split === undefined ? { signature: SET } : { split: sidesIn(SET, split, command.name) };
  const args = { app_id: app, name: NAME, ...(kind !== undefined && { kind }), ...meant };
  return done(await act(invocation, "alias.set", args, terminal), invocation, terminal);
};

/** `alias list --app ID`. */
export const listAliases: Run = async (invocation, terminal) =>
  done(await act(invocation, "alias.list", { app_id: invocation.options.app ?? "" }, terminal), invocation, terminal);

/** `alias remove NAME --app ID`: the sets stay. */
export const removeAlias: Run = async (invocation, terminal) => {
  const { operands, options } = invocation;
  const args = { app_id: options.app ?? "", name: operands.NAME ?? "" };
  return done(await act(invocation, "alias.remove", args, terminal), invocation, terminal);
};

function act({ options }: Invocation, command: string, args: JsonObject, terminal: Terminal): Promise<JsonValue> {
  const { config } = loadConfig({ flags: { data: options.data } });
  refuseMissingFolder(config.dataDir);
  return perform(config, command, args, terminal);
}

function done(result: JsonValue, { command, json }: Invocation, terminal: Terminal): 0 {
  if (json) terminal.out(`${JSON.stringify(result)}\n`);
  else presented(command.name, command.name === "alias remove" ? result : linesOf(result), terminal);
  return 0;
}

/** One line for each set that an alias stands for. */
function linesOf(result: JsonValue): JsonValue {
  const aliases = (Array.isArray(result) ? result : [result]).filter(isJsonObject);
  return aliases.flatMap(({ name, kind, sides, updated_at }) =>
    (Array.isArray(sides) ? sides : [])
      .filter(isJsonObject)
      .map((side) => ({ name: name ?? null, kind: kind ?? null, ...side, updated_at: updated_at ?? null })),
  );
}

/** The share of the other set; the rest stays with the one that stands first. */
function sidesIn(signature: string, split: string, see: string): JsonValue {
  const [, other, share] = /^([^=]+)=(\d{1,3})%?$/.exec(split) ?? [];
  if (other === undefined || share === undefined) {
    throw misused(`--split takes a set and its percent, as in orders-v4=10, and "${split}" is none`, { see });
  }
  const percent = Number(share);
  return [
    { signature, percent: 100 - percent },
    { signature: other, percent },
  ];
}
