import type { ComponentType } from "preact";
import type { Texts } from "./texts/texts.ts";

export interface PageEntry {
  /** Its part of the address, and the key of its name in the texts. */
  readonly name: keyof Texts["pages"];
  /** Loaded when it is first opened. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

/** Every page, in the order of the navigation. A page is a component; all it needs stands in `server.ts`, `loaded.ts` and `parts/`. */
export const PAGES: readonly PageEntry[] = [
  { name: "overview", load: () => import("./pages/overview.tsx") },
  { name: "playground", load: () => import("./pages/playground.tsx") },
  { name: "sets", load: () => import("./pages/sets.tsx") },
  { name: "banks", load: () => import("./pages/banks.tsx") },
  { name: "personas", load: () => import("./pages/personas.tsx") },
  { name: "misses", load: () => import("./pages/misses.tsx") },
  { name: "tests", load: () => import("./pages/tests.tsx") },
  { name: "apps", load: () => import("./pages/apps.tsx") },
  { name: "ledger", load: () => import("./pages/ledger.tsx") },
  { name: "backends", load: () => import("./pages/backends.tsx") },
  { name: "settings", load: () => import("./pages/settings.tsx") },
  { name: "audit", load: () => import("./pages/audit.tsx") },
];
