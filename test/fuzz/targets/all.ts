import type { Target } from "../engine/target.ts";
import { DOCUMENTS } from "./documents.ts";
import { FILES } from "./files.ts";
import { MODEL_ANSWERS } from "./model-answers.ts";
import { READERS } from "./readers.ts";
import { ROUTES } from "./routes.ts";
import { SETTINGS } from "./settings.ts";
import { WIRE } from "./wire.ts";

/** Every parser of the product that reads what others write. */
export const TARGETS: readonly Target[] = [
  ...WIRE,
  ...DOCUMENTS,
  ...SETTINGS,
  ...MODEL_ANSWERS,
  ...READERS,
  ...FILES,
  ...ROUTES,
];
