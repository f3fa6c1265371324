/** Written by scripts/train/cache/fit.ts. */
import type { Prior } from "./bound.ts";

/**
 * What the development data showed of each path and stretch of scores, by weights that were fitted on other sentences.
 * Without a count a path stays shut until an app has seen enough of its own.
 */
export const SHIPPED_PRIOR: Prior = {
  edges: [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995],
  counts: [
    { path: "label", bin: 0, observed: 905, wrong: 754 },
    { path: "label", bin: 1, observed: 480, wrong: 263 },
    { path: "label", bin: 2, observed: 544, wrong: 193 },
    { path: "label", bin: 3, observed: 529, wrong: 164 },
    { path: "label", bin: 4, observed: 830, wrong: 187 },
    { path: "label", bin: 5, observed: 731, wrong: 63 },
    { path: "label", bin: 6, observed: 848, wrong: 40 },
    { path: "label", bin: 7, observed: 617, wrong: 8 },
    { path: "label", bin: 8, observed: 625, wrong: 7 },
    { path: "label", bin: 9, observed: 627, wrong: 1 },
    { path: "label", bin: 10, observed: 319, wrong: 0 },
    { path: "label", bin: 11, observed: 208, wrong: 0 },
    { path: "label", bin: 12, observed: 163, wrong: 0 },
    { path: "rewording", bin: 0, observed: 371, wrong: 311 },
    { path: "rewording", bin: 1, observed: 103, wrong: 49 },
    { path: "rewording", bin: 2, observed: 94, wrong: 42 },
    { path: "rewording", bin: 3, observed: 58, wrong: 14 },
    { path: "rewording", bin: 4, observed: 83, wrong: 11 },
    { path: "rewording", bin: 5, observed: 74, wrong: 3 },
    { path: "rewording", bin: 6, observed: 151, wrong: 10 },
    { path: "rewording", bin: 7, observed: 173, wrong: 0 },
    { path: "rewording", bin: 8, observed: 166, wrong: 0 },
    { path: "rewording", bin: 9, observed: 253, wrong: 2 },
    { path: "rewording", bin: 10, observed: 135, wrong: 0 },
    { path: "rewording", bin: 11, observed: 103, wrong: 1 },
    { path: "rewording", bin: 12, observed: 862, wrong: 0 },
    { path: "template", bin: 0, observed: 1981, wrong: 1724 },
    { path: "template", bin: 1, observed: 274, wrong: 83 },
    { path: "template", bin: 2, observed: 427, wrong: 41 },
    { path: "template", bin: 3, observed: 231, wrong: 12 },
    { path: "template", bin: 4, observed: 291, wrong: 7 },
    { path: "template", bin: 5, observed: 278, wrong: 4 },
    { path: "template", bin: 6, observed: 311, wrong: 4 },
    { path: "template", bin: 7, observed: 227, wrong: 4 },
    { path: "template", bin: 8, observed: 303, wrong: 2 },
    { path: "template", bin: 9, observed: 520, wrong: 0 },
    { path: "template", bin: 10, observed: 527, wrong: 4 },
    { path: "template", bin: 11, observed: 672, wrong: 3 },
    { path: "template", bin: 12, observed: 6995, wrong: 5 },
  ],
};
