/** Words of a language with their English ones: what the packed word list has, under what the language's own table says. */
import { ENGLISH } from "../english/english.ts";
import { slipBetween } from "../reading/slips.ts";
import { formsOf, type Gloss, glossesFrom, ownGlosses } from "./gloss-lines.ts";
import type { GlossWords } from "./languages/gloss-words.ts";

/** Letters that a word keeps at least when an ending is taken off. */
const STEM_LETTERS_MIN = 2;
/** Of each part of a compound. */
const PART_LETTERS_MIN = 3;
const PART_GLOSSED_LETTERS_MIN = 4;
/** Of a verb behind a first part that no list has it with. */
const VERB_LETTERS_MIN = 5;
const PHRASE_WORDS_MAX = 5;
/** Words of the table that are as short are no others. */
const SHORT_LETTERS_MAX = 2;
/** Shorter words are too near to others. */
const SLIP_LETTERS_MIN = 7;
/** Of what a word may mean in a text that gets a label: a class that says it outweighs any place in the list. */
const LABEL_RANKS_MAX = 3;
/** Of the list, which are read in one step. */
const LINES_OF_STEP = 4_000;

export class Glossary {
  readonly language: GlossWords;
  /** How many places behind the first a word may count as. */
  readonly ranksMax: number;
  readonly #isOfLabels: boolean;
  readonly #listed: Map<string, string>;
  /** Words with accents by the same without them. */
  readonly #unaccented: Map<string, string>;
  #ofLabels: Glossary | null = null;
  readonly #own: ReadonlyMap<string, readonly Gloss[]>;
  /** Those of them that begin no name. */
  readonly #everyday: ReadonlySet<string>;
  readonly #atClauseEnd: ReadonlyMap<string, readonly Gloss[]>;
  readonly #forms: ReadonlyMap<string, string>;
  readonly #names: ReadonlyMap<string, string>;

  /** `of`: whose list it shares, for texts that get a label; null for a glossary with a list of its own, for requests to tools. */
  private constructor(language: GlossWords, of: Glossary | null = null) {
    const { common, commonForms, forms, words } = language;
    this.language = language;
    this.#isOfLabels = of !== null;
    this.ranksMax = of === null ? Number.POSITIVE_INFINITY : LABEL_RANKS_MAX;
    this.#listed = of ? of.#listed : new Map();
    this.#unaccented = new Map(of ? of.#unaccented : []);
    this.#own = ownGlosses(of ? common + words : words);
    this.#everyday = new Set(ownGlosses(words).keys());
    this.#atClauseEnd = ownGlosses(language.atClauseEnd);
    this.#forms = formsOf(of ? forms + commonForms : forms);
    this.#names = formsOf(language.names);
    for (const word of this.#own.keys()) {
      const plain = withoutAccents(word);
      if (plain !== word) this.#unaccented.set(plain, word);
    }
  }

  /** In steps of a few milliseconds. `list`: as `scripts/glossaries` writes it, `word<TAB>gloss|gloss~|gloss^`. */
  static *opening(language: GlossWords, list: string): Generator<void, Glossary> {
    const glossary = new Glossary(language);
    yield;
    let lines = 0;
    for (let start = 0; start < list.length; lines += 1) {
      const end = list.indexOf("\n", start);
      const line = list.slice(start, end < 0 ? list.length : end);
      const tab = line.indexOf("\t");
      if (tab > 0) glossary.#add(line.slice(0, tab), line.slice(tab + 1));
      start += line.length + 1;
      if (lines % LINES_OF_STEP === LINES_OF_STEP - 1) yield;
    }
    for (const [form, line] of formsOf(language.listed)) glossary.#add(form, line);
    yield;
    glossary.#ofLabels = new Glossary(language, glossary);
    return glossary;
  }

  /**
   * What a text says that gets a label. It knows more common words and forms: a label is told by all words of a text, and none of them is
   * laid back or carried out. Of requests to tools they made no more right, and one or two of a hundred more wrong.
   */
  get ofLabels(): Glossary {
    return this.#ofLabels ?? this;
  }

  #add(word: string, glosses: string): void {
    this.#listed.set(word, glosses);
    const plain = withoutAccents(word);
    if (plain !== word && !this.#unaccented.has(plain)) this.#unaccented.set(plain, word);
  }

  /** What a tool calls a parameter by this word, where that is not what it means in a request; null where it is. */
  nameOf(word: string): string | null {
    return this.#names.get(word) ?? null;
  }

