/** What is added to a set in the form, taken out, moved and renamed. Everything else of the set stays as it is. */
import { type JsonPath, valueAt, withValueAt } from "../json-path.ts";
import { objectOf } from "../json-text.ts";
import type { SetKind } from "../shapes.ts";
import { MEMBERS } from "./set-fields.ts";

/** A tool or class to be filled in, behind the others. */
export function withMember<Set extends object>(kind: SetKind, set: Set): Set {
  const fresh =
    kind === "toolset"
      ? { name: "", description: "", parameters: { type: "object", properties: {} } }
      : { label: "", description: "" };
  return changed(set, [MEMBERS[kind]], [...membersOf(kind, set), fresh]);
}

export function withoutMember<Set extends object>(kind: SetKind, set: Set, index: number): Set {
  return changed(set, [MEMBERS[kind]], membersOf(kind, set).toSpliced(index, 1));
}

/** Does nothing where there is no such place. */
export function movedMember<Set extends object>(kind: SetKind, set: Set, from: number, to: number): Set {
  const members = membersOf(kind, set);
  if (!(from in members) || !(to in members)) return set;
  return changed(set, [MEMBERS[kind]], members.toSpliced(from, 1).toSpliced(to, 0, members[from]));
}

export function membersOf(kind: SetKind, set: object): readonly unknown[] {
  const members = valueAt(set, [MEMBERS[kind]]);
  return Array.isArray(members) ? members : [];
}

/** Takes the place of one that has no name yet. */
const NEW_PARAMETER = "parameter";

/** A text by a name that is free, behind the others. */
export function withParameter<Set extends object>(set: Set, tool: number): Set {
  const path = parametersPath(tool);
  const parameters = objectOf(valueAt(set, path)) ?? { type: "object" };
  const properties = objectOf(parameters.properties) ?? {};
  let name = NEW_PARAMETER;
  for (let count = 2; Object.hasOwn(properties, name); count += 1) name = `${NEW_PARAMETER}_${count}`;
  const fresh = { type: "string", description: "" };
  return changed(set, path, { ...parameters, properties: { ...properties, [name]: fresh } });
}

export function withoutParameter<Set extends object>(set: Set, tool: number, name: string): Set {
  const path = parametersPath(tool);
  return withRequired(changed(set, [...path, "properties", name], undefined), tool, name, false);
}

/** In its place, and required as before. Null where another one has the name, or where it is empty. */
export function renamedParameter<Set extends object>(set: Set, tool: number, from: string, to: string): Set | null {
  if (from === to) return set;
  const path = parametersPath(tool);
  const properties = objectOf(valueAt(set, [...path, "properties"])) ?? {};
  if (to === "" || Object.hasOwn(properties, to)) return null;
  const renamed = Object.entries(properties).map(([name, schema]) => [name === from ? to : name, schema]);
  const required = valueAt(set, [...path, "required"]);
  const named = changed(set, [...path, "properties"], Object.fromEntries(renamed));
  if (!Array.isArray(required)) return named;
  return changed(
    named,
    [...path, "required"],
    required.map((name: unknown) => (name === from ? to : name)),
  );
}

export function withRequired<Set extends object>(set: Set, tool: number, name: string, isRequired: boolean): Set {
  const path = [...parametersPath(tool), "required"];
  const before = valueAt(set, path) ?? [];
  if (!Array.isArray(before) || before.includes(name) === isRequired) return set;
  const after = isRequired ? [...before, name] : before.filter((one: unknown) => one !== name);
  return changed(set, path, after.length === 0 ? undefined : after);
}

function parametersPath(tool: number): JsonPath {
  return ["tools", String(tool), "parameters"];
}

function changed<Set extends object>(set: Set, path: JsonPath, next: unknown): Set {
  return withValueAt(set, path, next) as Set;
}
