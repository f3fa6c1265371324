/** Words that the cache treats in a way of their own. All in small letters, contractions expanded. */

/** Say the opposite, or undo. English, and the commonest of languages whose sentences may be mixed into English ones. */
export const POLARITY: ReadonlySet<string> = new Set(
  (
    "not no never none nothing nobody nor neither without except excluding exclude excludes excluded cancel cancels canceled " +
    "cancelled remove removes delete deletes stop stops undo unless instead un don off only nope avoid skip dont wont cant " +
    "didnt doesnt isnt shouldnt disable disabled deny reject refuse hide drop quit halt pause unmute mute " +
    "nicht kein keine keinen keiner keines nie niemals ohne pas jamais sans aucun aucune ne nunca jamás sin ningún " +
    "ninguna tampoco não nao nem sem nenhum nenhuma non senza mai nessuno nessuna niet geen nooit zonder ikke aldri uten " +
    "inte aldrig utan ei ilman nie bez nem nu fără değil yok hayır"
  ).split(" "),
);

const NEGATIONS: ReadonlySet<string> = new Set(
  "not no never none nothing nobody nor neither without un dont wont cant".split(" "),
);

/** Whether it says "not" by itself. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word);
}

/** Say which side, order or bound is meant; exchanging or dropping one changes the meaning. */
export const COMPARISON: ReadonlySet<string> = new Set(
  (
    "more less fewer under over above below before after least most minimum maximum min max until till since between from " +
    "to than greater smaller larger bigger higher lower longer shorter earlier later older newer cheaper first last next " +
    "previous another other others again still yet already am pm ago hence within beyond except both either all any every " +
    "each only second third fourth fifth sixth seventh eighth ninth tenth half double twice triple once"
  ).split(" "),
);

/** What makes of a number the least or the most. */
export const LIMITS: ReadonlySet<string> = new Set(
  (
    "least most minimum maximum min max more less fewer than under over above below beyond within exactly greater higher " +
    "lower upwards downwards starting minus plus negative"
  ).split(" "),
);

/** Words that open a question: with them an order may become one about what was done, may be done, or would be. */
export const OPENERS: ReadonlySet<string> = new Set(
  (
    "did do does should may might must was were who whom whose why when where how if am has have had can could would will " +
    "shall is are what which"
  ).split(" "),
);

/** A pair of sentences where one has the one word and the other the other never means the same. */
const OPPOSITES: readonly (readonly [string, string])[] = (
  "add:remove open:close start:stop play:stop play:pause on:off in:out up:down buy:sell book:cancel enable:disable " +
  "increase:decrease raise:lower turn:switch show:hide lock:unlock mute:unmute before:after more:less most:least " +
  "highest:lowest best:worst cheapest:priciest cheap:expensive big:small large:small long:short new:old early:late " +
  "earliest:latest first:last next:previous left:right north:south east:west hot:cold warm:cold fast:slow high:low " +
  "arrive:depart arrival:departure arriving:leaving send:receive borrow:lend lend:lend to:from from:to am:pm morning:evening day:night " +
  "breakfast:dinner import:export upload:download push:pull accept:reject accept:decline allow:deny allow:block " +
  "inside:outside indoor:outdoor indoors:outdoors above:below over:under max:min maximum:minimum increase:reduce increase:lower " +
  "male:female mother:father son:daughter his:her my:your my:our i:you deposit:withdraw credit:debit like:dislike love:hate " +
  "follow:unfollow subscribe:unsubscribe install:uninstall load:unload with:without income:expense win:lose success:failure " +
  "positive:negative public:private alive:dead true:false yes:no always:never same:different celsius:fahrenheit " +
  "kilometers:miles km:miles kg:lb kg:pounds dollars:euros usd:eur weekly:monthly daily:weekly daily:monthly monthly:yearly"
)
  .split(" ")
  .map((pair) => pair.split(":") as [string, string]);

const OPPOSITES_OF: ReadonlyMap<string, ReadonlySet<string>> = oppositesOf();

function oppositesOf(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (one: string, other: string) => {
    const known = found.get(one);
    if (known) known.add(other);
    else found.set(one, new Set([other]));
  };
  for (const [one, other] of OPPOSITES) {
    add(one, other);
    add(other, one);
  }
  return found;
}

/** Whether the two words mean the opposite of each other, also as "like" and "unlike", "do" and "undo". */
export function areOpposites(one: string, other: string): boolean {
  if (OPPOSITES_OF.get(one)?.has(other)) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (UNDOING.some((prefix) => long === prefix + short)) return short.length >= 2;
  // "Into" is not the opposite of "to".
  return short.length >= TURNED_LETTERS_MIN && TURNING.some((prefix) => long === prefix + short);
}
const UNDOING = ["un", "dis"] as const;
const TURNING = ["non", "in", "im", "ir", "de", "anti", "mis"] as const;
const TURNED_LETTERS_MIN = 4;

/** What an amount is counted in: with another one, it is another amount. */
export const UNITS: ReadonlySet<string> = new Set(
  (
    "$ € £ ¥ ₹ % ° c f k m b kg g mg lb lbs oz km cm mm mi ft in inch inches meter meters metre metres mile miles yard yards " +
    "kilometer kilometers kilometre kilometres foot feet pound pounds ounce ounces gram grams kilogram kilograms liter liters " +
    "litre litres gallon gallons celsius fahrenheit kelvin degree degrees second seconds minute minutes hour hours day days " +
    "week weeks month months year years usd eur gbp jpy inr chf cad aud dollar dollars euro euros yen rupee rupees franc " +
    "francs cent cents percent percentage star stars point points bucks quid mph kph hz khz mhz ghz kb mb gb tb watt watts " +
    "hundred thousand million billion trillion dozen"
  ).split(" "),
);

/** Words that a sentence can have or lack without saying anything else, unless they stand in a value. */
export const HARMLESS: ReadonlySet<string> = new Set(
  (
    "a an the i me my we us you your it its this that these those there here is are was be been am do does did will would can could " +
    "should shall may might must have has had to of for so as and please just really very quite kindly simply want wants wanted " +
    "need needs like love wish wanna going go gonna get got give let make made help tell show find see look know say know what " +
    "which how when where who some something one thing things bit kind sort then than with by in on at s 's well okay if " +
    "about up out called named titled entitled name title"
  ).split(" "),
);

/** Days and months, as they are written in full and short: another one in each week or year. */
const CALENDAR =
  "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays " +
  "mon tue tues wed weds thu thur thurs fri sat sun weekend weekends weekday weekdays " +
  "january february march april may june july august september october november december " +
  "jan feb mar apr jun jul aug sep sept oct nov dec";
/** Times that are counted from now, as they are written in full and in a hurry. */
const FROM_NOW =
  "today tonight tomorrow yesterday later tdy 2day tonite 2nite 2night tomorow tmrw tmr tmw tomoz 2moro 2morrow yday morning " +
  "afternoon evening noon midnight";

/** Words that mean another time each day. */
export const CLOCK_WORDS: ReadonlySet<string> = new Set(
  `${CALENDAR} ${FROM_NOW} ago next last this coming past previous current currently rn`.split(" "),
);

/** Words that say when. */
export const TIMES: ReadonlySet<string> = new Set(
  (
    `${CALENDAR} ${FROM_NOW} now soon rn immediately night midday dawn dusk sunrise sunset bedtime lunchtime dinnertime teatime spring summer autumn fall winter ` +
    "twenties thirties forties fourties fifties sixties seventies eighties nineties noughties breakfast lunch dinner brunch supper"
  ).split(" "),
);
