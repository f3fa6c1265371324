/** Keywords that are about objects and their properties. */
import type { JsonObject, JsonValue } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import { all, type Check, entriesOf, limit, type Rules, rulesOn } from "./keyword-rule.ts";
import type { Application, Validation } from "./validation.ts";

const required: Check = (validation, names, application) => hasAll(validation, "required", names, application);

const properties: Check = (validation, schemas, application) => {
  const named = entriesOf(schemas).filter(([name]) => Object.hasOwn(application.instance as JsonObject, name));
  return all(named, ([name, schema]) => fitsAt(validation, name, schema, application));
};

const patternProperties: Check = (validation, schemas, application) => {
  const names = Object.keys(application.instance as JsonObject);
  return all(entriesOf(schemas), ([pattern, schema]) => {
    const matching = names.filter((name) => validation.matches(pattern, name));
    return all(matching, (name) => fitsAt(validation, name, schema, application));
  });
};

const additionalProperties: Check = (validation, schema, application) => {
  const { properties: named, patternProperties: patterns } = application.schema;
  const sources = isJsonObject(patterns) ? Object.keys(patterns) : [];
  const isNamed = (name: string) =>
    (isJsonObject(named) && Object.hasOwn(named, name)) || sources.some((source) => validation.matches(source, name));
  const additional = Object.keys(application.instance as JsonObject).filter((name) => !isNamed(name));
  return restFits(validation, "additionalProperty", schema, additional, application);
};

const unevaluatedProperties: Check = (validation, schema, application) => {
  const known = application.evaluated?.properties;
  const rest = Object.keys(application.instance as JsonObject).filter((name) => known?.has(name) !== true);
  return restFits(validation, "unevaluatedProperty", schema, rest, application);
};

const propertyNames: Check = (validation, schema, { instance, place }) =>
  all(
    Object.keys(instance as JsonObject),
    (propertyName) =>
      validation.fits(schema, propertyName, place) || validation.fails("propertyNames", place, { propertyName }),
  );

/** For each property that is there: names that have to be there, too, or a schema for the whole. */
const dependentOn =
  (keyword: string): Check =>
  (validation, map, application) => {
    const there = entriesOf(map).filter(([name]) => Object.hasOwn(application.instance as JsonObject, name));
    return all(there, ([, wanted]) =>
      Array.isArray(wanted)
        ? hasAll(validation, keyword, wanted, application)
        : validation.fitsInPlace(wanted, application),
    );
  };

const countOf = (instance: JsonObject) => Object.keys(instance).length;

export const OBJECT_RULES: Rules = rulesOn("object", {
  maxProperties: limit<JsonObject>("maxProperties", (instance, most) => countOf(instance) <= most),
  minProperties: limit<JsonObject>("minProperties", (instance, least) => countOf(instance) >= least),
  required,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  dependentRequired: dependentOn("dependentRequired"),
  dependentSchemas: dependentOn("dependentSchemas"),
  dependencies: dependentOn("dependencies"),
  unevaluatedProperties,
});

function hasAll(validation: Validation, keyword: string, names: JsonValue, { instance, place }: Application): boolean {
  return all(
    names as readonly string[],
    (missingProperty) =>
      Object.hasOwn(instance as JsonObject, missingProperty) || validation.fails(keyword, place, { missingProperty }),
  );
}

function fitsAt(validation: Validation, name: string, schema: JsonValue, application: Application): boolean {
  application.evaluated?.properties.add(name);
  const value = (application.instance as JsonObject)[name] as JsonValue;
  return validation.fits(schema, value, { within: application.place, key: name });
}

/** What is left of the properties: each by itself, so that whoever reads it knows which one is one too many. */
function restFits(
  validation: Validation,
  said: "additionalProperty" | "unevaluatedProperty",
  schema: JsonValue,
  names: readonly string[],
  application: Application,
): boolean {
  const keyword = said === "additionalProperty" ? "additionalProperties" : "unevaluatedProperties";
  if (schema === false) return all(names, (name) => validation.fails(keyword, application.place, { [said]: name }));
  return all(names, (name) => fitsAt(validation, name, schema, application));
}
