/** Places of one name and of two kinds: whether "Georgia" is the country or the state, a sentence seldom says. */
import { wordsOf } from "../../reading/word-forms.ts";

type PlaceKind = "country" | "state" | "city";

/** In small letters. Of the many towns that are called after a country or a state, those that people know. */
const OF_TWO_KINDS: readonly (readonly [readonly PlaceKind[], string])[] = [
  [["country", "state"], "georgia|guam|puerto rico|american samoa|northern mariana islands|us virgin islands"],
  [
    ["country", "city"],
    "singapore|monaco|luxembourg|panama|guatemala|djibouti|kuwait|san marino|gibraltar|hong kong|macau|vatican|mexico|" +
      "macedonia|lebanon|peru|jamaica",
  ],
  [["state", "city"], "new york|washington|quebec"],
];

const KINDS: ReadonlyMap<string, readonly PlaceKind[]> = new Map(
  OF_TWO_KINDS.flatMap(([kinds, names]) => names.split("|").map((name) => [name, kinds] as const)),
);
const KIND_NAMES: Readonly<Record<string, PlaceKind>> = {
  country: "country",
  nation: "country",
  state: "state",
  province: "state",
  region: "state",
  city: "city",
  town: "city",
};

/** Of a parameter, by its name ("departureCity", "billing_country"). */
function kindOfParameter(parameter: string): PlaceKind | null {
  return (
    wordsOf(parameter)
      .map((word) => KIND_NAMES[word])
      .find((kind) => kind !== undefined) ?? null
  );
}

/** Whether the tool that has these parameters asks for two kinds of place, and the name may be of either. */
export function isOfTwoKinds(name: string, parameters: Iterable<string>): boolean {
  const kinds = KINDS.get(name.toLowerCase());
  if (!kinds) return false;
  const asked = new Set([...parameters].map(kindOfParameter));
  return kinds.filter((kind) => asked.has(kind)).length > 1;
}
