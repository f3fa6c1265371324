import { ARRAY_RULES } from "./array-keywords.ts";
import { COMBINING_RULES } from "./combining-keywords.ts";
import type { Rule } from "./keyword-rule.ts";
import { OBJECT_RULES } from "./object-keywords.ts";
import { VALUE_RULES } from "./value-keywords.ts";

/** All keywords that ask something of an instance. What has no row is an annotation. */
export const RULES: ReadonlyMap<string, Rule> = new Map([
  ...VALUE_RULES,
  ...COMBINING_RULES,
  ...ARRAY_RULES,
  ...OBJECT_RULES,
]);

/** They come behind all others of their schema, since they are about what no other looked at. */
export const UNEVALUATED: ReadonlySet<string> = new Set(["unevaluatedItems", "unevaluatedProperties"]);
