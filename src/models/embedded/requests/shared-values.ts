/** What is said once for several requests: "print pages 2 and 5 of the report", "open ticket 12 and then assign it to Ann". */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import type { DraftCall } from "#core/ports/models.ts";
import { isSameSpan, type Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";

const { sameAsBefore, allBefore, naming } = ENGLISH.requestBorders;

export interface PartDraft extends DraftCall {
  readonly tool: number;
  readonly readable: ReadableTool;
  /** What was read. */
  readonly said: string;
  /** It is what the one before it is, with other values. */
  readonly isAlike: boolean;
}

/**
 * With what only adds to the one before: "book a table at Luigi's for four. I would like it outside" is one call. It says nothing that the
 * tool requires, and nothing that was said before.
 */
export function withAdditions(drafts: readonly PartDraft[]): readonly PartDraft[] {
  const joined: PartDraft[] = [];
  for (const draft of drafts) {
    const before = joined.at(-1);
    if (before && isAddition(draft, before)) joined[joined.length - 1] = added(before, draft);
    else joined.push(draft);
  }
  return joined;
}

function isAddition(draft: PartDraft, before: PartDraft): boolean {
  const { readable, parameters, isAlike } = draft;
  if (isAlike || before.tool !== draft.tool || neededIn(readable, before).length > 0) return false;
  const names = Object.keys(parameters);
  const isNew = names.length > 0 && names.every((name) => !Object.hasOwn(before.parameters, name));
  const needed = readable.parameters.filter(isNeeded);
  return isNew && needed.length > 0 && needed.every((parameter) => isOpen(parameter, draft));
}

function added(before: PartDraft, { parameters, spans, unfilled }: PartDraft): PartDraft {
  return {
    ...before,
    parameters: Object.fromEntries([...Object.entries(before.parameters), ...Object.entries(parameters)]),
    spans: Object.fromEntries([...Object.entries(before.spans), ...Object.entries(spans)]),
    ...(unfilled && { unfilled: [...(before.unfilled ?? []), ...unfilled] }),
  };
}

/**
 * "Assign 4412 and 4413 to Dana and 4414 to Kim", "4412 to Dana, and 4413 and 4414 to Kim": what shares another one's value has that of the next
 * one behind it, where the words come to that first. Not of "50 to Ann and Bob, and 30 to Carl", where the amount comes before who gets it.
 */
export function withNearest(drafts: readonly PartDraft[]): readonly PartDraft[] {
  return drafts.map((draft, index) => {
    const ofTool = ({ tool }: PartDraft) => tool === draft.tool;
    const [before, behind] = [drafts.slice(0, index).filter(ofTool), drafts.slice(index + 1).filter(ofTool)];
    return Object.entries(draft.spans).reduce((known, [name, own]) => {
      const has = ({ spans }: PartDraft) => spans[name] !== undefined && isSameSpan(spans[name], own);
      const [next, ...later] = behind.filter(({ spans }) => Object.hasOwn(spans, name));
      if (!next || has(next) || !standsBehind(next, name)) return known;
      const nearer = next.spans[name] as Span;
      const isReached = thingsOf(draft, name).every(({ end }) => end <= nearer.start);
      const isOfLater = later.some(has) && nearer.end <= own.start;
      const isOfBefore = before.some((one) => has(one) && standsBehind(one, name));
      return isReached && (isOfLater || isOfBefore) ? carried(known, name, { source: next, name }) : known;
    }, draft);
  });
}

/** Where the others of its values stand. */
function thingsOf({ spans }: PartDraft, name: string): readonly Span[] {
  return Object.entries(spans).flatMap(([other, span]) => (other === name ? [] : [span]));
}

/** Whether that value stands behind all others of the draft: "4412 to Dana". */
function standsBehind(draft: PartDraft, name: string): boolean {
  const own = draft.spans[name];
  const things = thingsOf(draft, name);
  return own !== undefined && things.length > 0 && things.every(({ end }) => end <= own.start);
}

/** Each with the values that others have for what it leaves open; one for each value where it points at several. */
export function withShared(drafts: readonly PartDraft[]): readonly PartDraft[] {
  const meant = drafts.map((draft, index) => withMeant(draft, drafts.slice(0, index)));
  return meant.flatMap((draft, index) => {
    const before = meant.slice(0, index).reverse();
    const several = ofEach(draft, lastAlike(before));
    if (several.length > 0) return several;
    const behind = meant.slice(index + 1);
    const end = behind.findIndex(({ isAlike }) => !isAlike);
    const alike = end < 0 ? behind : behind.slice(0, end);
    const open = draft.readable.parameters.filter((parameter) => isOpen(parameter, draft));
    return open.reduce((filled, parameter) => {
      // What stands behind several that are alike is said of all; what stands before them they have in common already.
      const sources = isNeeded(parameter) ? [...before, ...behind] : alike;
      return filledFrom(filled, parameter, sources);
    }, draft);
  });
}

/** What the tool requires and the call lacks. */
export function neededIn(tool: ReadableTool, draft: DraftCall): readonly Parameter[] {
  return tool.parameters.filter((parameter) => isNeeded(parameter) && isOpen(parameter, draft));
}

function isNeeded({ isRequired, hasDefault }: Parameter): boolean {
  return isRequired && !hasDefault;
}

function filledFrom(draft: PartDraft, parameter: Parameter, sources: readonly PartDraft[]): PartDraft {
  for (const source of sources) {
    const name = sameIn(source, parameter);
    if (name !== null && !countsOwnThing({ source, name }, draft))
      return carried(draft, parameter.name, { source, name });
  }
  return draft;
}

/** "Order 3 saddles and a chain": a number right before its thing counts no other one. */
function countsOwnThing({ source: { parameters, spans }, name }: Source, draft: PartDraft): boolean {
  const number = spans[name];
  if (!number || typeof parameters[name] !== "number") return false;
  return Object.entries(spans).some(
    ([thing, { start }]) => start === number.end + 1 && Object.hasOwn(draft.parameters, thing),
  );
}

function isOpen({ name, path }: Parameter, { parameters }: DraftCall): boolean {
  return path.length === 1 && !Object.hasOwn(parameters, name);
}

/** The parameter of that draft which has the same; null where it has none. By name, or else by what the names are names of. */
function sameIn({ readable, parameters }: PartDraft, { name, type, choices }: Parameter): string | null {
  const given = readable.parameters.filter(
    (other) => other.path.length === 1 && other.type === type && Object.hasOwn(parameters, other.name),
  );
  const own = given.find((other) => other.name === name);
  if (own) return own.name;
  const kin = given.filter((other) => Bun.deepEquals(other.choices, choices) && kindOf(other.name) === kindOf(name));
  return kin.length === 1 ? (kin[0]?.name ?? null) : null;
}

/** `company` and `companyName` are of the same. */
function kindOf(name: string): string {
  const words = humanised(name).toLowerCase().split(" ");
  const telling = words.filter((word) => !naming.has(word));
  return (telling.length > 0 ? telling : words).join(" ");
}

interface Source {
  readonly source: PartDraft;
  /** Of its parameter. */
  readonly name: string;
}

function carried(draft: PartDraft, name: string, { source: { parameters, spans }, name: of }: Source): PartDraft {
  const span = Object.hasOwn(spans, of) ? spans[of] : undefined;
  return {
    ...draft,
    // A parameter may be called `__proto__`.
    parameters: Object.fromEntries([...Object.entries(draft.parameters), [name, parameters[of]]]),
    spans: span ? Object.fromEntries([...Object.entries(draft.spans), [name, span]]) : draft.spans,
  };
}

/** With what was said before in the place of words that only point at it: "in the same city", "to the museum". */
function withMeant(draft: PartDraft, before: readonly PartDraft[]): PartDraft {
  return draft.readable.parameters.reduce((known, parameter) => {
    const value = known.parameters[parameter.name];
    if (parameter.type !== "string" || parameter.choices.length > 0 || typeof value !== "string") return known;
    const sources = before.toReversed();
    if (sameAsBefore.test(value)) return filledFrom(without(known, parameter.name), parameter, sources);
    const named = sources.flatMap((source) => nameEndingIn(source, value) ?? [])[0];
    return named ? carried(known, parameter.name, named) : known;
  }, draft);
}

function without(draft: PartDraft, name: string): PartDraft {
  const rest = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
  return { ...draft, parameters: rest(draft.parameters), spans: rest(draft.spans) };
}

/** "Louvre Museum" of "museum". */
function nameEndingIn(source: PartDraft, value: string): Source | null {
  if (!/^\p{Ll}+$/u.test(value)) return null;
  const isMeant = (said: JsonValue | undefined) =>
    typeof said === "string" && /^\p{Lu}/u.test(said) && said.toLowerCase().endsWith(` ${value}`);
  const found = source.readable.parameters.find(({ name }) => isMeant(source.parameters[name]));
  return found ? { source, name: found.name } : null;
}

/** Of those before, the last one and what it is like, in the order said. `before`: the nearest first. */
function lastAlike(before: readonly PartDraft[]): readonly PartDraft[] {
  const first = before.findIndex(({ isAlike }) => !isAlike);
  return before.slice(0, first + 1).reverse();
}

/**
 * Of several alike before it each is meant: "… of Rome and Oslo, and the rain in these cities" asks twice, and "the way between the two
 * cities" has a place for each. None where it points at none of them.
 */
function ofEach(draft: PartDraft, alike: readonly PartDraft[]): readonly PartDraft[] {
  if (alike.length < 2) return [];
  const open = neededIn(draft.readable, draft);
  const [parameter] = open;
  if (!parameter || !allBefore.test(draft.said)) return [];
  if (open.length === 1) {
    const sources = alike.flatMap((source) => {
      const name = sameIn(source, parameter);
      return name === null ? [] : [{ source, name }];
    });
    if (sources.length < alike.length || !areDifferent(sources)) return [];
    return sources.map((source, index) => ({ ...carried(draft, parameter.name, source), isAlike: index > 0 }));
  }
  if (open.length !== alike.length || open.some(({ type }) => type !== parameter.type)) return [];
  const [first] = alike;
  const names = (first?.readable.parameters ?? []).filter(
    ({ name, type }) => type === parameter.type && areDifferent(alike.map((source) => ({ source, name }))),
  );
  const [only, ...others] = names;
  if (!only || others.length > 0) return [];
  return [
    open.reduce((filled, { name }, index) => {
      const source = alike[index];
      return source ? carried(filled, name, { source, name: only.name }) : filled;
    }, draft),
  ];
}

/** Whether all of them have it, each another one. */
function areDifferent(sources: readonly Source[]): boolean {
  const values = sources.map(({ source, name }) => JSON.stringify(source.parameters[name]));
  return !values.includes(undefined as never) && new Set(values).size === values.length;
}
