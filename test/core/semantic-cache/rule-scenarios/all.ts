/** Of every rule, in each place where it refuses, what it alone stops. A rule that has none here does not compile. */
import type { RuleId } from "#core/semantic-cache/rules/table.ts";
import { KNOWN_VALUES } from "./known-values.ts";
import { NEW_VALUES } from "./new-values.ts";
import type { Scenarios } from "./scenario.ts";
import { WHOLE_SENTENCES } from "./whole-sentences.ts";
import { WORDS_LEFT } from "./words-left.ts";

export const SCENARIOS: Scenarios<RuleId> = { ...WHOLE_SENTENCES, ...KNOWN_VALUES, ...NEW_VALUES, ...WORDS_LEFT };
