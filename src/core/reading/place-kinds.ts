/** Which kind of place a name is of: "Palau" is a country, "Ohio" a state, and "Georgia" may be either. */
import type { Span } from "../ports/models.ts";
import { wordsOf } from "./word-forms.ts";

export type PlaceKind = "country" | "state" | "city";

/** Countries and territories, as people write them. */
const COUNTRIES = `
Afghanistan|Aland Islands|Albania|Algeria|American Samoa|Andorra|Angola|Anguilla|Antigua and Barbuda|Argentina|Armenia|Aruba
Australia|Austria|Azerbaijan|Bahamas|Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belize|Benin|Bermuda|Bhutan|Bolivia
Bosnia and Herzegovina|Bosnia|Botswana|Brazil|British Virgin Islands|Brunei|Bulgaria|Burkina Faso|Burma|Burundi|Cambodia
Cameroon|Canada|Cape Verde|Cayman Islands|Central African Republic|Chad|Chile|China|Christmas Island|Colombia|Comoros|Congo
Cook Islands|Costa Rica|Croatia|Cuba|Curacao|Cyprus|Czechia|Czech Republic|Denmark|Djibouti|Dominica|Dominican Republic
East Timor|Ecuador|Egypt|El Salvador|England|Equatorial Guinea|Eritrea|Estonia|Eswatini|Ethiopia|Falkland Islands
Faroe Islands|Fiji|Finland|France|French Guiana|French Polynesia|Gabon|Gambia|Georgia|Germany|Ghana|Gibraltar|Great Britain
Greece|Greenland|Grenada|Guadeloupe|Guam|Guatemala|Guernsey|Guinea|Guinea-Bissau|Guyana|Haiti|Honduras|Hong Kong|Hungary
Iceland|India|Indonesia|Iran|Iraq|Ireland|Isle of Man|Israel|Italy|Ivory Coast|Jamaica|Japan|Jersey|Jordan|Kazakhstan
Keeling Islands|Kenya|Kiribati|Kosovo|Kuwait|Kyrgyzstan|Laos|Latvia|Lebanon|Lesotho|Liberia|Libya|Liechtenstein|Lithuania
Luxembourg|Macau|Macedonia|Madagascar|Malawi|Malaysia|Maldives|Mali|Malta|Marshall Islands|Martinique|Mauritania|Mauritius
Mayotte|Mexico|Micronesia|Moldova|Monaco|Mongolia|Montenegro|Montserrat|Morocco|Mozambique|Myanmar|Namibia|Nauru|Nepal
Netherlands|New Caledonia|New Zealand|Nicaragua|Niger|Nigeria|Niue|Norfolk Island|North Korea|North Macedonia
Northern Ireland|Northern Mariana Islands|Norway|Oman|Pakistan|Palau|Palestine|Panama|Papua New Guinea|Paraguay|Peru
Philippines|Pitcairn Islands|Poland|Portugal|Puerto Rico|Qatar|Reunion|Romania|Russia|Rwanda|Saint Helena
Saint Kitts and Nevis|Saint Lucia|Saint Martin|Samoa|San Marino|Saudi Arabia|Scotland|Senegal|Serbia|Seychelles|Sierra Leone
Singapore|Sint Maarten|Slovakia|Slovenia|Solomon Islands|Somalia|South Africa|South Korea|South Sudan|Spain|Sri Lanka|Sudan
Suriname|Svalbard and Jan Mayen|Swaziland|Sweden|Switzerland|Syria|Taiwan|Tajikistan|Tanzania|Thailand|Timor-Leste|Togo
Tokelau|Tonga|Trinidad and Tobago|Tunisia|Turkey|Turkmenistan|Turks and Caicos Islands|Tuvalu|Uganda|Ukraine
United Arab Emirates|United Kingdom|United States|United States of America|Uruguay|US Virgin Islands|Uzbekistan|Vanuatu|Vatican
Venezuela|Vietnam|Wales|Wallis and Futuna|Western Sahara|Yemen|Zambia|Zimbabwe`;

