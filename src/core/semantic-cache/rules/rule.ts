/** What a rule of the cache is. */
import type { CallCandidate } from "../calls/candidates.ts";
import type { NoneReading } from "../calls/none-reading.ts";
import type { RewordingReading } from "../calls/rewording-reading.ts";
import type { TemplateReading } from "../calls/template-reading.ts";
import type { LabelReading } from "../labels/label-reading.ts";
import type { Sentence } from "../words/words.ts";

/** What there is to look at in each place where a rule may refuse, in the order of a question's way. */
export interface Facts {
  /** The sentence that is asked, before anything is compared with it. */
  readonly sentence: Sentence;
  /** The sentence as the words of a known one around other values. */
  readonly template: TemplateReading;
  /** The sentence as the values of a known one in other words. */
  readonly rewording: RewordingReading;
  /** A reading that the rules before left, beside all the others that they left. */
  readonly candidate: CallCandidate;
  /** The sentence beside one that no tool fits. */
  readonly none: NoneReading;
  /** A text beside a known one with its label. */
  readonly label: LabelReading;
}

export type Place = keyof Facts;

/** True where it refuses. */
export type Applies<At extends Place> = (facts: Facts[At]) => boolean;

/** A doubt that can be named: where it applies, the known answer is not given, whatever its score. */
export type Rule = {
  readonly id: string;
  /** What explanations show; it completes "refused since". */
  readonly refuses: string;
  /** The reason, with an example. */
  readonly why: string;
} & Places;

/** Where a rule refuses; in some of the places, one at least. */
export type Places = { readonly [At in Place]?: Applies<At> };
