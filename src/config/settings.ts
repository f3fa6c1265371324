/** Every setting there is. What the program may do and what the reference says come from here alone. */
import { CACHE, GRADUATION, STORAGE } from "./sections/keeping.ts";
import { BACKEND_SETTINGS, CHAT, EMBEDDER, MODEL } from "./sections/model.ts";
import { COSTS, PLAN_SETTINGS } from "./sections/money.ts";
import { ADMIN, AUTH, LIMITS, NETWORK, SERVER } from "./sections/server.ts";
import { UPDATE } from "./sections/updating.ts";
import { LOG, TELEMETRY } from "./sections/watching.ts";
import type { Setting } from "./setting.ts";

/** By section and key, as they stand in the file. `plans` and `backends` are apart: their names are the owner's. */
export const SETTINGS = {
  server: SERVER,
  limits: LIMITS,
  costs: COSTS,
  model: MODEL,
  chat: CHAT,
  embedder: EMBEDDER,
  network: NETWORK,
  auth: AUTH,
  admin: ADMIN,
  cache: CACHE,
  graduation: GRADUATION,
  storage: STORAGE,
  telemetry: TELEMETRY,
  log: LOG,
  update: UPDATE,
} as const;

/** Sections whose names are the owner's, with the keys of each. */
export const NAMED_SECTIONS = { plans: PLAN_SETTINGS, backends: BACKEND_SETTINGS } as const;

/** Whether the section's names are the owner's. */
export function isNamed(section: string): section is keyof typeof NAMED_SECTIONS {
  return Object.hasOwn(NAMED_SECTIONS, section);
}

/** By `section.key`. Plans and backends are found with `settingAt`. */
export const SETTINGS_BY_PATH: ReadonlyMap<string, Setting> = new Map(
  Object.entries(SETTINGS).flatMap(([section, keys]) =>
    Object.entries<Setting>(keys).map(([key, setting]) => [`${section}.${key}`, setting] as const),
  ),
);

/** The setting at `section.key`, `plans.<name>.<key>` or `backends.<name>.<key>`. */
export function settingAt(path: string): Setting | undefined {
  const [section = "", , key] = path.split(".");
  if (!isNamed(section)) return SETTINGS_BY_PATH.get(path);
  return Object.entries<Setting>(NAMED_SECTIONS[section]).find(([name]) => name === key)?.[1];
}

/** `DRAGOMAN_SERVER_PORT` for `server.port`. */
export function variableOf(path: string): string {
  return `DRAGOMAN_${path.replace(/[^A-Za-z0-9]/g, "_").toUpperCase()}`;
}
