/** Where what stands in a JSON text, also in one that is not finished: the tree is the editor's own. */
import type { SyntaxNode, Tree } from "@lezer/common";
import type { JsonPath } from "../json-path.ts";

export interface Range {
  readonly from: number;
  readonly to: number;
}

const NO_VALUES: ReadonlySet<string> = new Set(["PropertyName", "{", "}", "[", "]", ",", ":", "⚠"]);

/** The range to be marked for the path, or for as much of it as there is. An object or a list is marked by its name or bracket. */
export function rangeOf(tree: Tree, text: string, path: JsonPath): Range {
  let value = valuesIn(tree.topNode)[0] ?? null;
  let marked: Range = { from: value?.from ?? 0, to: Math.min((value?.from ?? 0) + 1, text.length) };
  for (const step of path) {
    const holder: SyntaxNode | null = value && stepInto(value, text, step);
    if (!holder) return marked;
    const name = holder.getChild("PropertyName");
    value = name ? (valuesIn(holder)[0] ?? null) : holder;
    const isLarge = value === null || value.name === "Object" || value.name === "Array";
    marked = isLarge ? (name ?? { from: holder.from, to: holder.from + 1 }) : (value ?? holder);
  }
  return { from: marked.from, to: marked.to };
}

/** A property, or an item of a list. Of a name that is there twice the last counts, as it does for whoever reads the text. */
function stepInto(value: SyntaxNode, text: string, step: string): SyntaxNode | null {
  if (value.name === "Array") return valuesIn(value)[Number(step)] ?? null;
  return value.getChildren("Property").findLast((property) => nameIn(property, text) === step) ?? null;
}

/** The place that a position is in, from the outside in. */
export function pathAt(tree: Tree, text: string, position: number): JsonPath {
  const path: string[] = [];
  for (let node: SyntaxNode | null = tree.resolveInner(position, -1); node?.parent; node = node.parent) {
    if (node.name === "Property") path.unshift(nameIn(node, text));
    else if (node.parent.name === "Array" && !NO_VALUES.has(node.name)) path.unshift(String(itemsBefore(node)));
  }
  return path;
}

function itemsBefore(node: SyntaxNode): number {
  const values = node.parent ? valuesIn(node.parent) : [];
  return values.filter(({ to, from }) => to <= node.from && from !== node.from).length;
}

/** Names of the object, which need not be finished; `except` is left out. */
export function namesOf(object: SyntaxNode, text: string, except: SyntaxNode | null = null): readonly string[] {
  const properties = object.getChildren("Property").filter((property) => property.from !== except?.from);
  return properties.map((property) => nameIn(property, text));
}

function nameIn(property: SyntaxNode, text: string): string {
  const name = property.getChild("PropertyName");
  const written = name ? text.slice(name.from, name.to) : '""';
  try {
    return String(JSON.parse(written));
  } catch {
    return written.replace(/^"|"$/g, "");
  }
}

function valuesIn(node: SyntaxNode): readonly SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!NO_VALUES.has(child.name)) values.push(child);
  }
  return values;
}

/** The node for a place in the tree; null where nothing stands. */
export function nodeAt(tree: Tree, text: string, path: JsonPath): SyntaxNode | null {
  let value = valuesIn(tree.topNode)[0] ?? null;
  for (const step of path) {
    const holder = value && stepInto(value, text, step);
    value = holder && (holder.getChild("PropertyName") ? (valuesIn(holder)[0] ?? null) : holder);
  }
  return value;
}
