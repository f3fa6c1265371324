/**
 * What readers have to be told of a language. A reader in this folder knows no word of any: each of its functions takes the
 * tables of the language that a text is in. `core/english/` has those of English; another language is another folder of them.
 */
import type { DateWords } from "./date-tables.ts";
import type { DeedWords } from "./deed-tables.ts";
import type { FrameWords } from "./frame-tables.ts";
import type { MoodWords, WishWords } from "./mood-tables.ts";
import type {
  AskingWords,
  CueWords,
  EnumerationWords,
  ExceptionWords,
  FlagWords,
  FollowingWords,
  HeldTextWords,
  LimitWords,
  NamingWords,
  OptionWords,
  PairWords,
  RequestBorderWords,
  UrgencyWords,
} from "./request-tables.ts";
import type {
  ChangeWords,
  ClauseEnds,
  ComparisonWords,
  Contractions,
  LittleWords,
  PolarityWords,
  PolitePhrases,
  SpokenAddressWords,
  TakenBackPhrases,
  TimeWords,
  TruthWords,
  UnnamedWords,
  UntellingNames,
  WordEndings,
} from "./sentence-tables.ts";
import type { SeveralWords } from "./several-tables.ts";
import type {
  CityNames,
  ClockWords,
  CodeWords,
  FrequencyWords,
  MoneyWords,
  NumberWords,
  PlaceNames,
  RangeWords,
  ShareWords,
  SpokenTimeWords,
  UnitWords,
  WeekdayNames,
} from "./value-tables.ts";

export interface LanguageTables {
  /** For what `Intl` knows. */
  readonly locale: string;
  readonly cities: CityNames;
  readonly clauseEnds: ClauseEnds;
  readonly clock: ClockWords;
  readonly codes: CodeWords;
  readonly dates: DateWords;
  readonly endings: WordEndings;
  readonly frequencies: FrequencyWords;
  readonly littleWords: LittleWords;
  readonly money: MoneyWords;
  readonly numbers: NumberWords;
  readonly places: PlaceNames;
  readonly ranges: RangeWords;
  readonly shares: ShareWords;
  readonly spokenAddresses: SpokenAddressWords;
  readonly spokenTimes: SpokenTimeWords;
  readonly truths: TruthWords;
  readonly units: UnitWords;
  /** One spelling of a word for another. */
  readonly spellings: ReadonlyMap<string, string>;
  readonly comparisons: ComparisonWords;
  readonly contractions: Contractions;
  readonly polarity: PolarityWords;
  readonly polite: PolitePhrases;
  readonly takenBack: TakenBackPhrases;
  readonly timeWords: TimeWords;
  readonly naming: NamingWords;
  readonly enumerating: EnumerationWords;
  readonly asking: AskingWords;
  readonly following: FollowingWords;
  readonly requestBorders: RequestBorderWords;
  readonly options: OptionWords;
  readonly several: SeveralWords;
  readonly exceptions: ExceptionWords;
  readonly flags: FlagWords;
  readonly pairs: PairWords;
  readonly heldTexts: HeldTextWords;
  readonly limits: LimitWords;
  readonly changes: ChangeWords;
  readonly deeds: DeedWords;
  readonly moods: MoodWords;
  readonly frames: FrameWords;
  readonly wishes: WishWords;
  readonly cues: CueWords;
  readonly unnamed: UnnamedWords;
  readonly urgency: UrgencyWords;
  readonly untelling: UntellingNames;
  readonly weekdays: WeekdayNames;
}

/** What a reader makes of a language's tables, made once for each language. */
export function perLanguage<Made, Tables extends object = LanguageTables>(
  make: (language: Tables) => Made,
): (language: Tables) => Made {
  const made = new WeakMap<Tables, Made>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const fresh = make(language);
    made.set(language, fresh);
    return fresh;
  };
}
