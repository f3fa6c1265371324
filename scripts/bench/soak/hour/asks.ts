/** What the apps of the soak ask, by number: the same number asks the same. */
export const KINDS = [
  "known",
  "other words",
  "new",
  "classes",
  "set of classes",
  "changing set",
  "under a key",
] as const;
export type Kind = (typeof KINDS)[number];

export interface Ask {
  readonly kind: Kind;
  readonly path: string;
  readonly body: unknown;
  readonly cacheControl: string;
  /** For an ask that is repeated under it when it was cut off. */
  readonly key?: string | undefined;
}

/** Registered in each app. */
export const LAMPS = "lamps-v1";
export const CHANGING = "changing-v1";
export const INTENTS = "intents-v1";

const KNOWN_QUESTIONS = 100;
const CLASSES = [
  { label: "refund", description: "The customer wants money back" },
  { label: "greeting", description: "The customer says hello" },
  { label: "delivery", description: "The customer asks where a parcel is" },
];
/** Longer than all the months that go by: what a month does to what is kept is not asked here, or each would begin with everything anew. */
const MAY_BE_CACHED = "max-age=315360000";
const lamp = (query: string, signature = LAMPS) => ({ query, toolsets: [signature] });

/** Of each hundred: 80 known, 4 of known ones in other words, 4 new ones that are kept, and the rest; evenly spread. */
export function askOf(index: number): Ask {
  const of100 = (index * 37) % 100;
  const room = index % KNOWN_QUESTIONS;
  if (of100 < 4)
    return {
      kind: "other words",
      path: "/v1/resolve",
      body: lamp(`please turn on the lamp in room ${room}`),
      cacheControl: MAY_BE_CACHED,
    };
  if (of100 < 8)
    return {
      kind: "new",
      path: "/v1/resolve",
      body: lamp(`dim the lamp in room ${index} to ${index % 100} percent`),
      cacheControl: MAY_BE_CACHED,
    };
  if (of100 < 10) {
    const body = { data: `where is parcel ${index}, it never came`, classes: CLASSES };
    return { kind: "classes", path: "/v1/classify", body, cacheControl: "no-store" };
  }
  if (of100 < 13) {
    const body = { data: `my order ${index} is not here yet`, classification_set: INTENTS };
    return { kind: "set of classes", path: "/v1/classify", body, cacheControl: "no-store" };
  }
  if (of100 < 16)
    return {
      kind: "changing set",
      path: "/v1/resolve",
      body: lamp(`switch on the lamp in room ${room}`, CHANGING),
      cacheControl: MAY_BE_CACHED,
    };
  const known = lamp(`switch on the lamp in room ${room}`);
  if (of100 < 20)
    return { kind: "under a key", path: "/v1/resolve", body: known, cacheControl: MAY_BE_CACHED, key: `soak-${index}` };
  return { kind: "known", path: "/v1/resolve", body: known, cacheControl: MAY_BE_CACHED };
}
