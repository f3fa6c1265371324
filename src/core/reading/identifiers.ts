/** What has a form of its own in a sentence: e-mail addresses, web addresses, UUIDs, IP addresses, IBANs, card numbers, phone numbers, codes. */
import { SpanSet } from "../span.ts";
import { inWords } from "./names-in-words.ts";

export type IdentifierKind =
  | "email"
  | "url"
  | "uuid"
  | "secret"
  | "hash"
  | "ip"
  | "host"
  | "iban"
  | "card"
  | "phone"
  | "code";

export interface IdentifierMention {
  /** UTF-16 code units, half-open. */
  readonly start: number;
  readonly end: number;
  readonly kind: IdentifierKind;
}

/** In the order in which they claim their characters: the stricter form first. */
const FORMS: readonly (readonly [IdentifierKind, RegExp])[] = [
  ["email", /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu],
  ["url", /\b(?:https?|ftp):\/\/[^\s'"<>()]+|(?<![\w@.])(?:www\.)[\w-]+(?:\.[\w-]+)+(?:\/[^\s'"<>()]*)?/gi],
  ["uuid", /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi],
  // Of the lengths of MD5, SHA-1 and SHA-2.
  ["hash", /(?<![\w-])(?:[\da-f]{128}|[\da-f]{96}|[\da-f]{64}|[\da-f]{56}|[\da-f]{40}|[\da-f]{32})(?![\w-])/gi],
  ["secret", /(?<![\w@./-])[\w-]{20,}(?:\.[\w-]{10,}){0,2}(?![\w@/])/g],
  ["ip", /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?![\w.]*\d)/g],
  ["host", /\blocalhost\b|(?<![\w@.-])(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?![\w@])/gi],
  ["iban", /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g],
  ["card", /(?<![\w.,-])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,4}(?:\d{3})?(?![\w]|[.,-]\d)/g],
  [
    "phone",
    /(?<![\w+])(?:\+\d[\d\s().-]{6,18}\d|\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}|0\d{2,4}[\s/-]\d{3,}(?:[\s-]\d+)*)(?!\d)/g,
  ],
  ["code", /(?<![\w@./-])(?=[\w/-]*\d)(?:[A-Za-z\d]+[-_/])*[A-Za-z\d]+(?![\w@])/g],
];
const CODE_UNITS_MIN = 3;
const DATE = /^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}$/;

/** Every one of them in the order of the text; no two overlap. */
export function identifiersIn(text: string): readonly IdentifierMention[] {
  const found: IdentifierMention[] = [];
  const taken = new SpanSet();
  for (const [kind, form] of FORMS) {
    for (const match of text.matchAll(form)) {
      const written = match[0].replace(/[.,;:!?]+$/, "");
      const mention = { start: match.index, end: match.index + written.length, kind };
      if (taken.overlaps(mention) || !isOfKind(kind, written)) continue;
      taken.add(mention);
      found.push(mention);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function isOfKind(kind: IdentifierKind, written: string): boolean {
  if (kind === "code") return isCode(written);
  if (kind === "secret") return isSecret(written);
  return kind !== "card" || isCard(written.replace(/\D/g, ""));
}

/** API keys and tokens are drawn by lot: in letters of both cases and digits all mixed, with no word between. */
function isSecret(written: string): boolean {
  const runs = written.match(/\d+|\p{Lu}+|\p{Ll}+/gu) ?? [];
  const isMixed = /\d/.test(written) && /\p{L}/u.test(written);
  return isMixed && runs.length >= written.length / SECRET_RUN_UNITS;
}
/** Words and numbers go on for longer, on average. */
const SECRET_RUN_UNITS = 4;

/** By the check digit of ISO/IEC 7812: one number in ten of this length has it by chance. */
function isCard(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const times = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (times > 9 ? times - 9 : times);
  }, 0);
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0;
}

/** AB10, SKU-77, 20451: but not 5, 10k, 3rd or a date. */
function isCode(written: string): boolean {
  return (
    written.length >= CODE_UNITS_MIN && !DATE.test(written) && !/^\d+(?:st|nd|rd|th|k|m|bn|am|pm|h|min)$/i.test(written)
  );
}

const BY_FORMAT: Readonly<Record<string, IdentifierKind>> = {
  email: "email",
  "idn-email": "email",
  uri: "url",
  url: "url",
  iri: "url",
  uuid: "uuid",
  ipv4: "ip",
  hostname: "host",
};
const BY_WORD: readonly (readonly [IdentifierKind, RegExp])[] = [
  ["email", /\be-?mail\b/i],
  ["url", /\b(?:url|uri|web ?address|hyperlink)\b/i],
  ["uuid", /\buuid\b/i],
  ["ip", /\bip ?address\b/i],
  ["host", /\bhost(?: ?name)?\b|\bdomain(?: name)?$/i],
  ["iban", /\biban\b/i],
  ["card", /\bcard (?:number|no)\b/i],
  ["phone", /\b(?:phone|mobile|fax) ?(?:number)?\b/i],
  [
    "secret",
    /\b(?:(?:api|access|secret|private|auth|licen[cs]e) ?key|token|secret|password|passphrase|credentials?|bearer)$/i,
  ],
  ["hash", /\b(?:hash|checksum|digest|md5|sha ?-?\d{0,3})$/i],
  [
    "code",
    /\b(?:id|identifier|serial|sku|tracking|docket|licen[cs]e plate|(?:case|order|account|reference|ticket|invoice|parcel|flight|serial|customer) (?:number|no|code))\b/i,
  ],
];

/** Kinds that do for each other where a name alone says what is wanted. */
const ALSO: Partial<Record<IdentifierKind, readonly IdentifierKind[]>> = {
  code: ["uuid", "code", "card", "hash", "secret"],
  secret: ["secret", "hash", "uuid"],
  uuid: ["uuid", "code"],
  host: ["host", "ip", "url"],
  url: ["url", "host"],
};

/** What a description begins with that is about such a thing: "IBAN of the recipient", "The customer's e-mail address". */
const BY_DESCRIPTION: readonly (readonly [IdentifierKind, RegExp])[] = [
  ["email", /\be-?mail address$/i],
  ["url", /\b(?:url|uri|web ?address|web ?site address)$/i],
  ["uuid", /\buuid$/i],
  ["ip", /\bip address$/i],
  ["secret", /\b(?:(?:api|access|secret|private) key|access token|api token)$/i],
  ["hash", /\b(?:hash|checksum|digest)$/i],
  ["iban", /\biban$/i],
  ["card", /\b(?:card|credit card) number$/i],
  ["phone", /\b(?:phone|mobile|telephone) number$/i],
];
const FIRST_NOUNS = /^[^,.;:(]*?(?=$|[,.;:(]|\s(?:of|to|for|where|that|which|from|in|on|at|or|and|with)\b)/i;

/**
 * The kinds that a text parameter asks for: its `format` alone where that names one, or else what its name says, or what
 * its description begins with; empty for one that may be any text. A UUID is a code, too, and a host may be given by its
 * address.
 */
export function identifiersWantedBy(name: string, format: string, description: string): readonly IdentifierKind[] {
  const formatted = BY_FORMAT[format];
  if (formatted) return [formatted];
  const words = inWords(name);
  const nouns = FIRST_NOUNS.exec(description.trim())?.[0] ?? "";
  const kind =
    BY_WORD.find(([, word]) => word.test(words))?.[0] ?? BY_DESCRIPTION.find(([, word]) => word.test(nouns))?.[0];
  if (kind === undefined) return [];
  return ALSO[kind] ?? [kind];
}
