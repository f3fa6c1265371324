/** English verbs as orders begin with them, and the other forms that a frame needs of them. */

/** Of one verb: "take", "took", "taken", "taking", "takes". */
export interface VerbForms {
  readonly base: string;
  readonly past: string;
  readonly participle: string;
  readonly ing: string;
  readonly thirdPerson: string;
}

/** Verbs of which the rules give all forms. */
const REGULAR = new Set(
  `add air allow announce approve archive arm ask assign bake boil book boot borrow brew bung call cancel change
  charge chuck clean clear close cool cover crank create delete deliver dim ditch download drain drop dry empty
  end enrol enter extend fetch fill filter finish fire flush fold grant hire hoe honk increase invite issue kill
  lift limit list load lock log lower mail mark measure merge message move mute notify nuke open order park pause
  pick plan play post print prune pump raise record reduce refill refund register rehair reject release remind
  remove rename renew rent report require reserve restart resume return revoke rotate save scan schedule search
  share sharpen ship sign skip sort spray stamp start stock stop store swap switch sync tick transfer turn unlock
  upload waive warm warn wash water wax weigh`.split(/\s+/),
);

/** Past and participle where no rule gives them; the participle alone where both are the same. */
const IRREGULAR: Readonly<Record<string, readonly [past: string, participle?: string]>> = {
  bring: ["brought"],
  cut: ["cut"],
  draw: ["drew", "drawn"],
  feed: ["fed"],
  find: ["found"],
  freeze: ["froze", "frozen"],
  get: ["got"],
  give: ["gave", "given"],
  hang: ["hung"],
  hold: ["held"],
  keep: ["kept"],
  lend: ["lent"],
  light: ["lit"],
  make: ["made"],
  meet: ["met"],
  mow: ["mowed", "mown"],
  pay: ["paid"],
  put: ["put"],
  reset: ["reset"],
  ring: ["rang", "rung"],
  run: ["ran", "run"],
  sell: ["sold"],
  send: ["sent"],
  set: ["set"],
  show: ["showed", "shown"],
  shut: ["shut"],
  sit: ["sat"],
  speak: ["spoke", "spoken"],
  spend: ["spent"],
  stick: ["stuck"],
  take: ["took", "taken"],
  tell: ["told"],
  wake: ["woke", "woken"],
  wind: ["wound"],
  withdraw: ["withdrew", "withdrawn"],
  write: ["wrote", "written"],
};
/** Their last consonant is doubled though they have two syllables. */
const DOUBLED = new Set(["cancel", "enrol", "reset", "transfer"]);
/** One vowel before one last consonant, in one syllable: "drop", not "heat", "park" or "show". */
const ONE_SHORT_SYLLABLE = /^[^aeiou]*[aeiou][^aeiouwxy]$/;
const SIBILANT_END = /(?:[sxzo]|ch|sh)$/;
const CONSONANT_AND_Y = /[^aeiou]y$/;

/** Null for what is none of the verbs above in its base form. */
export function formsOf(word: string): VerbForms | null {
  const base = word.toLowerCase();
  const irregular = Object.hasOwn(IRREGULAR, base) ? IRREGULAR[base] : undefined;
  if (!irregular && !REGULAR.has(base)) return null;
  const past = irregular?.[0] ?? regularPast(base);
  return { base, past, participle: irregular?.[1] ?? past, ing: ingOf(base), thirdPerson: thirdPersonOf(base) };
}

function regularPast(base: string): string {
  if (base.endsWith("e")) return `${base}d`;
  if (CONSONANT_AND_Y.test(base)) return `${base.slice(0, -1)}ied`;
  return `${stemOf(base)}ed`;
}

function ingOf(base: string): string {
  return base.endsWith("e") ? `${base.slice(0, -1)}ing` : `${stemOf(base)}ing`;
}

function stemOf(base: string): string {
  return DOUBLED.has(base) || ONE_SHORT_SYLLABLE.test(base) ? base + base.slice(-1) : base;
}

function thirdPersonOf(base: string): string {
  if (CONSONANT_AND_Y.test(base)) return `${base.slice(0, -1)}ies`;
  return SIBILANT_END.test(base) ? `${base}es` : `${base}s`;
}
