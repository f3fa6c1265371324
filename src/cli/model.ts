import { loadConfig } from "#config";
import type { Run } from "./command.ts";
import { presented } from "./present.ts";

/** What the models of the settings can do: `model test [--config FILE] [--json]`. Needs no data folder and no server. */
export const modelTest: Run = async ({ command, options, json }, terminal) => {
  const { data, config: file } = options;
  const { config } = loadConfig({ flags: { data, config: file } });
  const { models } = await import("#app");
  const examined = await models.examine(config);
  if (json) terminal.out(`${JSON.stringify(examined)}\n`);
  else presented(command.name, { checks: examined.checks.map((check) => ({ ...check })) }, terminal);
  return examined.ok ? 0 : 1;
};

/** All of them in a table: `model list [--config FILE] [--json]`. A server that does not answer is no failure of the command. */
export const modelList: Run = async ({ command, options, json }, terminal) => {
  const { data, config: file } = options;
  const { config } = loadConfig({ flags: { data, config: file } });
  const { models: served } = await import("#app");
  const models = (await served.survey(config)).map((model) => ({ ...model }));
  if (json) terminal.out(`${JSON.stringify(models)}\n`);
  else presented(command.name, models, terminal);
  return 0;
};
