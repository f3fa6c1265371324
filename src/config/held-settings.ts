/** What the program holds of the settings: types and values are made from the table, so neither can lack a setting. */
import type { OriginatedValue } from "./render.ts";
import type { BACKEND_SETTINGS } from "./sections/model.ts";
import type { PLAN_SETTINGS } from "./sections/money.ts";
import type { Setting } from "./setting.ts";
import type { SETTINGS } from "./settings.ts";

type Keys = Readonly<Record<string, Setting>>;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The values of a section by the names that the program has for its keys: `drainSecondsMax` is `drain_seconds_max`. */
type Held<Section extends Keys> = {
  readonly [Key in keyof Section & string as Camel<Key>]: ReturnType<Section[Key]["held"]>;
};

/** What `[plans.<name>]` says of one plan. */
export interface PlanSettings extends Held<typeof PLAN_SETTINGS> {}

/** What `[backends.<name>]` says of one model server. */
export interface BackendSettings extends Held<typeof BACKEND_SETTINGS> {}

/** The sections whose names are ours, each key with the value that it has. */
export type HeldSections = { readonly [Section in keyof typeof SETTINGS]: Shown<Held<(typeof SETTINGS)[Section]>> };

/** The same type; editors and the compiler then name its properties, and not how they were come by. */
type Shown<Type> = Type extends infer Same ? { readonly [Key in keyof Same]: Same[Key] } : never;

/** @param values by path, each accepted by its setting. @param path of the section, as in `server` or `plans.free`. */
export function heldSection<Section extends Keys>(
  section: Section,
  path: string,
  values: ReadonlyMap<string, OriginatedValue>,
): Held<Section> {
  const entries = Object.entries(section).map(([key, setting]) => {
    const { value } = values.get(`${path}.${key}`) ?? { value: setting.default };
    return [camelled(key), setting.held(value)] as const;
  });
  return Object.fromEntries(entries) as Held<Section>;
}

function camelled(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