/** Of the United States with their territories, of Canada and of Australia. */
const STATES = `
Alabama|Alaska|American Samoa|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|District of Columbia|Florida|Georgia
Guam|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi
Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota
Northern Mariana Islands|Ohio|Oklahoma|Oregon|Pennsylvania|Puerto Rico|Rhode Island|South Carolina|South Dakota|Tennessee
Texas|US Virgin Islands|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming
Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Ontario|Prince Edward Island|Quebec
Saskatchewan|New South Wales|Queensland|South Australia|Tasmania|Western Australia`;

/** Of the many towns that are called after a country or a state, those that people know. */
const CITIES_TOO = `
Singapore|Monaco|Luxembourg|Panama|Guatemala|Djibouti|Kuwait|San Marino|Gibraltar|Hong Kong|Macau|Vatican|Mexico|Macedonia
Lebanon|Peru|Jamaica|New York|Washington|Quebec`;

/** Of the United States, as on letters. */
const STATE_CODES: ReadonlySet<string> = new Set(
  (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD " +
    "TN TX UT VT VA WA WV WI WY DC PR GU VI AS MP"
  ).split(" "),
);

/** Small letters make other words of them. */
const WORDS_TOO: ReadonlySet<string> = new Set("turkey jersey china chad guinea reunion".split(" "));

const KINDS: ReadonlyMap<string, ReadonlySet<PlaceKind>> = kindsByName([
  ["country", COUNTRIES],
  ["state", STATES],
  ["city", CITIES_TOO],
]);

function kindsByName(lists: readonly (readonly [PlaceKind, string])[]): ReadonlyMap<string, ReadonlySet<PlaceKind>> {
  const kinds = new Map<string, Set<PlaceKind>>();
  for (const [kind, names] of lists) {
    for (const name of names.trim().toLowerCase().split(/[|\n]/)) {
      const known = kinds.get(name) ?? new Set();
      kinds.set(name, known.add(kind));
    }
  }
  return kinds;
}

const NONE: ReadonlySet<PlaceKind> = new Set();

/** The kinds of which a place of this name may be, in whatever case; none for a name that is not known. */
export function placeKindsOf(name: string): ReadonlySet<PlaceKind> {
  if (STATE_CODES.has(name)) return KINDS.get("ohio") ?? NONE;
  return KINDS.get(name.toLowerCase().replace(/^the\s+/, "")) ?? NONE;
}

const NAMES = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(?:${[...KINDS.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((name) => RegExp.escape(name).replaceAll("\\x20", "\\s+"))
    .join("|")})(?![\\p{L}\\p{N}-])`,
  "giu",
);
/** "in KY", "Austin, TX": alone, two capitals may be anything. */
const CODES = /(?<=\b(?:in|near|from|to|around|across|for)\s+|,\s*)[A-Z]{2}(?![\w-])/g;

/** Countries and states that a text names. */
export function placesNamed(text: string): readonly (Span & { readonly kinds: ReadonlySet<PlaceKind> })[] {
  const names = [...text.matchAll(NAMES)].filter(([name]) => !WORDS_TOO.has(name));
  const codes = [...text.matchAll(CODES)].filter(([code]) => STATE_CODES.has(code));
  return [...names, ...codes].map(({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
    kinds: placeKindsOf(name.replace(/\s+/g, " ")),
  }));
}

const KIND_NAMES: Readonly<Record<string, PlaceKind>> = {
  country: "country",
  nation: "country",
  state: "state",
  province: "state",
  region: "state",
  city: "city",
  town: "city",
};

/** The kind that a parameter of this name asks for ("departureCity", "billing_country"); null for none. */
export function placeKindWantedBy(parameter: string): PlaceKind | null {
  return (
    wordsOf(parameter)
      .map((word) => KIND_NAMES[word])
      .find((kind) => kind !== undefined) ?? null
  );
}

/** Whether the tool that has these parameters asks for two kinds of place, and the name may be of either. */
export function isOfTwoKinds(name: string, parameters: Iterable<string>): boolean {
  const kinds = placeKindsOf(name);
  if (kinds.size < 2) return false;
  const asked = new Set([...parameters].map(placeKindWantedBy));
  return [...kinds].filter((kind) => asked.has(kind)).length > 1;
}
