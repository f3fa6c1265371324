/** Lines of the word lists: `headword {part of speech} [notes] (sense) :: translation {gender}, translation`. */

export interface Sense {
  /** In the other language, in small letters. */
  readonly word: string;
  readonly gloss: string;
  readonly isVerb: boolean;
  readonly isAdjective: boolean;
  /** More for what stands first. */
  readonly weight: number;
}

/** Longer ones explain and translate nothing. */
const GLOSS_WORDS_MAX = 3;
const WORDS_MAX = 4;
/** What a name is, and what says no more than that something is one, is no word for it: "female given name". */
const EXPLAINS = /\b(?:given name|surname|letter of the)\b/i;
const FORM_OF = /\b(?:form|spelling|participle|plural|past tense|initialism|abbreviation|inflection) of\b|^\[/;

/** `isEnglishFirst`: the headwords are English. */
export function sensesFrom(text: string, isEnglishFirst: boolean): readonly Sense[] {
  return text.split("\n").flatMap((line) => {
    const [head = "", said = ""] = line.split(" :: ");
    if (line.startsWith("#") || said === "" || head.includes("SEE:") || FORM_OF.test(said)) return [];
    const headword = head.split(/[{[(/]/)[0]?.trim() ?? "";
    const isVerb = /\{v[ }]|\{v\b/.test(head) || /^to /.test(said);
    const isAdjective = !isVerb && /\{adj\b/.test(head);
    const others = translationsIn(said);
    return others.flatMap((other, index): readonly Sense[] => {
      const [word, gloss] = isEnglishFirst ? [other, headword] : [headword, other];
      const plain = gloss.replace(/^(?:to|an?|the) /i, "").trim();
      const isLong = plain.split(" ").length > GLOSS_WORDS_MAX || word.split(" ").length > WORDS_MAX;
      if (
        plain === "" ||
        word === "" ||
        isLong ||
        EXPLAINS.test(plain) ||
        !/^[\p{L}' -]+$/u.test(plain) ||
        !/^[\p{L}' -]+$/u.test(word)
      )
        return [];
      const reflexive = /^(?:sich|se|zich) |(?:^|\s)sich$/;
      return [
        { word: word.toLowerCase().replace(reflexive, ""), gloss: plain, isVerb, isAdjective, weight: 1 / (1 + index) },
      ];
    });
  });
}

function translationsIn(said: string): readonly string[] {
  const plain = said.replace(/\{[^}]*\}|\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\)/g, " ");
  return plain
    .split(/[,;]/)
    .map((one) =>
      one
        .replace(/^[^:]*:/, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((one) => one !== "");
}
