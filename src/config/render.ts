/** Settings for people to read: the outcome with its origins, and the reference. */
import { stringify } from "smol-toml";
import { BACKEND_SETTINGS } from "./sections/model.ts";
import { PLAN_DEFAULTS, PLAN_SETTINGS } from "./sections/money.ts";
import type { SettingValue } from "./setting.ts";
import { SETTINGS, settingAt, variableOf } from "./settings.ts";

export interface OriginatedValue {
  readonly value: SettingValue;
  /** `default`, the path of a file, `environment DRAGOMAN_…`, `flag --…`. */
  readonly origin: string;
}

/** By `section.key`, secrets masked: what `--print-config --json` prints. */
export function maskedSettings(
  values: ReadonlyMap<string, OriginatedValue>,
): Readonly<Record<string, OriginatedValue>> {
  return Object.fromEntries(
    [...values].map(([path, { value, origin }]) => [path, { value: settingAt(path)?.masked(value) ?? value, origin }]),
  );
}

/** The outcome as TOML that could be the settings file, the origin of each value beside it; secrets masked. */
export function renderConfig(
  dataDir: { readonly value: string; readonly origin: string },
  values: ReadonlyMap<string, OriginatedValue>,
): string {
  const lines = [`# data folder: ${dataDir.value} (${dataDir.origin})`];
  let section = "";
  for (const [path, { value, origin }] of Object.entries(maskedSettings(values))) {
    const dot = path.lastIndexOf(".");
    if (path.slice(0, dot) !== section) {
      section = path.slice(0, dot);
      lines.push("", `[${section}]`);
    }
    const assignment = stringify({ [path.slice(dot + 1)]: value }).trim();
    lines.push(`${assignment.padEnd(48)} # ${origin}`);
  }
  return `${lines.join("\n")}\n`;
}

const HEAD = `# Settings

Built-in defaults come first, then the file \`dragoman.toml\` in the data folder (or the one named with \`--config\`), then
the environment, then flags. The environment variable of a setting is \`DRAGOMAN_\`, its section and its key, in capitals:
\`DRAGOMAN_SERVER_PORT\`. A list stands there with commas between its items. A setting that is wrong or unknown stops the
start with exit status 2, and every such setting is named. \`dragoman serve --print-config\` shows the outcome, and where
each value came from.

Two variables are no settings: \`DRAGOMAN_DATA\` is the data folder (as \`--data\`; without either, \`./dragoman-data\`), and
\`DRAGOMAN_DEBUG=1\` shows where an unexpected error came from.

This page is made from the table in \`src/config/settings.ts\`.
`;

const TABLE_HEAD = "| key | default | type | unit | accepted | what it is |\n| --- | --- | --- | --- | --- | --- |";

const PLANS = `Any number of plans, with any names: \`[plans.gold]\`, or \`DRAGOMAN_PLANS_GOLD_REQUESTS_PER_MINUTE\`. A plan of your own gives
both keys. The plans below are always there; a file can change their numbers.
`;

const BACKENDS = `## \`[backends.<name>]\`

Any number of further model servers, for \`fallbacks\` of \`[model]\`, with the same keys: ${Object.keys(
  BACKEND_SETTINGS,
)
  .map((key) => `\`${key}\``)
  .join(", ")}. What is left out is as above; \`provider\` is "openai", "anthropic" or "llama-server". In the
environment, for a backend of the file: \`${variableOf("backends.big.base_url")}\`.
`;

/** `docs/reference/settings.md`, from the table. A test compares the two. */
export function renderSettingsReference(): string {
  const sections = Object.entries(SETTINGS).map(([section, keys]) => {
    const rows = Object.entries(keys).map(([key, setting]) => {
      const value = stringify({ key: setting.default })
        .trim()
        .replace(/^key = /, "");
      const { type, unit, expected, describes } = setting;
      return `| \`${key}\` | \`${value}\` | ${type} | ${unit ?? ""} | ${expected} | ${describes} |`;
    });
    return `## \`[${section}]\`\n\n${TABLE_HEAD}\n${rows.join("\n")}\n`;
  });
  const model = Object.keys(SETTINGS).indexOf("model") + 1;
  const [first, others, rest] = [sections.slice(0, 1), sections.slice(1, model), sections.slice(model)];
  return [HEAD, ...first, renderPlans(), ...others, BACKENDS, ...rest].join("\n");
}

function renderPlans(): string {
  const keys = Object.entries(PLAN_SETTINGS);
  const facts = keys.map(([key, { describes, expected }]) => `- \`${key}\`: ${expected}. ${describes}`);
  const head = `| plan | ${keys.map(([key]) => `\`${key}\``).join(" | ")} |\n| --- |${" --- |".repeat(keys.length)}`;
  const rows = Object.entries(PLAN_DEFAULTS).map(
    ([name, plan]) => `| \`${name}\` | \`${plan.requests_per_minute}\` | \`${plan.requests_per_month}\` |`,
  );
  const example = variableOf("plans.free.requests_per_minute");
  return `## \`[plans.<name>]\`\n\n${PLANS}\nIn the environment: \`${example}\`.\n\n${facts.join("\n")}\n\n${head}\n${rows.join("\n")}\n`;
}
