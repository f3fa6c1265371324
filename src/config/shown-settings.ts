/** Settings as the operator's commands show them, which is where the admin page has them from. */

import { isDeepStrictEqual } from "node:util";
import type { SettingOrigin, ShownSetting } from "#core/operator/shown-setting.ts";
import type { OriginatedValue } from "./render.ts";
import { PLAN_DEFAULTS } from "./sections/money.ts";
import type { Setting, SettingValue } from "./setting.ts";
import { settingAt } from "./settings.ts";

/** Where the data folder is unless somebody says otherwise. */
export const DATA_DIR_DEFAULT = "./dragoman-data";

/** The data folder, which is no setting, and then each of `values`, in their order. Secrets are masked. */
export function shownSettings(
  dataDir: { readonly value: string; readonly origin: string },
  values: ReadonlyMap<string, OriginatedValue>,
): readonly ShownSetting[] {
  const folder: ShownSetting = {
    path: "data",
    value: dataDir.value,
    default: DATA_DIR_DEFAULT,
    unit: null,
    ...originIn(dataDir.origin),
    has_secret: false,
    describes: "The data folder.",
  };
  return [folder, ...[...values].map(([path, originated]) => shownSetting(path, originated))];
}

function shownSetting(path: string, { value, origin }: OriginatedValue): ShownSetting {
  const setting = settingAt(path);
  if (!setting) throw new Error(`no setting at ${path}`);
  const masked = setting.masked(value);
  const { unit, describes } = setting;
  return {
    path,
    value: masked,
    default: defaultOf(path, setting),
    unit,
    ...originIn(origin),
    has_secret: !isDeepStrictEqual(masked, value),
    describes,
  };
}

/** Plans that are always there have numbers of their own, and those of the owner have none but what was given. */
function defaultOf(path: string, setting: Setting): SettingValue | null {
  const [section, plan = "", key = ""] = path.split(".");
  if (section !== "plans") return setting.default;
  const values = Object.hasOwn(PLAN_DEFAULTS, plan) ? Object.entries(PLAN_DEFAULTS[plan] ?? {}) : [];
  return values.find(([name]) => name === key)?.[1] ?? null;
}

/** As `OriginatedValue` has it: a word, a word with a name, or the path of a file. */
function originIn(origin: string): { readonly origin: SettingOrigin; readonly origin_name: string | null } {
  if (origin === "default") return { origin, origin_name: null };
  const [, kind, name] = /^(environment|flag) (.+)$/.exec(origin) ?? [];
  if ((kind === "environment" || kind === "flag") && name !== undefined) return { origin: kind, origin_name: name };
  return { origin: "file", origin_name: origin };
}
