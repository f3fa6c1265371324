import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { messageOf } from "#core/errors.ts";
import type { ShownSetting } from "#core/operator/shown-setting.ts";
import { Secret } from "#core/secret.ts";
import { disagreements, namedSectionOf, namesIn } from "./config/agreement.ts";
import { type BackendSettings, type HeldSections, heldSection, type PlanSettings } from "./config/held-settings.ts";
import { type SettingProblem, SettingsError, shown } from "./config/problems.ts";
import { maskedSettings, type OriginatedValue, renderConfig } from "./config/render.ts";
import { BACKEND_SETTINGS } from "./config/sections/model.ts";
import { PLAN_DEFAULTS, PLAN_SETTINGS } from "./config/sections/money.ts";
import type { Setting } from "./config/setting.ts";
import { SETTINGS, SETTINGS_BY_PATH, settingAt } from "./config/settings.ts";
import { DATA_DIR_DEFAULT, shownSettings } from "./config/shown-settings.ts";
import { type Assignment, readEnvironment, readFlags, readToml, type SECRET_VARIABLES } from "./config/sources.ts";

export { nearMiss } from "#core/near-miss.ts";
export { type SettingProblem, SettingsError } from "./config/problems.ts";
export { renderSettingsReference } from "./config/render.ts";
export { withoutSecrets } from "./config/setting.ts";

/** Every setting, checked and frozen. Each section is as `src/config/sections/` declares it, its keys in camel case. */
export interface Config extends HeldSections {
  /** Absolute. */
  readonly dataDir: string;
  readonly plans: Readonly<Record<string, PlanSettings>>;
  readonly backends: Readonly<Record<string, Backend>>;
  /** What the variable that `model.apiKeyEnv` names holds; "" where it holds nothing. */
  readonly modelApiKey: Secret;
  /** All of them as an operator may see them, secrets masked, with the origin of each. */
  readonly shown: readonly ShownSetting[];
}

export interface Backend extends BackendSettings {
  /** What the variable that `apiKeyEnv` names holds; "" where it holds nothing. */
  readonly apiKey: Secret;
}

/** What was typed after the command, of the flags that are settings. */
export interface Flags {
  readonly data?: string | undefined;
  readonly config?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}

export interface ConfigSources {
  readonly flags?: Flags;
  /** The process's own, unless a test brings another. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The text of a file; null when there is none of that name. Throws when it cannot be read. */
  readonly readFile?: (path: string) => string | null;
}

/**
 * As `readFile` for commands that do at once what settings say, which may be to start a program or to send a variable to a
 * server: a file of another user than this one and root counts as one that cannot be read.
 */
export function readTrustedFile(path: string): string | null {
  return readTextFile(path, (file) => {
    const { uid } = fstatSync(file);
    if (uid !== 0 && uid !== process.getuid?.()) throw new Error(`it belongs to user ${uid}`);
  });
}

export interface LoadedConfig {
  readonly config: Config;
  /** By `section.key`, secrets masked, with the origin of each value. */
  readonly origins: Readonly<Record<string, OriginatedValue>>;
  /** The outcome as TOML with the origins as comments, secrets masked. */
  readonly printed: string;
  /** By a flag or the environment: otherwise it is the one of the folder that the command was typed in. */
  readonly isDataDirNamed: boolean;
}

/**
 * The settings: built-in defaults, then the file, then the environment, then flags.
 * Throws a SettingsError that names every setting that is wrong or unknown.
 */
export function loadConfig(sources: ConfigSources = {}): LoadedConfig {
  const { flags = {}, env = process.env, readFile = (path) => readTextFile(path) } = sources;
  const problems: SettingProblem[] = [];
  const dataDir = dataDirOf(flags, env, problems);
  const file = fileReading(flags.config, dataDir.value, readFile);
  const { data: _data, config: _config, ...rest } = flags;
  const named = new Set(file.assignments.flatMap(({ path }) => namedSectionOf(path) ?? []));
  const environment = readEnvironment(env, [...Object.keys(PLAN_DEFAULTS).map((name) => `plans.${name}`), ...named]);
  const typed = readFlags({ "server.host": rest.host, "server.port": rest.port });
  const values = defaults();
  for (const reading of [file, environment, typed]) {
    problems.push(...reading.problems);
    for (const assignment of reading.assignments) assign(values, assignment, problems);
  }
  completeBackends(values);
  problems.push(...disagreements(values));
  if (problems.length > 0) throw new SettingsError(problems);
  const ordered = new Map([...values].sort(([one], [other]) => rankOf(one) - rankOf(other)));
  const sections = sectionsOf(ordered);
  const config: Config = frozen({
    dataDir: dataDir.value,
    ...sections,
    plans: plansOf(ordered),
    backends: backendsOf(ordered, env),
    modelApiKey: new Secret(env[sections.model.apiKeyEnv] ?? ""),
    shown: shownSettings(dataDir, ordered),
  });
  const isDataDirNamed = dataDir.origin !== "default";
  return {
    config,
    isDataDirNamed,
    // Written when somebody looks: no start waits for it.
    get origins() {
      return maskedSettings(ordered);
    },
    get printed() {
      return renderConfig(dataDir, ordered);
    },
  };
}

/** Whether unexpected errors show where they came from: `DRAGOMAN_DEBUG` is set, and not to 0. */
export function debugWanted(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return !["", "0", undefined].includes(env.DRAGOMAN_DEBUG);
}

