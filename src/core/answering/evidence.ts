import { ENGLISH } from "../english/english.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { LocalTime } from "../local-time.ts";
import { type PlainValue, placesOf } from "../reading/places.ts";
import { plainSchema } from "../schema/plain-schema.ts";
import { hull, type Span, SpanSet } from "../span.ts";

export const EVIDENCE_KINDS = ["query", "context", "history", "memory", "default", "inferred"] as const;

/**
 * Where a parameter's value came from. `inferred`: from nowhere that the server can see. A type, as all that is stored: so
 * the compiler sees that it is JSON.
 */
export type Evidence = {
  readonly kind: (typeof EVIDENCE_KINDS)[number];
  /** Half-open, in code points of the query or the context as it was sent. */
  readonly start?: number;
  readonly end?: number;
};

export type EvidenceMap = Readonly<Record<string, Evidence>>;

/** Where the query says the value; null where it came from elsewhere, or stands nowhere. */
export function placeInQuery(evidence: Evidence | undefined): Span | null {
  const { kind, start, end } = evidence ?? {};
  return kind === "query" && start !== undefined && end !== undefined ? { start, end } : null;
}

/** Everything that a value may have come from. Texts are as they were checked, see `checkedText`. */
export interface Sources {
  readonly query: string;
  readonly context: string | null;
  /** Earlier queries. */
  readonly history: readonly string[];
  /** What was answered to them, where that is known. */
  readonly answered: readonly JsonObject[];
  /** Texts and values of the memories that were put to use. */
  readonly memories: readonly { readonly text: string; readonly parameters: JsonObject }[];
  /** What the model says it copied, in UTF-16 code units of the query. */
  readonly spans: Readonly<Record<string, Span>>;
  readonly now: LocalTime;
}

/**
 * The source of each top-level parameter, whatever model proposed it: found as it stands, or in another form ("two" for 2,
 * "tomorrow" for a date, an option in other letters). A list or an object is from the query when all it holds is; its
 * place is the stretch around that. Otherwise its source is that of the part that is furthest from the query.
 * Offsets are UTF-16 code units of the checked texts.
 */
export function evidenceOf(
  parameters: JsonObject,
  schema: JsonObject | undefined,
  defaultsApplied: readonly string[],
  sources: Sources,
): EvidenceMap {
  const kept = new Set(Object.keys(parameters).filter((name) => isLongAsAnswered(parameters[name], name, sources)));
  const looked = Object.fromEntries(Object.entries(parameters).filter(([name]) => !kept.has(name)));
  const root = schema ?? {};
  const leaves = leavesOf(looked, root, { root, path: [] }).filter(({ path }) => !isDefault(path, defaultsApplied));
  const copied = new Map(
    Object.keys(parameters).flatMap((name) => {
      const span = Object.hasOwn(sources.spans, name) ? sources.spans[name] : undefined;
      return span && holdsText(span, sources.query) ? [[name, span] as const] : [];
    }),
  );
  const open = leaves.filter(({ path }) => !copied.has(path[0] as string));
  const inQuery = claimedPlaces(open, sources.query, [...copied.values()], sources.now);
  const elsewhere = open.filter((leaf) => !inQuery.has(leaf));
  const inContext = claimedPlaces(elsewhere, sources.context ?? "", [], sources.now);
  const entries = Object.entries(parameters).map(([name, value]) => {
    if (defaultsApplied.includes(name)) return [name, { kind: "default" }] as const;
    const span = copied.get(name);
    if (span) return [name, { kind: "query", start: span.start, end: span.end }] as const;
    if (kept.has(name)) return [name, { kind: "history" }] as const;
    const parts = open
      .filter(({ path }) => path[0] === name)
      .map((leaf) => sourceOf(leaf, inQuery.get(leaf), inContext.get(leaf), sources));
    return [name, joined(parts, value)] as const;
  });
  // A parameter may be called `__proto__`.
  return Object.fromEntries(entries);
}

/** A value that holds no others, and where it stands in the parameters. */
interface Leaf extends PlainValue {
  readonly path: readonly (string | number)[];
}

interface LeafPlace {
  /** What references in its schema lead into. */
  readonly root: JsonObject;
  readonly path: readonly (string | number)[];
}

