/** Places by their names. Those of countries come from `Intl`; here is what people call them besides. */
import type { PlaceNames } from "../reading/value-tables.ts";

/** Names of countries and of parts of them, by their codes (ISO 3166-1 alpha-2); `Intl` has others for these. */
const COUNTRIES = `
BA Bosnia|CZ Czech Republic|TL East Timor|GB England|GB Great Britain|CI Ivory Coast|CC Keeling Islands|MO Macau|MK Macedonia
GB Northern Ireland|PS Palestine|GB Scotland|SZ Swaziland|TR Turkey|US United States of America|VI US Virgin Islands
VA Vatican|GB Wales|CG Congo`;

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

export const PLACE_NAMES: PlaceNames = {
  countries: COUNTRIES.trim().split(/[|\n]/),
  countriesInShort: "AE UAE|GB UK|US USA|US US|US U.S.|US U.S.A.|US America".split("|"),
  commonNames: { AE: "UAE", CZ: "Czech Republic", GB: "UK", TR: "Turkey" },
  respelt: [
    [/ SAR China$/, ""],
    [/ - .*$/, ""],
    [/ & /g, " and "],
    [/\bSt\. /g, "Saint "],
    [/’/g, "'"],
  ],
  states: STATES.trim().split(/[|\n]/),
  citiesToo: CITIES_TOO.trim().split(/[|\n]/),
  stateCodes: (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD " +
    "TN TX UT VT VA WA WV WI WY DC PR GU VI AS MP"
  ).split(" "),
  wordsToo: "turkey jersey china chad guinea reunion réunion".split(" "),
  article: /^the\s+/,
  beforeCode: "\\b(?:in|near|from|to|around|across|for)\\s+",
  kinds: {
    country: "country",
    nation: "country",
    state: "state",
    province: "state",
    region: "state",
    city: "city",
    town: "city",
  },
  wantsRegion:
    /\b(?:[Cc]ity|[Tt]own)\b.{0,40}\b(?:[Ss]tate|[Cc]ountry|[Rr]egion)\b|\p{Lu}\w+, (?:\p{Lu}{2}\b|State|Country)/u,
};