/** Where the data folder is, by flag, environment or default, whatever is wrong with the settings. Absolute. */
export function dataFolder(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return dataDirOf({ data: flag }, env, []).value;
}

/** A secret that a command was given; "" where the variable is not set. */
export function secretVariable(
  name: (typeof SECRET_VARIABLES)[number],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Secret {
  return new Secret(env[name] ?? "");
}

/** Variables that change how the program itself is run, of those that are set. */
export function runtimeVariables(env: Readonly<Record<string, string | undefined>> = process.env): readonly string[] {
  return ["BUN_OPTIONS", "BUN_BE_BUN", "NODE_OPTIONS"].filter((name) => (env[name] ?? "") !== "");
}

type Values = Map<string, OriginatedValue>;

function dataDirOf(flags: Flags, env: Readonly<Record<string, string | undefined>>, problems: SettingProblem[]) {
  const variable = env.DRAGOMAN_DATA;
  const given = flags.data ?? variable ?? DATA_DIR_DEFAULT;
  const origin =
    flags.data !== undefined ? "flag --data" : variable !== undefined ? "environment DRAGOMAN_DATA" : "default";
  if (given === "") {
    const [source, key] = flags.data !== undefined ? ["flag", "--data"] : ["environment", "DRAGOMAN_DATA"];
    problems.push({ source, key, found: '""', expected: "the path of a folder" });
  }
  return { value: resolve(given), origin };
}

function fileReading(named: string | undefined, dataDir: string, readFile: (path: string) => string | null) {
  const path = named === undefined ? join(dataDir, "dragoman.toml") : resolve(named);
  const failed = (found: string, expected: string) => {
    return {
      assignments: [],
      problems: [{ source: path, key: named === undefined ? "file" : "--config", found, expected }],
    };
  };
  try {
    const toml = readFile(path);
    if (toml !== null) return readToml(path, toml);
    return named === undefined ? { assignments: [], problems: [] } : failed("no such file", "a settings file");
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : messageOf(cause);
    return failed(
      `a file that cannot be read (${reason})`,
      "one that this user may read: run this as the user that runs the server",
    );
  }
}

function readTextFile(path: string, check = (_file: number) => {}): string | null {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    check(file);
    return readFileSync(file, "utf8");
  } catch (cause) {
    // A data folder that is a file is for the storage to report: it is no matter of settings.
    if (cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR")) return null;
    throw cause;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function defaults(): Values {
  const values: Values = new Map();
  for (const [path, setting] of SETTINGS_BY_PATH) values.set(path, { value: setting.default, origin: "default" });
  for (const [name, plan] of Object.entries(PLAN_DEFAULTS)) {
    for (const [key, value] of Object.entries(plan)) values.set(`plans.${name}.${key}`, { value, origin: "default" });
  }
  return values;
}

function assign(values: Values, { path, value, source, key }: Assignment, problems: SettingProblem[]): void {
  const setting = settingAt(path);
  if (!setting) throw new Error(`no setting at ${path}`);
  if (setting.accepts(value)) {
    const origin = source === "environment" || source === "flag" ? `${source} ${key}` : source;
    values.set(path, { value, origin });
  } else {
    problems.push({ source, key, found: shownFor(setting, value), expected: setting.expected });
  }
}

/** What was found, in words: a wrong secret is a secret too. */
function shownFor(setting: Setting, value: unknown): string {
  return shown(typeof value === "string" || Array.isArray(value) ? setting.masked(value) : value);
}

/** What a backend leaves out is as everywhere. */
function completeBackends(values: Values): void {
  for (const name of namesIn(values, "backends")) {
    for (const [key, setting] of Object.entries(BACKEND_SETTINGS)) {
      const path = `backends.${name}.${key}`;
      if (!values.has(path)) values.set(path, { value: setting.default, origin: "default" });
    }
  }
}

const SECTIONS = Object.keys(SETTINGS).flatMap((section) =>
  section === "server" ? [section, "plans"] : section === "model" ? [section, "backends"] : [section],
);

function rankOf(path: string): number {
  return SECTIONS.indexOf(path.split(".")[0] ?? "");
}

function sectionsOf(values: Values): HeldSections {
  const sections = Object.entries(SETTINGS).map(([name, keys]) => [name, heldSection(keys, name, values)] as const);
  return Object.fromEntries(sections) as HeldSections;
}

function plansOf(values: Values): Config["plans"] {
  const names = [...namesIn(values, "plans")];
  return Object.fromEntries(names.map((name) => [name, heldSection(PLAN_SETTINGS, `plans.${name}`, values)]));
}

function backendsOf(values: Values, env: Readonly<Record<string, string | undefined>>): Config["backends"] {
  const backends = [...namesIn(values, "backends")].map((name) => {
    const backend = heldSection(BACKEND_SETTINGS, `backends.${name}`, values);
    return [name, { ...backend, apiKey: new Secret(env[backend.apiKeyEnv] ?? "") }] as const;
  });
  return Object.fromEntries(backends);
}

/** The backends that sets may name. */
export function selectableBackends({ backends, model }: Pick<Config, "backends" | "model">): readonly string[] {
  const { selectable } = model;
  return Object.keys(backends).filter((name) => selectable.includes("*") || selectable.includes(name));
}

/** Where a running server listens for its operator. */
export function controlSocketPath(dataDir: string): string {
  return join(dataDir, "control.sock");
}

function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