/** Null and what is empty say nothing that a text could say. */
function leavesOf(value: JsonValue, given: JsonObject, { root, path }: LeafPlace): readonly Leaf[] {
  if (value === null) return [];
  const property = plainSchema(given, root);
  if (typeof value !== "object") {
    const name = path.findLast((step) => typeof step === "string") ?? "";
    return [{ path, name: String(name), value, property }];
  }
  if (Array.isArray(value)) {
    const items = schemaIn(property, "items");
    return value.flatMap((item: JsonValue, index) => leavesOf(item, items, { root, path: [...path, index] }));
  }
  const properties = schemaIn(property, "properties");
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item as JsonValue, schemaIn(properties, key), { root, path: [...path, key] }),
  );
}

function schemaIn(schema: JsonObject, key: string): JsonObject {
  const inner = Object.hasOwn(schema, key) ? schema[key] : undefined;
  return isJsonObject(inner) ? inner : {};
}

function isDefault(path: readonly (string | number)[], defaultsApplied: readonly string[]): boolean {
  return path.some((_, index) => defaultsApplied.includes(path.slice(0, index + 1).join(".")));
}

/** A model's own word counts only where it can be true. */
function holdsText({ start, end }: Span, query: string): boolean {
  const isInside = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end <= query.length;
  return isInside && start < end && query.slice(start, end).trim() !== "";
}

/** The place of each value that the text says. Two values share one only where there is no second. */
function claimedPlaces(
  leaves: readonly Leaf[],
  text: string,
  taken: readonly Span[],
  now: LocalTime,
): ReadonlyMap<Leaf, Span> {
  const claimed = new Map<Leaf, Span>();
  if (text === "") return claimed;
  // Who has the least choice chooses first.
  const wanting = leaves
    .map((leaf) => ({ leaf, places: placesOf(leaf, text, now, ENGLISH) }))
    .sort((one, other) => one.places.length - other.places.length);
  const held = new SpanSet(taken);
  for (const { leaf, places } of wanting) {
    const place = places.find((free) => !held.overlaps(free)) ?? places[0];
    if (!place) continue;
    held.add(place);
    claimed.set(leaf, place);
  }
  return claimed;
}

function sourceOf(leaf: Leaf, inQuery: Span | undefined, inContext: Span | undefined, sources: Sources): Evidence {
  const { history, answered, memories, now } = sources;
  if (inQuery) return { kind: "query", ...inQuery };
  if (inContext) return { kind: "context", ...inContext };
  if (answered.some((parameters) => wasAnswered(leaf, parameters))) return { kind: "history" };
  if (history.some((text) => placesOf(leaf, text, now, ENGLISH).length > 0)) return { kind: "history" };
  const isRemembered = memories.some(
    ({ text, parameters }) =>
      placesOf(leaf, text, now, ENGLISH).length > 0 || valueAt(parameters, leaf.path) === leaf.value,
  );
  if (isRemembered) return { kind: "memory" };
  return { kind: leaf.property.default === leaf.value ? "default" : "inferred" };
}

/** In characters of JSON. Of a longer value no sentence says all, and each of its parts costs a search in every text. */
const LONG = 1_000;

/** Whether it is long, and just as it was answered before. */
function isLongAsAnswered(value: JsonValue | undefined, name: string, { answered }: Sources): boolean {
  if (typeof value !== "object" || value === null) return false;
  const written = JSON.stringify(value);
  if (written.length <= LONG) return false;
  return answered.some((before) => Object.hasOwn(before, name) && JSON.stringify(before[name]) === written);
}

/** Under the same name, or a text under another one: the `record` of one tool is the `account` of the next. */
function wasAnswered({ path, value }: Leaf, parameters: JsonObject): boolean {
  if (valueAt(parameters, path) === value) return true;
  return typeof value === "string" && Object.values(parameters).includes(value);
}

function valueAt(value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue | undefined {
  let at = value;
  for (const step of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string | number, JsonValue | undefined>>)[step];
  }
  return at;
}

/** From the nearest source to none at all. */
const DISTANCES = ["query", "context", "default", "history", "memory", "inferred"] as const;

function joined(parts: readonly Evidence[], value: JsonValue | undefined): Evidence {
  const [only] = parts;
  if (!only) return { kind: "inferred" };
  if (parts.length === 1 && typeof value !== "object") return only;
  const furthest = DISTANCES.findLast((kind) => parts.some((part) => part.kind === kind)) ?? "inferred";
  const places = parts.flatMap(({ start, end }) => (start === undefined || end === undefined ? [] : [{ start, end }]));
  // Offsets of two texts make no stretch.
  return parts.every(({ kind }) => kind === furthest) && places.length > 0
    ? { kind: furthest, ...hull(places) }
    : { kind: furthest };
}
