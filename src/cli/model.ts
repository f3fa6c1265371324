import { loadConfig } from "#config";
import type { Run } from "./command.ts";
import { presented } from "./present.ts";

/** What the models of the settings can do: `model test [--config FILE] [--json]`. Needs no data folder and no server. */
export const modelTest: Run = async ({ command, options, json }, terminal) => {
  const { data, config: file } = options;
  const { config } = loadConfig({ flags: { data, config: file } });
  const { examineModels } = await import("#app");
  const examined = await examineModels(config);
  if (json) terminal.out(`${JSON.stringify(examined)}\n`);
  else presented(command.name, { checks: examined.checks.map((check) => ({ ...check })) }, terminal);
  return examined.ok ? 0 : 1;
};
