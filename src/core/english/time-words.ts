/** Words that say when. */
import type { TimeWords } from "../reading/sentence-tables.ts";

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

export const TIME_WORDS: TimeWords = {
  clock: new Set(`${CALENDAR} ${FROM_NOW} ago next last this coming past previous current currently rn`.split(" ")),
  times: new Set(
    (
      `${CALENDAR} ${FROM_NOW} now soon rn immediately night midday dawn dusk sunrise sunset bedtime lunchtime dinnertime teatime spring summer autumn fall winter ` +
      "twenties thirties forties fourties fifties sixties seventies eighties nineties noughties breakfast lunch dinner brunch supper"
    ).split(" "),
  ),
};
