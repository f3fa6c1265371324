/** What the editor proposes while a set is written. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import type { JsonPath } from "../json-path.ts";
import {
  begunValue,
  type Expected,
  expectedAt,
  type Proposal,
  proposedNames,
  proposedValues,
} from "../set-model/set-language.ts";
import type { SetKind } from "../shapes.ts";
import { namesOf, nodeAt, pathAt } from "./json-tree.ts";
import { meaningOf } from "./meanings.ts";

/** Where a name or a value is begun: what stands there of it already is replaced. */
interface Begun {
  readonly kind: "name" | "value";
  readonly from: number;
  readonly to: number;
  /** Of the object that gets the name, or of the value. */
  readonly path: JsonPath;
  readonly object: SyntaxNode | null;
}

export function proposalsFor(kind: SetKind) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const [tree, text] = [syntaxTree(state), state.doc.toString()];
    const begun = begunAt(tree.resolveInner(pos, -1), pos, text, (at) => pathAt(tree, text, at));
    if (!begun || (!explicit && begun.from === pos)) return null;
    const expected = expectedAt(SET_LANGUAGE, kind, begun.path);
    const options =
      begun.kind === "name"
        ? proposedNames(expected, begun.object ? namesOf(begun.object, text, propertyAt(begun)) : [])
        : [...proposedValues(expected), ...namedBeside(begun.path, (path) => nodeAt(tree, text, path), text)];
    if (options.length === 0) return null;
    const { from, to } = begun;
    return { from, to, options: options.map((option) => completionOf(option, begun.kind, expected)), filter: true };
  };
}

function propertyAt({ object, from }: Begun): SyntaxNode | null {
  return object?.getChildren("Property").find((property) => property.from === from) ?? null;
}

function begunAt(node: SyntaxNode, pos: number, text: string, path: (at: number) => JsonPath): Begun | null {
  if (node.name === "PropertyName") {
    return { kind: "name", from: node.from, to: node.to, path: path(node.from), object: node.parent?.parent ?? null };
  }
  const isScalar = ["String", "Number", "True", "False", "Null"].includes(node.name);
  if (isScalar && node.to >= pos)
    return { kind: "value", from: node.from, to: node.to, path: path(node.to), object: null };
  const before = text.slice(0, pos).trimEnd();
  const holder = holderOf(node);
  if (holder?.name === "Object" && /[{,]$/.test(before)) {
    return { kind: "name", from: pos, to: pos, path: path(holder.from + 1), object: holder };
  }
  const isBehindColon = before.endsWith(":");
  const isInList = holder?.name === "Array" && /[[,]$/.test(before);
  if (!isBehindColon && !isInList) return null;
  const place = isBehindColon ? path(before.length) : [...path(holder?.from ?? pos), "0"];
  return { kind: "value", from: pos, to: pos, path: place, object: null };
}

function holderOf(node: SyntaxNode): SyntaxNode | null {
  let holder: SyntaxNode | null = node;
  while (holder && holder.name !== "Object" && holder.name !== "Array") holder = holder.parent;
  return holder;
}

/** `required` names what `properties` beside it have. */
function namedBeside(path: JsonPath, nodeOf: (path: JsonPath) => SyntaxNode | null, text: string): readonly Proposal[] {
  if (path.at(-2) !== "required") return [];
  const properties = nodeOf([...path.slice(0, -2), "properties"]);
  const names = properties ? namesOf(properties, text) : [];
  return names.map((name) => ({ written: JSON.stringify(name), type: null, description: null }));
}

function completionOf(proposal: Proposal, kind: Begun["kind"], expected: Expected | null): Completion {
  const { written, type } = proposal;
  const info =
    kind === "name" ? meaningOf(JSON.parse(written), proposal.description, expected?.isOfSchema ?? false) : null;
  const label = { label: written, ...(type !== null && { detail: type }), ...(info !== null && { info }) };
  if (kind === "value") return label;
  return { ...label, apply: (view, _, from, to) => applyName(view, written, begunValue(type), from, to) };
}

/** The name, a colon where there is none, and what a value of its type begins with, with the cursor inside. */
function applyName(view: EditorView, name: string, value: string, from: number, to: number): void {
  const hasColon = /^\s*:/.test(view.state.sliceDoc(to, to + 100));
  const insert = hasColon ? name : `${name}: ${value}`;
  const inside = hasColon || value === "" ? 0 : 1;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length - inside },
    userEvent: "input.complete",
  });
}
