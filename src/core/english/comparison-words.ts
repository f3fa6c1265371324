/** Which side, order or bound is meant, and in what an amount is counted. */
import type { ComparisonWords } from "../reading/sentence-tables.ts";

export const COMPARISON_WORDS: ComparisonWords = {
  sides: new Set(
    (
      "more less fewer under over above below before after least most minimum maximum min max until till since between from " +
      "to than greater smaller larger bigger higher lower longer shorter earlier later older newer cheaper first last next " +
      "previous another other others again still yet already am pm ago hence within beyond except both either all any every " +
      "each only second third fourth fifth sixth seventh eighth ninth tenth half double twice triple once"
    ).split(" "),
  ),
  limits: new Set(
    (
      "least most minimum maximum min max more less fewer than under over above below beyond within exactly greater higher " +
      "lower upwards downwards starting minus plus negative"
    ).split(" "),
  ),
  units: new Set(
    (
      "$ € £ ¥ ₹ % ° c f k m b kg g mg lb lbs oz km cm mm mi ft in inch inches meter meters metre metres mile miles yard yards " +
      "kilometer kilometers kilometre kilometres foot feet pound pounds ounce ounces gram grams kilogram kilograms liter liters " +
      "litre litres gallon gallons celsius fahrenheit kelvin degree degrees second seconds minute minutes hour hours day days " +
      "week weeks month months year years usd eur gbp jpy inr chf cad aud dollar dollars euro euros yen rupee rupees franc " +
      "francs cent cents percent percentage star stars point points bucks quid mph kph hz khz mhz ghz kb mb gb tb watt watts " +
      "hundred thousand million billion trillion dozen"
    ).split(" "),
  ),
};