  /** What a few words in small letters mean together, or one; null where neither the table nor the list has just these. */
  exactly(words: string): readonly Gloss[] | null {
    const own = this.#own.get(words);
    const listed = this.#listed.get(words);
    if (!own) return listed === undefined ? null : glossesFrom(listed);
    // "Turn off" is a deed of its own, the parts of its verb mean much else; little words say what they say, and so does "Album".
    const mayBeOther =
      words.length > SHORT_LETTERS_MAX && !own[0]?.english.includes(" ") && !isLittle(own) && own[0]?.english !== words;
    if (listed === undefined || !mayBeOther) return own;
    const others = glossesFrom(listed).filter(({ english }) => !own.some((one) => one.english === english));
    const isDeed = own.some(({ isVerb }) => isVerb);
    return [...own, ...others.map((gloss) => (isDeed ? gloss : { ...gloss, isAside: true }))];
  }

  /** What a word may mean that is no verb; empty where neither the table nor the list has just this. */
  thingsOf(word: string): readonly Gloss[] {
    const isThing = ({ isVerb }: Gloss) => !isVerb;
    const all = this.exactly(word) ?? [];
    const deeds = all.filter(({ isVerb }) => isVerb);
    // "Buch" is "book" as well where the table has the deed alone.
    const both = glossesFrom(this.#listed.get(word) ?? "").filter(
      (gloss) => isThing(gloss) && deeds.some(({ english }) => english === gloss.english),
    );
    return [...both, ...all.filter(isThing)];
  }

  /** Whether the table has it: a little word, one that people say to software every day, or a phrase. */
  isOwn(word: string): boolean {
    return this.#everyday.has(word) || (word.includes(" ") && this.#own.has(word));
  }

  atClauseEnd(word: string): readonly Gloss[] | null {
    return this.#atClauseEnd.get(word) ?? null;
  }

  /** What a command may do that begins with the word, where no list has just this: "warn" is to warn, whatever "war" is. */
  deedOf(word: string): readonly Gloss[] | null {
    if (this.exactly(word)) return null;
    for (const lemma of this.lemmasOf(word)) {
      const deeds = this.exactly(lemma)?.filter(({ isVerb }) => isVerb) ?? [];
      if (deeds.length > 0 && this.language.infinitive.test(lemma)) return deeds;
    }
    return null;
  }

  /** Of a word in any form, a compound too, and one that is written without its accents; null for one that is not known. */
  of(word: string): readonly Gloss[] | null {
    return this.#formOf(word) ?? this.#respelt(word);
  }

