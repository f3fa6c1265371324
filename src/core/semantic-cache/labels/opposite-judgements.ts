/** Words that judge: one in the place of the other turns what a text says, and with it the label. */

const PAIRS: ReadonlyMap<string, ReadonlySet<string>> = pairsOf(
  "good:bad,awful,terrible,poor,horrible great:bad,awful,terrible,poor,horrible nice:awful,terrible,horrible " +
    "excellent:bad,awful,terrible,poor,horrible better:worse happy:sad,angry,upset pleased:annoyed,angry,upset,disappointed " +
    "satisfied:annoyed,angry,upset,disappointed friendly:rude polite:rude faster:slower quick:slow quickly:slowly " +
    "cheaper:dearer easy:hard,difficult easier:harder clean:dirty quiet:loud,noisy safe:dangerous fresh:stale " +
    "activate:deactivate,cancel,close,block connect:disconnect unlock:block approve:reject,decline raise:cut,decrease " +
    "grow:shrink rise:fall gain:lose succeed:fail works:fails worked:failed working:broken recommend:avoid agree:disagree " +
    "full:empty strong:weak right:wrong correct:wrong,incorrect early:late pro:con support:oppose supports:opposes " +
    "increase:cut,lower join:leave keep:drop,leave praise:complain compliment:complaint thanks:complaint urgent:later",
);
/** Where the one is not so, the other is: "not mandatory" is "optional", while "not good" may still be no "bad". */
const COMPLEMENTS: ReadonlyMap<string, ReadonlySet<string>> = pairsOf(
  "optional:mandatory,required,obligatory,compulsory,necessary,needed different:same,identical unequal:same,equal " +
    "deprecated:supported,available unavailable:available unsupported:supported invalid:valid incorrect:correct,right " +
    "wrong:correct,right incomplete:complete inactive:active inaccurate:accurate unsafe:safe insecure:secure " +
    "unnecessary:necessary,needed,required unknown:known unclear:clear uncertain:certain,sure unsure:sure,certain " +
    "impossible:possible unable:able unlikely:likely unusual:usual insufficient:sufficient,enough invisible:visible " +
    "illegal:legal,allowed irrelevant:relevant false:true absent:present",
);
/** In front of a word, they turn it. */
const TURNING_BEGINNINGS = ["un", "in", "im", "dis", "non", "ir", "il", "mis", "de"] as const;
/** "In" and "de" stand in front of too many short words that have nothing to do with them. */
const LETTERS_MIN = 5;

/** Whether two words judge, wish or state the opposite; equal words do not. */
export function sayOpposite(one: string, other: string): boolean {
  return (
    Boolean(PAIRS.get(one)?.has(other)) || areComplements(one, other) || isTurned(one, other) || isTurned(other, one)
  );
}

/** Whether not to be the one is to be the other. */
export function areComplements(one: string, other: string): boolean {
  return Boolean(COMPLEMENTS.get(one)?.has(other));
}

function isTurned(word: string, turned: string): boolean {
  if (word.length < LETTERS_MIN || !turned.endsWith(word)) return false;
  const beginning = turned.slice(0, -word.length);
  return TURNING_BEGINNINGS.some((one) => one === beginning);
}

function pairsOf(list: string): ReadonlyMap<string, ReadonlySet<string>> {
  const pairs = new Map<string, Set<string>>();
  const add = (one: string, other: string) => pairs.set(one, (pairs.get(one) ?? new Set()).add(other));
  for (const line of list.split(" ")) {
    const [one = "", others = ""] = line.split(":");
    for (const other of others.split(",")) {
      add(one, other);
      add(other, one);
    }
  }
  return pairs;
}
