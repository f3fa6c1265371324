import type { SettingOrigin } from "#core/operator/shown-setting.ts";
import type { Said } from "./said.ts";

/** The page of settings. */
export const english = {
  settings: {
    lead: "What the server runs with, as it read it when it started. A change is made in the file, the environment or the command line, and needs a restart.",
    reference: "All settings, with what each accepts",
    search: "Search",
    searchHint: "In names, values and what they are.",
    show: "Show",
    origin: "Origin",
    filters: {
      all: "all",
      set: "what somebody has set",
      default: "defaults",
      file: "from the file",
      environment: "from the environment",
      flag: "from the command line",
    } satisfies Record<SettingOrigin | "all" | "set", string>,
    origins: {
      default: "default",
      file: "file",
      environment: "environment",
      flag: "option",
    } satisfies Record<SettingOrigin, string>,
    count: (shown: string, all: string) => `${shown} of ${all} settings`,
    nothing: "No setting fits.",
    setting: "Setting",
    value: "Value",
    unit: "Unit",
    default: "Default",
    emptyText: "empty",
    mustBeGiven: "none: it has to be given",
    secret: "with a secret, which is not shown",
  },
} as const;

export const german: Said<typeof english> = {
  settings: {
    lead: "Womit der Server läuft, so wie er es beim Start gelesen hat. Geändert wird in der Datei, der Umgebung oder auf der Befehlszeile, und es braucht einen Neustart.",
    reference: "Alle Einstellungen, und was jede annimmt",
    search: "Suche",
    searchHint: "In Namen, Werten und darin, was sie sind.",
    show: "Zeigen",
    origin: "Herkunft",
    filters: {
      all: "alle",
      set: "was jemand gesetzt hat",
      default: "Vorgaben",
      file: "aus der Datei",
      environment: "aus der Umgebung",
      flag: "von der Befehlszeile",
    },
    origins: { default: "Vorgabe", file: "Datei", environment: "Umgebung", flag: "Option" },
    count: (shown, all) => `${shown} von ${all} Einstellungen`,
    nothing: "Keine Einstellung passt.",
    setting: "Einstellung",
    value: "Wert",
    unit: "Einheit",
    default: "Vorgabe",
    emptyText: "leer",
    mustBeGiven: "keine: Er muss angegeben werden",
    secret: "mit einem Geheimnis, das nicht gezeigt wird",
  },
};
