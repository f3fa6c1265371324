/** Which kind of place a name is of: "Palau" is a country, "Ohio" a state, and "Georgia" may be either. */
import type { Span } from "../span.ts";
import { countryCodes } from "./known-names.ts";
import { type LanguageTables, perLanguage } from "./language.ts";
import { wordsOf } from "./word-forms.ts";

export type PlaceKind = "country" | "state" | "city";

const NONE: ReadonlySet<PlaceKind> = new Set();
const STATE: ReadonlySet<PlaceKind> = new Set(["state"]);

const formsOf = perLanguage((language) => {
  const { states, citiesToo, stateCodes, wordsToo, beforeCode } = language.places;
  const kinds = kindsByName([
    ["country", countryCodes(language).keys()],
    ["state", states],
    ["city", citiesToo],
  ]);
  const names = [...kinds.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((name) => RegExp.escape(name).replaceAll("\\x20", "\\s+"));
  return {
    kinds,
    names: new RegExp(`(?<![\\p{L}\\p{N}'’-])(?:${names.join("|")})(?![\\p{L}\\p{N}-])`, "giu"),
    // "in KY", "Austin, TX": alone, two capitals may be anything.
    codes: new RegExp(`(?<=${beforeCode}|,\\s{0,3})[A-Z]{2}(?![\\w-])`, "g"),
    stateCodes: new Set(stateCodes),
    wordsToo: new Set(wordsToo),
  };
});

function kindsByName(
  lists: readonly (readonly [PlaceKind, Iterable<string>])[],
): ReadonlyMap<string, ReadonlySet<PlaceKind>> {
  const kinds = new Map<string, Set<PlaceKind>>();
  for (const [kind, names] of lists) {
    for (const name of names) {
      const key = name.toLowerCase();
      kinds.set(key, (kinds.get(key) ?? new Set()).add(kind));
    }
  }
  return kinds;
}

/** The kinds of which a place of this name may be, in whatever case; none for a name that is not known. */
export function placeKindsOf(name: string, language: LanguageTables): ReadonlySet<PlaceKind> {
  const { kinds, stateCodes } = formsOf(language);
  if (stateCodes.has(name)) return STATE;
  return kinds.get(name.toLowerCase().replace(language.places.article, "")) ?? NONE;
}

/** Countries and states that a text names. */
export function placesNamed(
  text: string,
  language: LanguageTables,
): readonly (Span & { readonly kinds: ReadonlySet<PlaceKind> })[] {
  const forms = formsOf(language);
  // Small letters make other words of some.
  const names = [...text.matchAll(forms.names)].filter(([name]) => !forms.wordsToo.has(name));
  const codes = [...text.matchAll(forms.codes)].filter(([code]) => forms.stateCodes.has(code));
  return [...names, ...codes].map(({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
    kinds: placeKindsOf(name.replace(/\s+/g, " "), language),
  }));
}

/** The kind that a parameter of this name asks for ("departureCity", "billing_country"); null for none. */
export function placeKindWantedBy(parameter: string, { places }: LanguageTables): PlaceKind | null {
  const kinds = wordsOf(parameter).map((word) => (Object.hasOwn(places.kinds, word) ? places.kinds[word] : undefined));
  return kinds.find((kind) => kind !== undefined) ?? null;
}

/** Whether the tool that has these parameters asks for two kinds of place, and the name may be of either. */
export function isOfTwoKinds(name: string, parameters: Iterable<string>, language: LanguageTables): boolean {
  const kinds = placeKindsOf(name, language);
  if (kinds.size < 2) return false;
  const asked = new Set([...parameters].map((parameter) => placeKindWantedBy(parameter, language)));
  return [...kinds].filter((kind) => asked.has(kind)).length > 1;
}
