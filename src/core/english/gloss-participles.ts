/** How a verb ends behind "have" and "be" where another language's sentence is read in English words. */

/** Those that do not end in "ed". Of "withdraw" and "undo" the end tells. */
const IRREGULAR =
  "be:been become:become begin:begun bend:bent bet:bet bind:bound bite:bitten blow:blown break:broken bring:brought build:built burn:burned " +
  "buy:bought catch:caught choose:chosen come:come cost:cost cut:cut deal:dealt do:done draw:drawn drink:drunk drive:driven eat:eaten " +
  "fall:fallen feed:fed feel:felt fight:fought find:found fly:flown forget:forgotten freeze:frozen get:got give:given go:gone grow:grown " +
  "hang:hung have:had hear:heard hide:hidden hit:hit hold:held hurt:hurt keep:kept know:known lay:laid lead:led leave:left lend:lent " +
  "let:let lie:lain light:lit lose:lost make:made mean:meant meet:met pay:paid put:put quit:quit read:read ride:ridden ring:rung rise:risen " +
  "run:run say:said see:seen sell:sold send:sent set:set shake:shaken shoot:shot show:shown shut:shut sing:sung sit:sat sleep:slept " +
  "speak:spoken spend:spent split:split stand:stood steal:stolen stick:stuck sweep:swept swim:swum take:taken teach:taught tear:torn transfer:transferred " +
  "prefer:preferred occur:occurred tell:told think:thought throw:thrown understand:understood wake:woken wear:worn win:won write:written";

export const GLOSS_PARTICIPLES = {
  irregular: new Map(IRREGULAR.split(" ").map((pair) => pair.split(":") as [string, string])),
  /** Before a verb that has the forms of what stands behind: "withdraw", "undo", "overpay". */
  prefix: /^(?:with|under|over|out|up|re|un|mis|for)(?=\p{L}{2})/u,
  regular: [
    [/e$/, "ed"],
    [/(?<=[^aeiou])y$/, "ied"],
    // One syllable with one vowel: "stop", "plan".
    [/^([^aeiou]*[aeiou])([bdgklmnprt])$/, "$1$2$2ed"],
    [/$/, "ed"],
  ] as readonly (readonly [RegExp, string])[],
} as const;
