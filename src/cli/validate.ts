import { loadConfig } from "#config";
import type { Run } from "./command.ts";
import { hostsOf, networkLine } from "./start-block.ts";

/** The settings as the server would read them: `validate [--config FILE] [--json]`. What is wrong is a SettingsError. */
export const validate: Run = async ({ options, json }, terminal) => {
  const { data, config: file } = options;
  const { config, origins } = loadConfig({ flags: { data, config: file } });
  const changed = Object.entries(origins).filter(([, { origin }]) => origin !== "default");
  const hosts = hostsOf(config);
  if (json) {
    const settings = Object.fromEntries(changed);
    terminal.out(`${JSON.stringify({ ok: true, data_dir: config.dataDir, network: hosts, settings })}\n`);
    return 0;
  }
  terminal.out(`The settings are sound. Data folder: ${config.dataDir}\n`);
  terminal.out(`Hosts that may be contacted: ${networkLine(hosts)}\n`);
  if (changed.length === 0) terminal.out("Every setting has its default.\n");
  for (const [path, { value, origin }] of changed) terminal.out(`  ${path} = ${JSON.stringify(value)}  (${origin})\n`);
  terminal.err('"dragoman serve --print-config" shows all of them.\n');
  return 0;
};
