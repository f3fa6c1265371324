/** All measures, the cheapest and surest first. A new one is a row in a file of `measures/`. */
import type { Measure } from "./measure.ts";
import { HITS } from "./measures/hits.ts";
import { MEMORY } from "./measures/memory.ts";
import { MODELS } from "./measures/models.ts";
import { SIZES } from "./measures/sizes.ts";
import { STARTS } from "./measures/start.ts";
import { WIRE } from "./measures/wire.ts";

export const MEASURES: readonly Measure[] = [...SIZES, ...MEMORY, ...HITS, ...STARTS, ...WIRE, ...MODELS];