  #formOf(word: string): readonly Gloss[] | null {
    const known = this.#described(word) ?? this.#listedOrDone(word) ?? this.#inflected(word) ?? this.#compound(word);
    return known ?? this.#withFirstPart(word);
  }

  /** "Zuschließen", "reverrouiller": what is done by the verb behind its first part; null where none is. */
  #withFirstPart(word: string): readonly Gloss[] | null {
    const { repeats, verbParts, infinitive } = this.language;
    for (const part of [...repeats, ...verbParts]) {
      const verb = word.slice(part.length);
      if (!word.startsWith(part) || verb.length < VERB_LETTERS_MIN || !infinitive.test(verb)) continue;
      const deeds = this.exactly(verb)?.filter(({ isVerb }) => isVerb) ?? [];
      if (deeds.length > 0) return deeds;
    }
    return null;
  }

  /** "Piccola" is a small child in a list, and small in most sentences; null for what has no such form. */
  #described(word: string): readonly Gloss[] | null {
    if (!this.language.hasAdjectivesBehind || this.#own.has(word)) return null;
    const listed = this.exactly(word);
    if (!listed || listed.some(({ isVerb, isAdjective }) => isVerb || isAdjective)) return null;
    for (const lemma of this.#stripped(word)) {
      const qualities = this.exactly(lemma)?.filter(({ isAdjective }) => isAdjective) ?? [];
      if (qualities.length > 0 && lemma.length >= word.length - 1) return [...qualities, ...listed];
    }
    return null;
  }

  /** "Geschickt" is skilful in a list, and what was sent in most sentences. */
  #listedOrDone(word: string): readonly Gloss[] | null {
    const listed = this.exactly(word);
    if (!listed || !this.#isOfLabels || this.#own.has(word) || listed.some(({ isVerb }) => isVerb)) return listed;
    const lemma = this.#irregular(word);
    const deeds = (lemma === undefined ? null : this.exactly(lemma))?.filter(({ isVerb }) => isVerb) ?? [];
    return [...deeds, ...listed];
  }

  /** What a form stands for whose ending does not tell it, with what stands before the verb: "abgehoben", "überwiesen". */
  #irregular(word: string): string | undefined {
    const known = this.#forms.get(word);
    if (known !== undefined || !this.#isOfLabels) return known;
    const { prefixes, verbParts } = this.language;
    for (const prefix of [...verbParts, ...prefixes]) {
      if (!word.startsWith(prefix)) continue;
      const rest = word.slice(prefix.length);
      // "Überwiesen" has no "ge", as no verb has that such a part begins.
      const verb = this.#forms.get(rest) ?? (prefixes.includes(prefix) ? this.#forms.get(`ge${rest}`) : undefined);
      if (verb !== undefined && this.exactly(prefix + verb)) return prefix + verb;
    }
    return undefined;
  }

  /** "codigo" is "código", "fuer" is "für", "strasse" is "straße". */
  #respelt(word: string): readonly Gloss[] | null {
    if (!/^[a-z]+$/.test(word)) return null;
    for (const form of [word, ...this.#stripped(word)]) {
      const accented = this.#unaccented.get(form);
      if (accented !== undefined) return this.exactly(accented);
    }
    const umlauts = this.language.isCompounding ? withUmlauts(word) : word;
    return umlauts === word ? null : this.#formOf(umlauts);
  }

  /** Of a word that nobody knows: of the only word of the table that it is one slip of the pen away from. */
  misspelt(word: string): readonly Gloss[] | null {
    if (word.length < SLIP_LETTERS_MIN) return null;
    const mayBe = (known: string) => known.length >= SLIP_LETTERS_MIN && known[0] === word[0];
    const near = [...this.#everyday].filter((known) => mayBe(known) && slipBetween(word, known) !== null);
    const [only, ...others] = near.map((known) => this.exactly(known) ?? []);
    return only && others.length === 0 ? only : null;
  }

  /** A verb's forms behind what the list has: "mach" → "machen". All that are possible, the likelier first. */
  lemmasOf(word: string): readonly string[] {
    const known = this.#irregular(word);
    return [...(known === undefined ? [] : [known]), ...this.#stripped(word)];
  }

  /** How many words a phrase may have at most. */
  get phraseWordsMax(): number {
    return PHRASE_WORDS_MAX;
  }

  #inflected(word: string): readonly Gloss[] | null {
    const known = this.#irregular(word);
    if (known !== undefined) return this.exactly(known);
    for (const lemma of this.#stripped(word)) {
      const glosses = this.exactly(lemma);
      if (!glosses || lemma.length <= STEM_LETTERS_MIN) continue;
      // A command is shorter than what it stands for; no noun is.
      const fitting = lemma.startsWith(word) ? glosses.filter(({ isVerb }) => isVerb) : glosses;
      if (fitting.length > 0) return fitting;
    }
    return null;
  }

  #stripped(word: string): readonly string[] {
    const { endings, isCompounding } = this.language;
    const bare = isCompounding ? [word, ...withoutPrefixes(word, this.language)] : [word];
    const found: string[] = [];
    for (const form of bare) {
      if (form !== word) found.push(form);
      for (const [ending, ...instead] of endings) {
        if (!form.endsWith(ending) || form.length - ending.length < STEM_LETTERS_MIN) continue;
        const stem = form.slice(0, form.length - ending.length);
        for (const other of instead) {
          if (stem + other === word) continue;
          found.push(stem + other);
          if (isCompounding) found.push(...otherVowels(stem).map((plain) => plain + other));
        }
      }
      // "Äpfel": the plural has no more than another vowel.
      if (isCompounding && /[äöü]/.test(form))
        found.push(form.replaceAll(/[äöü]/g, (vowel) => PLAIN_VOWELS[vowel] ?? vowel));
    }
    return found;
  }

  /** "wohnzimmerlicht" → "living room light". The last part is the longest that is known. */
  #compound(word: string): readonly Gloss[] | null {
    if (!this.language.isCompounding) return null;
    for (let cut = PART_LETTERS_MIN; cut <= word.length - PART_LETTERS_MIN; cut += 1) {
      const last = this.exactly(word.slice(cut)) ?? this.#inflected(word.slice(cut));
      if (!last || word.length - cut < PART_GLOSSED_LETTERS_MIN) continue;
      for (const joint of this.language.joints) {
        const first = word.slice(0, cut);
        if (!first.endsWith(joint)) continue;
        const stem = first.slice(0, first.length - joint.length);
        if (stem.length < PART_LETTERS_MIN) continue;
        const front = this.exactly(stem) ?? this.#compound(stem);
        // "Vor", "all" and "hallo" begin words that have nothing to do with them.
        if (!front?.[0] || !last[0]) continue;
        const deeds = this.language.verbParts.includes(stem) ? last.filter(({ isVerb }) => isVerb) : [];
        // "Zurückschicken" is to send back.
        const [part] = front;
        if (deeds.length > 0 && !isLittle(front) && this.isOwn(stem))
          return deeds.map((deed) => ({ ...deed, english: `${deed.english} ${part.english}` }));
        if (!this.isOwn(stem) || !isLittle(front)) return crossed(front, last);
        // "Nachbestellen" is to order all the same.
        if (deeds.length > 0) return deeds;
      }
    }
    return null;
  }
}

