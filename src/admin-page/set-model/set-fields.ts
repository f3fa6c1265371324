/** Which fields of a set the form shows, and where in the set each stands. All that it does not show stays as it is. */
import { type JsonPath, pointerOf, valueAt, withValueAt } from "../json-path.ts";
import { objectOf } from "../json-text.ts";
import type { SetKind } from "../shapes.ts";
import { type Control, shownIn, typedInto } from "./field-codecs.ts";

/** What is asked for by name: fields of sets and their members, and keywords of schemas. */
export type FieldName =
  | "allow_none"
  | "backend"
  | "default"
  | "description"
  | "enable_extraction"
  | "enum"
  | "examples"
  | "format"
  | "label"
  | "maximum"
  | "min_confidence"
  | "minimum"
  | "name"
  | "pattern"
  | "require_evidence"
  | "x-examples"
  | "x-question"
  | "x-response"
  | "x-synonyms"
  | "x-values";

export interface FormField {
  /** Its last part, and what it is called in the texts. */
  readonly name: FieldName;
  readonly path: JsonPath;
  readonly control: Control;
  /** It may be empty, and is never left out. */
  readonly isKept?: true;
}

export const MEMBERS = { toolset: "tools", classification_set: "classes" } as const satisfies Record<SetKind, string>;

const SET_FIELDS = {
  toolset: [
    ["require_evidence", "flag"],
    ["min_confidence", "number"],
    ["backend", "line"],
  ],
  classification_set: [
    ["enable_extraction", "flag"],
    ["allow_none", "flag"],
    ["backend", "line"],
  ],
} as const satisfies Record<SetKind, readonly (readonly [FieldName, Control])[]>;

/** Of the set itself. */
export function setFields(kind: SetKind): readonly FormField[] {
  return [
    { name: "name", path: ["name"], control: "line", isKept: true },
    { name: "description", path: ["description"], control: "text" },
    ...SET_FIELDS[kind].map(([name, control]) => ({ name, path: [name], control })),
  ];
}

/** Of one tool or class. */
export function memberFields(kind: SetKind, index: number): readonly FormField[] {
  const path = [MEMBERS[kind], String(index)];
  if (kind === "classification_set") {
    return [
      { name: "label", path: [...path, "label"], control: "line", isKept: true },
      { name: "description", path: [...path, "description"], control: "text" },
      { name: "examples", path: [...path, "examples"], control: "lines" },
    ];
  }
  return [
    { name: "name", path: [...path, "name"], control: "line", isKept: true },
    { name: "description", path: [...path, "description"], control: "text", isKept: true },
    { name: "examples", path: [...path, "examples"], control: "lines" },
    { name: "x-response", path: [...path, "parameters", "x-response"], control: "line" },
  ];
}

const NUMBERS: readonly unknown[] = ["integer", "number"];

/** What is worth saying of a value, by its type, besides description and type. */
function keywordsFor(type: unknown): readonly (readonly [FieldName, Control])[] {
  if (type === "boolean")
    return [
      ["default", "choice"],
      ["x-question", "line"],
    ];
  if (NUMBERS.includes(type)) {
    return [
      ["enum", "numbers"],
      ["minimum", "number"],
      ["maximum", "number"],
      ["default", "number"],
      ["x-synonyms", "synonyms"],
      ["x-question", "line"],
    ];
  }
  if (type !== "string") return [["x-question", "line"]];
  return [
    ["enum", "lines"],
    ["default", "line"],
    ["x-synonyms", "synonyms"],
    ["x-examples", "lines"],
    ["x-values", "line"],
    ["format", "line"],
    ["pattern", "line"],
    ["x-question", "line"],
  ];
}

export interface ParameterForm {
  readonly name: string;
  readonly path: JsonPath;
  readonly isRequired: boolean;
  /** Null where it has none, or several. */
  readonly type: string | null;
  /** None where it is no schema of its own. */
  readonly fields: readonly FormField[];
  /** Those of them that are seldom needed. */
  readonly more: readonly FormField[];
  /** Keywords that the form leaves to JSON. */
  readonly others: readonly string[];
}

/** Of the parameters of a tool, in their order. */
export function parameterForms(set: object, tool: number): readonly ParameterForm[] {
  const path = ["tools", String(tool), "parameters"];
  const properties = objectOf(valueAt(set, [...path, "properties"])) ?? {};
  const required = valueAt(set, [...path, "required"]);
  return Object.entries(properties).map(([name, given]) => {
    const own = [...path, "properties", name];
    const schema = objectOf(given);
    const type = typeof schema?.type === "string" ? schema.type : null;
    const fieldOf = ([keyword, control]: readonly [FieldName, Control]): FormField => ({
      name: keyword,
      path: [...own, keyword],
      control,
    });
    const fields = schema ? [fieldOf(["description", "text"])] : [];
    const more = schema ? keywordsFor(type).map(fieldOf) : [];
    const known = new Set<string>(["type", ...[...fields, ...more].map((field) => field.name)]);
    const others = Object.keys(schema ?? {}).filter((keyword) => !known.has(keyword));
    const isRequired = Array.isArray(required) && required.includes(name);
    return { name, path: own, isRequired, type, fields, more, others };
  });
}

/** Pointers of every field that the form shows, of the set and of each member too: where notes can stand. */
export function fieldPointers(kind: SetKind, set: object): ReadonlySet<string> {
  const members = valueAt(set, [MEMBERS[kind]]);
  const pointers = [...setFields(kind)].map(({ path }) => pointerOf(path));
  for (const index of (Array.isArray(members) ? members : []).keys()) {
    const fields = memberFields(kind, index);
    pointers.push(pointerOf([MEMBERS[kind], String(index)]), ...fields.map(({ path }) => pointerOf(path)));
    if (kind === "classification_set") continue;
    for (const parameter of parameterForms(set, index)) {
      const inner = [...parameter.fields, ...parameter.more].map(({ path }) => pointerOf(path));
      pointers.push(pointerOf(parameter.path), ...inner);
    }
  }
  return new Set(pointers);
}

/** What the field's control shows; null where it can be changed as JSON only. */
export function shownOf(set: object, { path, control }: FormField): string | null {
  return shownIn(control, valueAt(set, path));
}

/** The set after somebody typed into the field. */
export function typedOf<Set extends object>(set: Set, { path, control, isKept }: FormField, text: string): Set {
  const before = valueAt(set, path);
  const next = typedInto(control, before, text);
  if (next === before) return set;
  return withValueAt(set, path, next === undefined && isKept ? "" : next) as Set;
}
