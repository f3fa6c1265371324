/** What settings ask of each other, each of which may stand alone. */
import { nearMiss } from "#core/near-miss.ts";
import { type SettingProblem, shown } from "./problems.ts";
import type { OriginatedValue } from "./render.ts";
import { PLAN_SETTINGS } from "./sections/money.ts";
import { isNamed, type NAMED_SECTIONS } from "./settings.ts";

/** By `section.key`. */
type Values = ReadonlyMap<string, OriginatedValue>;

/** Everything that is missing beside what is given, or does not fit to it. */
export function disagreements(values: Values): readonly SettingProblem[] {
  const checks = [
    unfinishedPlans,
    addressWanted,
    filesWanted,
    databaseWanted,
    modeWanted,
    unknownFallbacks,
    unknownSelectable,
    unfitForFreeText,
  ];
  return checks.flatMap((check) => check(values));
}

/** `plans.free` of `plans.free.requests_per_month`. */
export function namedSectionOf(path: string): string | undefined {
  const [section = "", name] = path.split(".");
  return isNamed(section) ? `${section}.${name}` : undefined;
}

/** The names that the owner gave in the section. */
export function namesIn(values: Values, section: keyof typeof NAMED_SECTIONS): ReadonlySet<string> {
  const paths = [...values.keys()].filter((path) => path.startsWith(`${section}.`));
  return new Set(paths.map((path) => path.split(".")[1] as string));
}

function unfinishedPlans(values: Values): readonly SettingProblem[] {
  const given = [...values].filter(([path]) => path.startsWith("plans."));
  return given.flatMap(([path, { origin }]) =>
    Object.entries(PLAN_SETTINGS)
      .map(([key, setting]) => ({ key: `${namedSectionOf(path)}.${key}`, setting }))
      .filter(({ key }) => !values.has(key))
      .map(({ key, setting }) => {
        const source = sourceOf(origin);
        return { source, key, found: "nothing, while the plan's other key is given", expected: setting.expected };
      }),
  );
}

/** A model server has to be somewhere. */
function addressWanted(values: Values): readonly SettingProblem[] {
  const isInside = values.get("model.provider")?.value === "embedded";
  return [...values].flatMap(([path, { value, origin }]) =>
    path.endsWith(".base_url") && value === "" && !(path === "model.base_url" && isInside)
      ? [{ source: sourceOf(origin), key: path, found: '""', expected: "the address of the model server" }]
      : [],
  );
}

/** A cluster has its state there. */
function databaseWanted(values: Values): readonly SettingProblem[] {
  const key = "storage.postgres_url";
  const kind = values.get("storage.kind");
  if (kind?.value !== "cluster" || values.get(key)?.value !== "") return [];
  return [{ source: sourceOf(kind.origin), key, found: '""', expected: "the address of the cluster's database" }];
}

/** A child has to be somewhere too, and a model that is a file. */
function filesWanted(values: Values): readonly SettingProblem[] {
  return [...values].flatMap(([path, { value: provider, origin }]) =>
    (path.endsWith(".provider") ? (FILES_OF[String(provider)] ?? []) : [])
      .map((key) => beside(path, key))
      .filter((key) => values.get(key)?.value === "")
      .map((key) => ({ source: sourceOf(origin), key, found: '""', expected: `an absolute path for "${provider}"` })),
  );
}
const FILES_OF: Readonly<Record<string, readonly string[]>> = {
  "llama-server": ["executable", "path"],
  gguf: ["path"],
};

function modeWanted(values: Values): readonly SettingProblem[] {
  return [...values].flatMap(([path, { value }]) => {
    const key = beside(path, "mode");
    const mode = values.get(key);
    if (!path.endsWith(".provider") || value !== "gguf" || mode?.value !== "tools") return [];
    const expected = '"auto" or "schema" or "json" for "gguf", which has no tool mode';
    return [{ source: sourceOf(mode.origin), key, found: '"tools"', expected }];
  });
}

/** The path of another key in the same section. */
function beside(path: string, key: string): string {
  return `${path.slice(0, path.lastIndexOf("."))}.${key}`;
}

function unknownFallbacks(values: Values): readonly SettingProblem[] {
  return unknownIn(values, "model.fallbacks", [...namesIn(values, "backends"), "embedded"]);
}

function unknownSelectable(values: Values): readonly SettingProblem[] {
  return unknownIn(values, "model.selectable", [...namesIn(values, "backends"), "embedded", "*"]);
}

/** Requests are handed on as they are: the server has to speak OpenAI's chat completions. */
function unfitForFreeText(values: Values): readonly SettingProblem[] {
  const key = "chat.free_text_backend";
  const { value: name, origin } = values.get(key) ?? { value: "", origin: "default" };
  if (name === "" || values.get(`backends.${name}.provider`)?.value === "openai") return [];
  const expected = 'the name of one of [backends.<name>] whose provider is "openai"';
  return [{ source: sourceOf(origin), key, found: shown(name), expected }];
}

/** Names in a list that nothing is called by. */
function unknownIn(values: Values, key: string, known: readonly string[]): readonly SettingProblem[] {
  const { value: names, origin } = values.get(key) as OriginatedValue;
  return (names as readonly string[])
    .filter((name) => !known.includes(name))
    .map((name) => ({
      source: sourceOf(origin),
      key,
      found: shown(name),
      expected: `one of ${known.join(", ")}`,
      suggestion: nearMiss(name, known),
    }));
}

function sourceOf(origin: string): string {
  return origin.replace(/^environment .*/, "environment");
}