/** Shorter ones mostly say how others belong together. */
const TELLING_LETTERS_MIN = 4;

function isLittle(glosses: readonly Gloss[]): boolean {
  const { fillers, own } = ENGLISH.littleWords;
  const isSilent = glosses.some(({ english }) => english === "");
  const isTelling = ({ english, isVerb }: Gloss) =>
    isVerb || (!isSilent && english.length >= TELLING_LETTERS_MIN && !fillers.has(english) && !own.has(english));
  return !glosses.some(isTelling);
}

function withoutAccents(word: string): string {
  return /[^\p{ASCII}]/u.test(word) ? word.normalize("NFD").replace(/\p{M}/gu, "") : word;
}

function withUmlauts(word: string): string {
  return word.replaceAll("ae", "ä").replaceAll("oe", "ö").replaceAll("ue", "ü").replaceAll("ss", "ß");
}

/** Of what each part may mean. */
const PARTS_GLOSSES_MAX = 3;

function crossed(front: readonly Gloss[], last: readonly Gloss[]): readonly Gloss[] {
  return last
    .slice(0, PARTS_GLOSSES_MAX)
    .flatMap(({ english, isVerb }) =>
      front.slice(0, PARTS_GLOSSES_MAX).map((one) => ({ english: `${one.english} ${english}`, isVerb })),
    );
}

/** "auszuschalten", "ausgeschaltet", "gebucht" without what stands inside or in front. */
function withoutPrefixes(word: string, { verbParts, infinitiveMarks }: GlossWords): readonly string[] {
  const found: string[] = [];
  for (const part of verbParts) {
    if (!word.startsWith(part)) continue;
    const rest = word.slice(part.length);
    for (const mark of infinitiveMarks) if (rest.startsWith(mark)) found.push(part + rest.slice(mark.length));
    if (rest.startsWith("ge")) found.push(...participleAsVerb(rest.slice(2)).map((verb) => part + verb));
  }
  if (word.startsWith("ge") && /(?:t|en|d)$/.test(word)) found.push(...participleAsVerb(word.slice(2)));
  return found;
}

/** Of what stands behind "ge": nothing of two letters is one. */
const PARTICIPLE_LETTERS_MIN = 3;

function participleAsVerb(rest: string): readonly string[] {
  if (rest.length < PARTICIPLE_LETTERS_MIN) return [];
  if (rest.endsWith("en")) return [rest];
  const stem = rest.replace(/(?:et|t|d)$/, "");
  return [stem, ...otherVowels(stem)].map((one) => `${one}en`);
}

const PLAIN_VOWELS: Readonly<Record<string, string>> = { ä: "a", ö: "o", ü: "u" };

/** German plurals without their umlaut, Dutch stems with the single vowel and the double consonant of their verbs. */
function otherVowels(stem: string): readonly string[] {
  const plain = stem.replaceAll("äu", "au").replaceAll("ä", "a").replaceAll("ö", "o").replaceAll("ü", "u");
  const short = stem.replace(/([aeou])\1(?=[^aeiou]$)/, "$1");
  const soft = short.replace(/f$/, "v").replace(/s$/, "z");
  const double = stem.replace(/(?<=[^aeiou][aeiou])([bdfgklmnprst])$/, "$1$1");
  const single = stem.replace(/([^aeiou])\1$/, "$1");
  return [...new Set([plain, short, soft, double, single])].filter((other) => other !== stem);
}
