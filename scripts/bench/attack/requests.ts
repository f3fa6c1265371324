/** The table of hostile requests: `attack.ts` measures and prints them, and the gate measures them in `test/binary/`. */
import type { HostileRequest } from "./hostile-request.ts";
import { IMPROVING } from "./improving.ts";
import { BATCHES, CLASSES, TOOLS } from "./many.ts";
import { PATTERNS, SCHEMAS } from "./schemas.ts";
import { MARKS, TEXTS } from "./texts.ts";
import { HEADERS, JSONS, PAGES } from "./wire.ts";

export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  ...MARKS,
  ...TEXTS,
  ...PATTERNS,
  ...SCHEMAS,
  ...CLASSES,
  ...TOOLS,
  ...BATCHES,
  ...JSONS,
  ...HEADERS,
  ...PAGES,
  ...IMPROVING,
];
