/** Keywords that are about the instance itself: its type, its value, its length, its form. */
import formats from "ajv-formats/dist/formats.js";
import canonicalize from "canonicalize";
import type { JsonValue } from "../../json.ts";
import { type Check, limit, type Rules, rulesOn } from "./keyword-rule.ts";

const type: Check = (validation, value, { schema, instance, place }) => {
  const types = (Array.isArray(value) ? value : [value]) as readonly string[];
  // OpenAPI 3.0 says so.
  const isNothing = instance === null && schema.nullable === true;
  return (
    isNothing || types.some((name) => isOfType(instance, name)) || validation.fails("type", place, { type: value })
  );
};

const oneOf: Check = (validation, values, { instance, place }) =>
  (values as readonly JsonValue[]).some((value) => isSame(value, instance)) ||
  validation.fails("enum", place, { allowedValues: values });

const equal: Check = (validation, value, { instance, place }) =>
  isSame(value, instance) || validation.fails("const", place, { allowedValue: value });

const pattern: Check = (validation, source, { instance, place }) =>
  validation.matches(source as string, instance as string) || validation.fails("pattern", place, { pattern: source });

/** Formats that nobody knows ask nothing, as the draft has it. */
const format: Check = (validation, name, { instance, place }) =>
  isInFormat(instance, name as string) || validation.fails("format", place, { format: name });

export const VALUE_RULES: Rules = [
  ...rulesOn("any", { type, enum: oneOf, const: equal, format }),
  ...rulesOn("number", {
    maximum: limit<number>("maximum", (instance, most) => instance <= most),
    minimum: limit<number>("minimum", (instance, least) => instance >= least),
    exclusiveMaximum: limit<number>("exclusiveMaximum", (instance, bound) => instance < bound),
    exclusiveMinimum: limit<number>("exclusiveMinimum", (instance, bound) => instance > bound),
    multipleOf: limit<number>("multipleOf", isMultipleOf),
  }),
  ...rulesOn("string", {
    maxLength: limit<string>("maxLength", (instance, most) => lengthOf(instance) <= most),
    minLength: limit<string>("minLength", (instance, least) => lengthOf(instance) >= least),
    pattern,
  }),
];

function isOfType(instance: JsonValue, name: string): boolean {
  if (name === "null") return instance === null;
  if (name === "array") return Array.isArray(instance);
  if (name === "integer") return Number.isInteger(instance);
  if (name === "object") return typeof instance === "object" && instance !== null && !Array.isArray(instance);
  return typeof instance === name;
}

export function isSame(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object") return false;
  return canonicalize(one) === canonicalize(other);
}

/** By as much as a quotient of two numbers is off at most: 4.35 is 435 times 0.01. */
function isMultipleOf(instance: number, of: number): boolean {
  const times = instance / of;
  return Math.abs(times - Math.round(times)) <= 2 * Number.EPSILON * Math.abs(times);
}

/** In code points. */
function lengthOf(text: string): number {
  let surrogates = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isHigh = (text.charCodeAt(at) & 0xfc00) === 0xd800;
    if (isHigh && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) surrogates += 1;
  }
  return text.length - surrogates;
}

function isInFormat(instance: JsonValue, name: string): boolean {
  if (!Object.hasOwn(formats.fullFormats, name)) return true;
  const known = formats.fullFormats[name as keyof typeof formats.fullFormats];
  if (typeof known === "boolean" || typeof known === "string") return true;
  const isAboutText = typeof known === "function" || known instanceof RegExp || known.type !== "number";
  if (typeof instance !== (isAboutText ? "string" : "number")) return true;
  const check = typeof known === "object" && "validate" in known ? known.validate : known;
  if (check instanceof RegExp) return check.test(instance as string);
  return typeof check !== "function" || check(instance as never) === true;
}
