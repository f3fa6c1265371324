/** International bank account numbers (ISO 13616), however they are spaced and in whatever width. Pure, and linear in the text. */
import { type Place, worthOf } from "./digit-runs.ts";

/** Characters of a whole number by its country, as SWIFT's registry of IBANs has them. */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    [15, "NO"],
    [16, "BE"],
    [18, "DK FI FK FO GL NL SD"],
    [19, "MK SI"],
    [20, "AT BA EE KZ LT LU MN XK"],
    [21, "CH HR LI LV"],
    [22, "BG BH CR DE GB GE IE ME RS VA"],
    [23, "AE GI IL IQ OM SO TL"],
    [24, "AD CZ ES MD PK RO SA SE SK TN VG"],
    [25, "LY PT ST"],
    [26, "IS TR"],
    [27, "BI DJ FR GR IT MC SM"],
    [28, "AL AZ BY CY DO GT HU LB NI PL SV"],
    [29, "BR EG PS QA UA"],
    [30, "JO KW MU YE"],
    [31, "MT SC"],
    [32, "LC"],
    [33, "RU"],
  ].flatMap(([length, countries]) =>
    String(countries)
      .split(" ")
      .map((country) => [country, Number(length)]),
  ),
);
const HEAD_CHARACTERS = 4;
/** Signs between two characters of one number. */
const SIGNS_BETWEEN_MAX = 2;
const BETWEEN = /[\s\p{Zs}\p{Pd}./·]/u;
const UNSEEN = /[\p{Cf}\p{M}]/u;
const LETTER = /^[A-Za-zＡ-Ｚａ-ｚ]$/u;
const CHECKED_BY = 97;
/** What is called one is one, though a digit of it is mistyped. */
const CALLED = /\biban\b[^\p{L}\p{N}]{0,8}(?:\p{L}{1,4}[^\p{L}\p{N}]{1,3}){0,2}$/iu;
const CALLED_WITHIN = 40;

interface Character {
  /** A digit or a capital letter; null for anything else. */
  readonly sign: string | null;
  readonly isUnseen: boolean;
  readonly start: number;
  readonly end: number;
}

/** In order, none within another. */
export function accountNumbersIn(text: string): readonly Place[] {
  const characters = charactersOf(text);
  const found: Place[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const isBegin = isLetter(characters[at]) && !isSign(seenBefore(characters, at));
    const place = isBegin ? accountAt(text, characters, at) : null;
    if (!place) continue;
    found.push(place);
    while ((characters[at + 1]?.start ?? place.end) < place.end) at += 1;
  }
  return found;
}

function charactersOf(text: string): readonly Character[] {
  const all: Character[] = [];
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    const end = at + character.length;
    all.push({ sign: signOf(character), isUnseen: UNSEEN.test(character), start: at, end });
    at = end;
  }
  return all;
}

function signOf(character: string): string | null {
  if (LETTER.test(character)) return character.normalize("NFKC").toUpperCase();
  const value = worthOf(character);
  return value === null ? null : String(value);
}

function accountAt(text: string, characters: readonly Character[], from: number): Place | null {
  let signs = "";
  let between = 0;
  let length = Number.POSITIVE_INFINITY;
  for (let at = from; at < characters.length; at += 1) {
    const { sign, isUnseen, start, end } = characters[at] as Character;
    if (sign === null) {
      if (isUnseen) continue;
      between += 1;
      if (between > SIGNS_BETWEEN_MAX || !BETWEEN.test(text.slice(start, end))) return null;
      continue;
    }
    between = 0;
    signs += sign;
    if (signs.length === HEAD_CHARACTERS) {
      if (!/^[A-Z]{2}\d\d$/.test(signs)) return null;
      length = LENGTHS[signs.slice(0, 2)] ?? 0;
      if (length === 0) return null;
    }
    if (signs.length < length) continue;
    const begin = (characters[from] as Character).start;
    const isWhole = !isSign(seenAfter(characters, at));
    return isWhole && (isChecked(signs) || isCalled(text, begin)) ? { start: begin, end } : null;
  }
  return null;
}

/** By its two digits behind the country, as ISO 7064 reckons: letters count from 10 on, and the first four stand last. */
function isChecked(signs: string): boolean {
  const turned = signs.slice(HEAD_CHARACTERS) + signs.slice(0, HEAD_CHARACTERS);
  let rest = 0;
  for (const sign of turned) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % CHECKED_BY;
  }
  return rest === 1;
}

function isCalled(text: string, at: number): boolean {
  return CALLED.test(text.slice(Math.max(0, at - CALLED_WITHIN), at));
}

function isLetter(character: Character | undefined): boolean {
  return /^[A-Z]$/.test(character?.sign ?? "");
}

function isSign(character: Character | undefined): boolean {
  return character !== undefined && character.sign !== null;
}

function seenBefore(characters: readonly Character[], at: number): Character | undefined {
  let before = at - 1;
  while (characters[before]?.isUnseen) before -= 1;
  return characters[before];
}

function seenAfter(characters: readonly Character[], at: number): Character | undefined {
  let after = at + 1;
  while (characters[after]?.isUnseen) after += 1;
  return characters[after];
}
