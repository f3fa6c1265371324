import { OperatorError } from "#core/errors.ts";

/** One thing that is wrong with the settings. */
export interface SettingProblem {
  /** The path of the file, `environment` or `flag`. */
  readonly source: string;
  /** `server.port`, `DRAGOMAN_SERVER_PORT`, `--port`; a position for a file that is no TOML. */
  readonly key: string;
  readonly found: string;
  readonly expected: string;
  /** What was probably meant. */
  readonly suggestion?: string | undefined;
}

/** The settings cannot be used: nothing was started. Has every problem, one a line. */
export class SettingsError extends OperatorError {
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    super("settings", problems.map(lineOf).join("\n"));
    this.problems = problems;
  }
}

function lineOf({ source, key, found, expected, suggestion }: SettingProblem): string {
  const hint = suggestion === undefined ? "" : ` (did you mean ${suggestion}?)`;
  return `${source}: ${key}: found ${found}, expected ${expected}${hint}`;
}

const SHOWN_CHARACTERS_MAX = 80;

/** A value as it stands after "found": short, on one line. */
export function shown(value: unknown): string {
  if (value instanceof Date) return `the date ${value.toISOString()}`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" || Array.isArray(value) ? JSON.stringify(value) : "a table";
  return text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}…` : text;
}
