/** Where settings come from: the file, the environment, the flags. Each gives what it says, not yet checked. */
import { parse, TomlError } from "smol-toml";
import { nearMiss } from "#core/near-miss.ts";
import { type SettingProblem, shown } from "./problems.ts";
import { SECTION_NAME, SECTION_NAME_EXPECTED } from "./setting.ts";
import { isNamed, NAMED_SECTIONS, SETTINGS, SETTINGS_BY_PATH, settingAt, variableOf } from "./settings.ts";

/** What a source says about one setting. */
export interface Assignment {
  /** `server.port`, `plans.free.requests_per_month`. */
  readonly path: string;
  readonly value: unknown;
  /** For messages: the file's path, `environment` or `flag`. */
  readonly source: string;
  /** The setting as this source calls it. */
  readonly key: string;
}

export interface Reading {
  readonly assignments: readonly Assignment[];
  readonly problems: readonly SettingProblem[];
}

const SECTIONS = [...Object.keys(SETTINGS), ...Object.keys(NAMED_SECTIONS)];
/** What one of them is called in a message. */
const NOUNS = { plans: "plan", backends: "backend" } as const;

/** Secrets for commands: they stand in no settings, which servers read, and in no command line. */
export const SECRET_VARIABLES = ["DRAGOMAN_API_KEY", "DRAGOMAN_MCP_TOKEN", "DRAGOMAN_POSTGRES_OWNER_URL"] as const;

/** Variables that are no settings: besides these, the data folder, and whether unexpected errors show their stack. */
const OTHER_VARIABLES: readonly string[] = ["DRAGOMAN_DATA", "DRAGOMAN_DEBUG", ...SECRET_VARIABLES];

export function readToml(file: string, toml: string): Reading {
  let sections: Record<string, unknown>;
  try {
    sections = parse(toml);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const reason = cause.message.split("\n", 1)[0]?.replace("Invalid TOML document: ", "") ?? "";
    const key = `line ${cause.line}, column ${cause.column}`;
    return { assignments: [], problems: [{ source: file, key, found: `a mistake (${reason})`, expected: "TOML" }] };
  }
  const readings = Object.entries(sections).map(([section, content]) => readSection(file, section, content));
  return joined(readings);
}

function readSection(file: string, section: string, content: unknown): Reading {
  if (!SECTIONS.includes(section)) return refused(file, section, "an unknown section", SECTIONS);
  if (!isTable(content)) return wrongType(file, section, content, `a section, [${section}]`);
  if (!isNamed(section))
    return readKeys(file, section, content, Object.keys(SETTINGS[section as keyof typeof SETTINGS]));
  const keys = Object.keys(NAMED_SECTIONS[section]);
  const named = Object.entries(content).map(([name, inner]) => {
    const path = `${section}.${name}`;
    if (!SECTION_NAME.test(name))
      return wrongType(file, section, name, `a ${NOUNS[section]}'s name: ${SECTION_NAME_EXPECTED}`);
    return isTable(inner) ? readKeys(file, path, inner, keys) : wrongType(file, path, inner, `a section, [${path}]`);
  });
  return joined(named);
}

function readKeys(file: string, section: string, content: Record<string, unknown>, known: readonly string[]): Reading {
  const readings = Object.entries(content).map(([key, value]) => {
    const path = `${section}.${key}`;
    if (!known.includes(key)) return refused(file, path, "an unknown key", known);
    return { assignments: [{ path, value, source: file, key: path }], problems: [] };
  });
  return joined(readings);
}

/**
 * Reads every `DRAGOMAN_…` variable. `named` are the sections known so far, as in `plans.free`: a variable of a plan that is
 * none of them makes a new one, named in lower case.
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>, named: Iterable<string>): Reading {
  const known = new Map([...SETTINGS_BY_PATH.keys()].map((path) => [variableOf(path), path]));
  for (const path of named) {
    const [section = ""] = path.split(".");
    const keys = isNamed(section) ? Object.keys(NAMED_SECTIONS[section]) : [];
    for (const key of keys) known.set(variableOf(`${path}.${key}`), `${path}.${key}`);
  }
  const readings = Object.keys(env)
    .sort()
    .map((variable): Reading => {
      const text = env[variable];
      const isOurs = variable.startsWith("DRAGOMAN_") && !OTHER_VARIABLES.includes(variable);
      if (!isOurs || text === undefined) return NOTHING;
      const path = known.get(variable) ?? newPlanPath(variable);
      if (path === undefined) {
        const suggestion = nearMiss(variable, [...known.keys(), ...OTHER_VARIABLES]);
        const expected = "DRAGOMAN_ and the section and key of a setting";
        return failed({ source: "environment", key: variable, found: "an unknown variable", expected, suggestion });
      }
      return {
        assignments: [{ path, value: settingAt(path)?.fromText(text), source: "environment", key: variable }],
        problems: [],
      };
    });
  return joined(readings);
}

function newPlanPath(variable: string): string | undefined {
  const [, name, key] =
    /^DRAGOMAN_PLANS_([A-Z0-9][A-Z0-9_]*)_(REQUESTS_PER_MINUTE|REQUESTS_PER_MONTH)$/.exec(variable) ?? [];
  if (name === undefined || key === undefined || name.length > 64) return undefined;
  return `plans.${name.toLowerCase()}.${key.toLowerCase()}`;
}

/** @param flags by the path of the setting, as they were typed. */
export function readFlags(flags: Readonly<Record<string, string | undefined>>): Reading {
  const assignments = Object.entries(flags).flatMap(([path, text]) => {
    if (text === undefined) return [];
    const key = `--${path.split(".").at(-1)}`;
    return [{ path, value: settingAt(path)?.fromText(text), source: "flag", key }];
  });
  return { assignments, problems: [] };
}

const NOTHING: Reading = { assignments: [], problems: [] };

function joined(readings: readonly Reading[]): Reading {
  return {
    assignments: readings.flatMap((reading) => reading.assignments),
    problems: readings.flatMap((reading) => reading.problems),
  };
}

function failed(problem: SettingProblem): Reading {
  return { assignments: [], problems: [problem] };
}

function wrongType(source: string, key: string, value: unknown, expected: string): Reading {
  return failed({ source, key, found: shown(value), expected });
}

function refused(source: string, path: string, found: string, known: readonly string[]): Reading {
  const suggestion = nearMiss(path.split(".").at(-1) ?? path, known);
  return failed({ source, key: path, found, expected: `one of ${known.join(", ")}`, suggestion });
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
