/** How usual it is that a tool's call is asked for in the words of a sentence, its values taken out. */
import { HARMLESS } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";
import type { Features } from "./candidates.ts";
import type { KnownEntry } from "./entries.ts";
import type { Leftover } from "./leftover.ts";
import { nameOf, signatureOf, type ToolLexicon } from "./lexicon.ts";

const SEEN_ALWAYS = 4;

/** `parameterAt`: of each position of the sentence that a value takes, the parameter. */
export function wordingFeatures(
  entry: KnownEntry,
  leftover: Leftover,
  parameterAt: ReadonlyMap<number, string>,
  sentence: Sentence,
  lexicon: ToolLexicon,
): Features {
  const asked = elementNames(leftover, parameterAt, sentence);
  const known = ["^", ...entry.template.elements.map((element) => nameOf(element, "^")), "$"];
  return {
    ...pairFeatures(asked, known, lexicon),
    ...placeFeatures(asked, lexicon),
    ...signatureFeatures(entry, leftover, lexicon),
    ...otherValueFeatures(entry, leftover, parameterAt, sentence, lexicon),
  };
}

/** Words and places of values as the lexicon names them, slips put right, between the edges. */
function elementNames(
  { asked, askedAt }: Leftover,
  parameterAt: ReadonlyMap<number, string>,
  { words }: Sentence,
): readonly string[] {
  const names: string[] = ["^"];
  for (const [at, word] of words.entries()) {
    const parameter = parameterAt.get(at);
    const left = askedAt.indexOf(at);
    if (parameter === undefined) names.push(left < 0 ? word : (asked[left] ?? word));
    else if (parameterAt.get(at - 1) !== parameter) names.push(`{${parameter}}`);
  }
  return [...names, "$"];
}

/** Of neighbours that the known sentence does not have, how well the tool knows them. */
function pairFeatures(asked: readonly string[], known: readonly string[], lexicon: ToolLexicon): Features {
  const own = new Set(known.slice(1).map((name, at) => `${known[at]} ${name}`));
  const times = asked.slice(1).flatMap((name, at) => {
    const before = asked[at] ?? "";
    return own.has(`${before} ${name}`) ? [] : [lexicon.timesPaired(before, name)];
  });
  const unheard = times.filter((count) => count === 0).length;
  return {
    pairs: times.length,
    pairsUnheard: unheard,
    pairsUnheardShare: unheard / Math.max(1, times.length),
    pairsHeard: times.reduce((sum, count) => sum + Math.log1p(count), 0) / Math.max(1, times.length),
  };
}

/** Whether other values stood where these stand. */
function placeFeatures(asked: readonly string[], lexicon: ToolLexicon): Features {
  const slots = [...asked.keys()].filter((at) => asked[at]?.startsWith("{"));
  const least = (of: (before: string, name: string, after: string) => number) =>
    Math.min(
      SEEN_ALWAYS,
      ...slots.map((at) => of(asked[at - 1] ?? "", (asked[at] ?? "").slice(1, -1), asked[at + 1] ?? "")),
    );
  const share = (counts: { of(name: string): number; readonly total: number } | null, name: string) =>
    Math.log(((counts?.of(name) ?? 0) + 0.5) / ((counts?.total ?? 0) + 1));
  return {
    behindOwn: least((before, name) => share(lexicon.behind(before), name)),
    placeOwn: least((before, name, after) => share(lexicon.placeOf(before, after), name)),
    behindSeen: least((before, name) => Math.log1p(lexicon.timesBehind(before, name))),
  };
}

/** Whether the words that are new come with these parameters, and whether those that are gone must. */
function signatureFeatures({ parameters }: KnownEntry, { asked, known }: Leftover, lexicon: ToolLexicon): Features {
  const signature = signatureOf(parameters);
  const answered = lexicon.timesAnswered(signature);
  const content = (words: readonly string[]) => words.filter((word) => !HARMLESS.has(word));
  const least = (words: readonly string[], none: number, of: (word: string) => number) =>
    words.length === 0 ? none : Math.min(...words.map(of));
  const together = (word: string) => lexicon.timesTogether(word, signature);
  const without = (word: string) => answered - together(word);
  return {
    answered: Math.log1p(answered),
    askedTogether: least(content(asked), SEEN_ALWAYS, (word) => Math.log1p(together(word))),
    askedTogetherShare: least(content(asked), 1, (word) => (together(word) + 0.5) / (lexicon.anchors.of(word) + 1)),
    askedAllTogether: least(asked, SEEN_ALWAYS, (word) => Math.log1p(together(word))),
    goneWithout: least(content(known), SEEN_ALWAYS, (word) => Math.log1p(without(word))),
    goneWithoutShare: least(content(known), 1, (word) => (without(word) + 0.5) / (answered + 1)),
  };
}

const VALUE_WORDS_MAX = 3;

/** Whether new words are values of parameters that the call does not have: "now" in "is it showing at now". */
function otherValueFeatures(
  { parameters }: KnownEntry,
  { asked, askedAt }: Leftover,
  parameterAt: ReadonlyMap<number, string>,
  { words }: Sentence,
  lexicon: ToolLexicon,
): Features {
  const others = [...lexicon.parameters()].filter(([name]) => !Object.hasOwn(parameters, name));
  let [most, share, behindValue, behindAny] = [0, 0, 0, 0];
  for (const [index, from] of askedAt.entries()) {
    const before = from === 0 ? "^" : parameterAt.has(from - 1) ? `{${parameterAt.get(from - 1)}}` : words[from - 1];
    const mayFollow = (name: string) => lexicon.timesBehind(before ?? "", name);
    if (!HARMLESS.has(asked[index] ?? ""))
      behindAny = Math.max(behindAny, ...others.map(([name]) => Math.log1p(mayFollow(name))));
    for (let length = 1; length <= VALUE_WORDS_MAX && askedAt[index + length - 1] === from + length - 1; length += 1) {
      const run = asked.slice(index, index + length);
      const whole = run.join(" ");
      const around = Math.min(...run.map((word) => lexicon.anchors.of(word)));
      for (const [name, { values }] of others) {
        const times = values.of(whole);
        if (times === 0) continue;
        most = Math.max(most, Math.log1p(times));
        share = Math.max(share, times / (times + around));
        if (mayFollow(name) > 0) behindValue = Math.max(behindValue, times / (times + around));
      }
    }
  }
  return { otherValue: most, otherValueShare: share, otherValueBehind: behindValue, behindOther: behindAny };
}
