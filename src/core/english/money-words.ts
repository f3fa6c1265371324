/** Money: what currencies are called beside their names in `Intl`, and how parameters ask for them. */
import type { MoneyWords } from "../reading/value-tables.ts";
import { WRITTEN_OUT } from "./number-words.ts";

const NAMED = `
BRL real|CHF franc|CNY yuan|CNY renminbi|EUR €|GBP pound|GBP pound sterling|GBP British pound sterling|GBP sterling|GBP quid
GBP £|HUF forint|ILS shekel|INR rupee|INR ₹|JPY yen|JPY ¥|KRW won|PLN zloty|RUB ruble|RUB rouble|RUB Russian rouble|THB baht
TRY lira|UAH hryvnia|USD dollar|USD U.S. dollar|USD American dollar|USD buck|USD $|VND dong|ZAR rand`;

/** In names of parameters and in what is said of them. */
const MONEY = "amount|price|cost|fee|fare|budget|rent|salary|money|spend|value";
/** At the end of a name only: the "term of the loan" and a `loan_term` are times. */
const MONEY_AS_NAME = "payment|income|loan|principal|donation|tip";

export const MONEY_WORDS: MoneyWords = {
  currencies: NAMED.trim().split(/[|\n]/),
  common:
    "AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS INR JPY KRW MXN NOK NZD PLN RUB SEK SGD THB TRY UAH USD VND ZAR".split(
      " ",
    ),
  ambiguous: ["won", "real", "rand", "try"],
  otherDollars: "Australian|Canadian|Hong Kong|New Zealand|Singapore|Aussie",
  plural: "s?",
  amountBefore: new RegExp(
    `(?:\\d|(?<![a-z])(?:${WRITTEN_OUT}|\\w+teen|\\w+ty|hundred|thousand|million|billion|k|m|bn|dozen|few))(?:\\s?(?:k|m|bn))?[\\s-]?$`,
    "i",
  ),
  behindAmount: "euros?|dollars?|bucks?|pounds?|quid|francs?|yen",
  smallerUnits: "cents?|pence|centimes?|eurocents?|pennies|penny",
  undivided: "yen|won|¥",
  and: "and",
  rate: "an?|per|each",
  namesSmaller: /(?:^|\s)(?:cents?|pence|centimes?|minor(?: units?)?)(?:\s|$)/i,
  describesSmaller:
    /\b(?:in|of|as) (?:\w+ ){0,2}(?:cents|pence|centimes)\b|\bminor units?\b|\bsmallest (?:currency )?unit\b|^(?:\w+ ){0,2}(?:cents|pence)\b/i,
  describesMoney: /\b(?:euros?|dollars?|pounds sterling|francs?|EUR|USD|GBP|CAD|AUD|SGD|NZD|CHF|pesos?|rupees?)\b/i,
  inShort: {
    EUR: /€|\beuros?\b/giu,
    USD: /\$|\b(?:dollars?|bucks)\b/giu,
    GBP: /£|\b(?:pounds?|quid)\b/giu,
    JPY: /¥|\byen\b/giu,
    INR: /₹|\brupees?\b/giu,
    CHF: /\bfrancs?\b/giu,
  },
  namesCurrency: /(?:^|\s)currency(?:\s(?:code|symbol|name|iso))?$/i,
  describesCurrency:
    /^[^,.;:(]*?\bcurrency(?: code| symbol)?(?=$|[,.;:(]|\s(?:of|to|for|in|that|which|from|as|you|code|the)\b)/i,
  describesAmount: /^[^,.;:(]*?\b(?:amount|price|value|cost|sum|number|rate|of|in|with)\b[^,.;:(]*\bcurrency\b/i,
  wantsCode: /\bcodes?\b|\bISO\b|\b4217\b/i,
  inMoney: new RegExp(`(?<![a-z])(?:${MONEY})s?(?![a-z])`, "i"),
  namedInMoney: new RegExp(`(?<![a-z])(?:${MONEY_AS_NAME})(?: (?:min|max|from|to))?$`, "i"),
  changedInto: /\b(?:to|target|into|quote|output|new|destination|desired|want)\b/i,
  changed: /\b(?:from|source|base|input|old|have)\b/i,
  into: /\b(?:in|to|into|as)\s+(?:the\s+)?$/i,
  from: /\bfrom\s+(?:the\s+)?$/i,
  converted: /(?:^|_)(?:to|target|into|quote|output)(?:_|$|(?=[A-Z]))/i,
};
