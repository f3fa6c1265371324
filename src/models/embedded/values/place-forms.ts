/** Large cities with their state or country, for parameters that want "City, State" or "City, Country". */
import { ENGLISH } from "#core/english/english.ts";
import { countryName, entry } from "#core/reading/known-names.ts";
import { wantsRegion } from "#core/reading/places.ts";

const { ofStates, ofCountries } = ENGLISH.cities;
/** By the city's name in small letters. */
const REGIONS: ReadonlyMap<string, string> = new Map([
  ...ofCountries.map(entry).map(([code, city]) => [city.toLowerCase(), countryName(code, ENGLISH)] as const),
  ...ofStates.map(entry).map(([code, city]) => [city.toLowerCase(), code] as const),
]);

/** The place as the parameter's description asks for it: "Boston" as "Boston, MA" where it names a state or country. */
export function placeAs(description: string, place: string): string {
  if (place.includes(",") || !wantsRegion(description, ENGLISH)) return place;
  const region = REGIONS.get(place.toLowerCase());
  return region === undefined ? place : `${place}, ${region}`;
}
