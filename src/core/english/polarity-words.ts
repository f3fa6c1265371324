/** What says no, and which words are the opposite of which. */
import type { PolarityWords } from "../reading/sentence-tables.ts";

const OPPOSITES =
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
  "kilometers:miles km:miles kg:lb kg:pounds dollars:euros usd:eur weekly:monthly daily:weekly daily:monthly monthly:yearly";

const BEING = "(?:is|are|was|were|am|be|been|['’](?:s|re|m))";
const LITTLE =
  "(?:(?:an?|the|my|any\\b|really|very|that|so|too|all\\s+that|at\\s+all|particularly|especially|even|about|exactly)\\s+)*";
const WISHING =
  "(?:want|wanting|wish|need|intend|plan|planning|mean|looking|trying|going|asking|here)(?:\\s+(?:to|for|about))?";

export const POLARITY_WORDS: PolarityWords = {
  // English, and the commonest of languages whose sentences may be mixed into English ones.
  turning: new Set(
    (
      "not no never none nothing nobody nor neither without except excluding exclude excludes excluded cancel cancels canceled " +
      "cancelled remove removes delete deletes stop stops undo unless instead un don off only nope avoid skip dont wont cant " +
      "didnt doesnt isnt shouldnt disable disabled deny reject refuse hide drop quit halt pause unmute mute " +
      "nicht kein keine keinen keiner keines nie niemals ohne pas jamais sans aucun aucune ne nunca jamás sin ningún " +
      "ninguna tampoco não nao nem sem nenhum nenhuma non senza mai nessuno nessuna niet geen nooit zonder ikke aldri uten " +
      "inte aldrig utan ei ilman nie bez nem nu fără değil yok hayır"
    ).split(" "),
  ),
  negations: new Set("not no never none nothing nobody nor neither without un dont wont cant".split(" ")),
  opposites: OPPOSITES.split(" ").map((pair) => pair.split(":") as [string, string]),
  // "is not urgent", "not a bug"; "I don't want to cancel", "I'm not asking for a refund". What nobody can do may be wished for.
  deniedLabel: new RegExp(
    `(?<!\\p{L})(?<!(?<!\\p{L})(?:why|can|could|will|would|may|might|do|does|did|has|have|had)\\s)(?:${BEING}\\s+(?:certainly\\s+|definitely\\s+)?not|(?:is|are|was|were)n['’]t|not|(?:don['’]t|do\\s+not|doesn['’]t|didn['’]t|never|no\\s+longer|not)\\s+${WISHING})` +
      `\\s+${LITTLE}(?!(?:only|just|sure|able|yet|${WISHING})(?!\\p{L}))(?<what>\\p{L}+(?:[\\s-]+\\p{L}+)?)`,
    "giu",
  ),
  negatedLabel: /(?<!\p{L})(?:not|non?|never|un\p{L}+|without|isnt|cant|wont|doesnt|didnt)(?!\p{L})|n['’]t(?!\p{L})/iu,
  undoing: ["un", "dis"],
  turningPrefixes: ["non", "in", "im", "ir", "de", "anti", "mis"],
};
