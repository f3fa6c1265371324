/** Large cities, for parameters that want "City, State" or "City, Country". */
import type { CityNames } from "../reading/value-tables.ts";

/** With the codes of their states. */
const OF_STATES = `
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

/** With the codes of their countries (ISO 3166-1 alpha-2). */
const OF_COUNTRIES = `
GB London|GB Edinburgh|GB Manchester|GB Glasgow|GB Liverpool|GB Bristol|GB Leeds|FR Paris|FR Lyon|FR Marseille
FR Nice|DE Berlin|DE Munich|DE Hamburg|DE Frankfurt|DE Cologne|ES Madrid|ES Barcelona|ES Seville|ES Valencia
IT Rome|IT Milan|IT Venice|IT Florence|IT Naples|AT Vienna|NL Amsterdam|NL Rotterdam|BE Brussels|CH Zurich
CH Geneva|SE Stockholm|NO Oslo|DK Copenhagen|FI Helsinki|IE Dublin|PT Lisbon|PT Porto|GR Athens|PL Warsaw
PL Krakow|CZ Prague|HU Budapest|RO Bucharest|BG Sofia|RS Belgrade|HR Zagreb|RU Moscow|RU Saint Petersburg
UA Kyiv|TR Istanbul|TR Ankara|EG Cairo|NG Lagos|KE Nairobi|GH Accra|MA Casablanca|ET Addis Ababa|ZA Cape Town
ZA Johannesburg|IL Tel Aviv|IL Jerusalem|AE Dubai|AE Abu Dhabi|SA Riyadh|QA Doha|IR Tehran|IQ Baghdad|IN Delhi
IN New Delhi|IN Mumbai|IN Bangalore|IN Bengaluru|IN Chennai|IN Hyderabad|IN Kolkata|IN Pune|IN Noida|IN Jaipur
IN Ahmedabad|PK Karachi|PK Lahore|BD Dhaka|LK Colombo|CN Beijing|CN Shanghai|CN Guangzhou|CN Shenzhen|CN Chengdu
CN Wuhan|CN Hong Kong|TW Taipei|JP Tokyo|JP Osaka|JP Kyoto|KR Seoul|KR Busan|TH Bangkok|VN Hanoi|VN Ha Noi
VN Ho Chi Minh City|ID Jakarta|PH Manila|SG Singapore|MY Kuala Lumpur|AU Sydney|AU Melbourne|AU Brisbane
AU Perth|AU Adelaide|NZ Auckland|NZ Wellington|CA Toronto|CA Vancouver|CA Montreal|CA Ottawa|CA Calgary
MX Mexico City|CO Bogota|PE Lima|CL Santiago|AR Buenos Aires|BR Rio de Janeiro|BR Sao Paulo|CU Havana`;

export const CITY_NAMES: CityNames = {
  ofStates: OF_STATES.trim().split(/[|\n]/),
  ofCountries: OF_COUNTRIES.trim().split(/[|\n]/),
};
