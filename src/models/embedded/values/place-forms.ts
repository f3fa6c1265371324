/** Large cities with their state or country, for parameters that want "City, State" or "City, Country". */
import { wantsRegion } from "#core/reading/places.ts";

const UNITED_STATES = `
NY New York|CA Los Angeles|IL Chicago|TX Houston|AZ Phoenix|PA Philadelphia|TX San Antonio|CA San Diego|TX Dallas
CA San Jose|TX Austin|FL Jacksonville|TX Fort Worth|OH Columbus|NC Charlotte|CA San Francisco|IN Indianapolis
WA Seattle|CO Denver|DC Washington|MA Boston|TX El Paso|TN Nashville|MI Detroit|OK Oklahoma City|OR Portland
NV Las Vegas|TN Memphis|KY Louisville|MD Baltimore|WI Milwaukee|NM Albuquerque|AZ Tucson|CA Fresno|CA Sacramento
AZ Mesa|MO Kansas City|GA Atlanta|NE Omaha|FL Miami|CA Oakland|CA Berkeley|MN Minneapolis|FL Tampa|LA New Orleans
OH Cleveland|HI Honolulu|FL Orlando|PA Pittsburgh|OH Cincinnati|MO St. Louis|NY Buffalo|UT Salt Lake City
CA Long Beach|CA Santa Rosa|CA Fremont|AK Anchorage|VA Richmond|CA Palo Alto|CA San Mateo|CA Santa Clara|NC Raleigh
VA Virginia Beach|CO Colorado Springs|CO Aurora|KS Wichita|TX Arlington|CA Bakersfield|CA Anaheim|CA Riverside
KY Lexington|NV Henderson|CA Stockton|MN St. Paul|NJ Newark|NJ Jersey City|NC Durham|ID Boise|WA Spokane|IA Des Moines
AL Birmingham|UT Provo|CT Hartford|RI Providence|WI Madison|NC Greensboro|CA Irvine|TX Plano|AR Little Rock`;

const WORLD = `
UK London|UK Edinburgh|UK Manchester|UK Glasgow|UK Liverpool|UK Bristol|UK Leeds|France Paris|France Lyon
France Marseille|France Nice|Germany Berlin|Germany Munich|Germany Hamburg|Germany Frankfurt|Germany Cologne
Spain Madrid|Spain Barcelona|Spain Seville|Spain Valencia|Italy Rome|Italy Milan|Italy Venice|Italy Florence
Italy Naples|Austria Vienna|Netherlands Amsterdam|Netherlands Rotterdam|Belgium Brussels|Switzerland Zurich
Switzerland Geneva|Sweden Stockholm|Norway Oslo|Denmark Copenhagen|Finland Helsinki|Ireland Dublin|Portugal Lisbon
Portugal Porto|Greece Athens|Poland Warsaw|Poland Krakow|Czech_Republic Prague|Hungary Budapest|Romania Bucharest
Bulgaria Sofia|Serbia Belgrade|Croatia Zagreb|Russia Moscow|Russia Saint Petersburg|Ukraine Kyiv|Turkey Istanbul
Turkey Ankara|Egypt Cairo|Nigeria Lagos|Kenya Nairobi|Ghana Accra|Morocco Casablanca|Ethiopia Addis Ababa
South_Africa Cape Town|South_Africa Johannesburg|Israel Tel Aviv|Israel Jerusalem|UAE Dubai|UAE Abu Dhabi
Saudi_Arabia Riyadh|Qatar Doha|Iran Tehran|Iraq Baghdad|India Delhi|India New Delhi|India Mumbai|India Bangalore
India Bengaluru|India Chennai|India Hyderabad|India Kolkata|India Pune|India Noida|India Jaipur|India Ahmedabad
Pakistan Karachi|Pakistan Lahore|Bangladesh Dhaka|Sri_Lanka Colombo|China Beijing|China Shanghai|China Guangzhou
China Shenzhen|China Chengdu|China Wuhan|China Hong Kong|Taiwan Taipei|Japan Tokyo|Japan Osaka|Japan Kyoto
South_Korea Seoul|South_Korea Busan|Thailand Bangkok|Vietnam Hanoi|Vietnam Ha Noi|Vietnam Ho Chi Minh City
Indonesia Jakarta|Philippines Manila|Singapore Singapore|Malaysia Kuala Lumpur|Australia Sydney|Australia Melbourne
Australia Brisbane|Australia Perth|Australia Adelaide|New_Zealand Auckland|New_Zealand Wellington|Canada Toronto
Canada Vancouver|Canada Montreal|Canada Ottawa|Canada Calgary|Mexico Mexico City|Colombia Bogota|Peru Lima
Chile Santiago|Argentina Buenos Aires|Brazil Rio de Janeiro|Brazil Sao Paulo|Cuba Havana`;

const REGIONS: ReadonlyMap<string, string> = new Map(
  `${WORLD}\n${UNITED_STATES}`
    .split(/[|\n]/)
    .filter((entry) => entry !== "")
    .map((entry) => {
      const space = entry.indexOf(" ");
      return [entry.slice(space + 1).toLowerCase(), entry.slice(0, space).replaceAll("_", " ")] as const;
    }),
);

/** The place as the parameter's description asks for it: "Boston" as "Boston, MA" where it names a state or country. */
export function placeAs(description: string, place: string): string {
  if (place.includes(",") || !wantsRegion(description)) return place;
  const region = REGIONS.get(place.toLowerCase());
  return region === undefined ? place : `${place}, ${region}`;
}
