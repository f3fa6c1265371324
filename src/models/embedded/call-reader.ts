/** One request, read with more or fewer of the memories that came with it. */

import { ENGLISH } from "#core/english/english.ts";
import type { LocalTime } from "#core/local-time.ts";
import type { DraftCall, RelevantMemory } from "#core/ports/models.ts";
import { arePartsOf } from "#core/span.ts";
import { isRead } from "#core/spoken-language/read-languages.ts";
import { sigmoid } from "#core/vectors.ts";
import { speaksAgainst } from "./choosing/contrary-words.ts";
import { isCourtesy, type Standing, saidBefore, standingOf } from "./choosing/conversation.ts";
import { holdsWholeText, isOnlyInText, keepsText, mayHoldText, tells, tellsOtherwise } from "./choosing/held-text.ts";
import { type ChosenTool, confidenceWith, NO_VOTES, type ToolChooser } from "./choosing/tool-choice.ts";
import { EXAMPLE_NEAR } from "./choosing/tool-fit.ts";
import { carriedValues } from "./following/carried-values.ts";
import { ChangedCalls } from "./following/changed-calls.ts";
import { isUnclear } from "./following/changes.ts";
import { type LastCall, lastCallOf } from "./following/last-call.ts";
import { areOfSameWords, saidBehind } from "./joined-values.ts";
import { type Fact, factsBefore, factsOf, valuesOfOwn, withMeanings } from "./memories/facts.ts";
import {
  asExample,
  examplesOf,
  isSameQuery,
  type RememberedCall,
  rememberedCalls,
  repeatedValues,
  slottedText,
  valuesByTemplate,
  votesOf,
  withConstants,
} from "./memories/remembered-calls.ts";
import { SlotMemory, type SlottedText } from "./memories/remembered-slots.ts";
import type { JointReader, ReadableTool } from "./networks/joint-model.ts";
import type { CallVerifier } from "./networks/read-back-model.ts";
import { assembled, openIn, type ParameterValue } from "./parameter-value.ts";
import { callInWords } from "./read-back/call-words.ts";
import { overlookedIn } from "./read-back/overlooked.ts";
import { type Evidence, evidenceOf, logit, readBack } from "./read-back/read-back.ts";
import { drafted, none, nothing, type ReadCall, type Understood } from "./read-call.ts";
import { readValues, valuesFrom } from "./values/parameter-values.ts";
import { inSaidWords } from "./values/said-synonyms.ts";
import type { PlainCallRequest } from "./worker/worker-protocol.ts";

/** A memory with its position in the request. */
export type Recalled = RelevantMemory & { readonly position: number };

/** A sentence that fits a tool no better may go on with what was said before. */
const FITS_MIN = 0.5;
/** Under this no call is even read back: the answer is that no tool fits. */
const READ_BACK_MIN = 0.05;
/** What the very same query meant before, and what one with the same words around other values did. */
const REPEATED_CONFIDENCE = 0.99;
const TEMPLATE_CONFIDENCE = 0.95;

/** How much surer of them must be that a query means something by itself, by how it stands to what was said before. */
const LEANS = { continuing: 0.3, short: 0.1, whole: -0.1, corrected: 0.1 };

/** What the words themselves say of a change weighs so much in the log-odds that the tool is meant. */
const PLAUSIBLE = 10;

/** So sure must be what a follow-up or a correction changes, and so far ahead of any other change. */
const CHANGE_MIN = 0.55;
const CHANGE_AHEAD_MIN = 0.02;

/** One or two examples may be like each other by chance. */
const EXAMPLES_MIN = 3;

/** Of a call that would be carried out for what is excepted as well, or is the opposite of what is said. */
const DENIED_CONFIDENCE = 0.1;

/** Nobody who says only "thank you" wants anything done. */
const COURTESY_FITS = 0.03;

export interface CallReaderParts {
  readonly tools: readonly ReadableTool[];
  readonly joint: JointReader;
  readonly chooser: ToolChooser;
  /** Reads calls back; null where they are given as they were read. */
  readonly verifier: CallVerifier | null;
  /** Told of each call what speaks for it, which the weights of the read-back are fitted on; nothing is withheld then. */
  readonly witness?: Witness;
}

/** `verdict`: log-odds by the read-back; null where it was not asked. */
export type Witness = (told: {
  readonly call: DraftCall;
  readonly evidence: Evidence;
  readonly verdict: number | null;
}) => void;

/** A draft of a call, or of none, which is always enough. */
export interface JudgedDraft {
  readonly draft: DraftCall;
  readonly isEnough: boolean;
}

interface Judged extends JudgedDraft {
  /** Its confidence, and what else speaks for it among the ways to understand a query. */
  readonly standing: number;
  /** It changes what was said before. */
  readonly isChange: boolean;
}

export class CallReader {
  readonly #request: PlainCallRequest;
  readonly #parts: CallReaderParts;
  readonly #now: LocalTime;
  readonly #standing: Standing;
  #lastCall: { readonly call: LastCall | null } | null = null;
  readonly #slotted = new Map<RememberedCall, SlottedText>();

  constructor(request: PlainCallRequest, parts: CallReaderParts) {
    this.#request = request;
    this.#parts = parts;
    this.#now = request.now;
    this.#standing = request.history.length === 0 ? "whole" : standingOf(request.query, parts.tools);
  }

  read(memories: readonly Recalled[]): DraftCall {
    const { draft, isEnough } = this.judge(memories);
    return isEnough || this.#request.mustCall ? draft : none(draft, this.#request.query);
  }

  /** What is likeliest, and whether it is likely enough to be given. */
  judge(memories: readonly Recalled[]): JudgedDraft {
    const [first, ...others] = this.#read(memories).map((call) => this.#judged(call));
    const likeliest = others.reduce((best, other) => (other.standing > best.standing ? other : best), first as Judged);
    if (!likeliest.isChange) return { draft: likeliest.draft, isEnough: likeliest.isEnough };
    const { draft, standing } = likeliest;
    // What may as well change another value is done by nobody; but to read the 7 alone out of "7 pm" is no other way.
    const isUnclear = [first, ...others].some(
      (other) =>
        other?.isChange === true &&
        other !== likeliest &&
        other.standing > standing - CHANGE_AHEAD_MIN &&
        !Bun.deepEquals(other.draft.parameters, draft.parameters) &&
        !arePartsOf(Object.values(other.draft.spans), Object.values(draft.spans)),
    );
    return { draft, isEnough: likeliest.isEnough && !isUnclear && draft.confidence >= CHANGE_MIN };
  }

  #judged(read: ReadCall): Judged {
    const {
      isRemembered,
      said,
      elsewhere,
      nearest,
      certainty,
      overlooked,
      lean,
      asOne,
      plausibility,
      isReckoned,
      ...call
    } = read;
    const tool = call.tool === null ? undefined : this.#parts.tools[call.tool];
    const { verifier } = this.#parts;
    const asIs = { draft: call, isEnough: true, standing: lean, isChange: asOne !== null };
    // What the very same sentence meant before needs no second reading.
    if (!tool || isRemembered) return asIs;
    const lacking = (call.unfilled ?? []).map(({ parameter }) => parameter);
    const { query } = this.#request;
    const fits = asOne === null ? call.confidence : sigmoid(logit(call.confidence) + PLAUSIBLE * plausibility);
    const words = callInWords(tool, said, this.#now, { elsewhere, lacking });
    const evidence = evidenceOf({ fits, certainty, overlooked, words });
    const { witness } = this.#parts;
    if (verifier === null) {
      witness?.({ call, evidence, verdict: null });
      return asIs;
    }
    // What changes a call before says the contrary of that one.
    const rivals = this.#request.history.length === 0 && nearest < EXAMPLE_NEAR ? this.#parts.tools : [];
    const isContrary = asOne === null && speaksAgainst(query, tool, call, rivals);
    if (isContrary || endsBeforeItBegins(tool, call.parameters))
      return { draft: unsure(call), isEnough: false, standing: DENIED_CONFIDENCE + lean, isChange: false };
    // What is to be written down looks like another request to the network, which learned that it is not to be carried out.
    const isText = keepsText(query, tool) || holdsWholeText(query, tool, call);
    if (asOne === null && call.confidence >= FITS_MIN && isText) return { ...asIs, standing: call.confidence + lean };
    const { confidence, verdict, isEnough } = readBack(verifier, {
      request: this.#request,
      tool,
      words,
      evidence,
      nearest,
      asOne,
      isReckoned,
    });
    const draft = { ...call, confidence };
    witness?.({ call: draft, evidence, verdict });
    return {
      draft,
      isEnough: isEnough || witness !== undefined,
      standing: confidence + lean,
      isChange: asOne !== null,
    };
  }

  /** The ways to understand it, the first mostly the right one. Their confidence is that the tool is meant at all. */
  #read(memories: readonly Recalled[]): readonly ReadCall[] {
    const calls = rememberedCalls(memories);
    const facts = factsOf(memories);
    const repeated = this.#asRemembered(calls);
    if (repeated) return [{ ...drafted(repeated), isRemembered: true }];
    // Unless a near example says otherwise: there may be a tool for greetings.
    const isTaught = [...calls, ...this.#request.similar].some(({ similarity }) => similarity >= EXAMPLE_NEAR);
    const { query, mustCall = false } = this.#request;
    if (!isTaught && !mustCall && isCourtesy(query)) return [nothing(COURTESY_FITS, null, query)];
    const ways = this.#understood(calls, facts);
    const likely = ways.filter(({ confidence }) => mustCall || confidence >= READ_BACK_MIN);
    if (likely.length === 0) return [nothing(ways[0]?.confidence ?? 0, ways[0]?.tool ?? null, query)];
    return likely.map((way) => this.#completed(way, calls, facts));
  }

  /** With what stood before the query, and what memories say. */
  #completed(understood: Understood, calls: readonly RememberedCall[], facts: readonly Fact[]): ReadCall {
    const { query, similar } = this.#request;
    const tool = this.#parts.tools[understood.tool] as ReadableTool;
    const ofTool = examplesOf(understood.tool, calls);
    const read =
      ofTool.length === 0 ? understood.values : withConstants(understood.values, ofTool, tool, query, this.#now);
    const last = this.#last();
    const carried =
      last && carriedValues({ tool, values: read, isWhole: this.#standing === "whole" }, openIn(tool, read), last);
    const own = carried ? [...read, ...carried] : read;
    const before = this.#readBefore(tool, own, saidBefore(this.#request));
    const all = [...own, ...before];
    const told = this.#readBefore(tool, all, factsBefore(facts) && factsBefore(facts) + saidBefore(this.#request));
    const known = [...all, ...told];
    const meant = [...known, ...valuesOfOwn(openIn(tool, known), facts)];
    const values = withMeanings(meant, facts);
    const { answered } = understood;
    const said = understood.values.filter((value) => known.includes(value) && !answered?.has(value.parameter));
    const isSaid = new Set(said.map(({ parameter }) => parameter));
    const examples = [...similar, ...calls.map(asExample)];
    const ofThis = examples.filter(({ of }) => of === understood.tool);
    return {
      ...drafted({ ...understood, values }),
      isRemembered: ofThis.some(({ text }) => isSameQuery(text, query)),
      said: assembled(said.map((value) => inSaidWords(value, query))),
      elsewhere: new Set(values.map(({ parameter }) => parameter)).difference(isSaid),
      nearest: Math.max(0, ...ofThis.map(({ similarity }) => similarity)),
    };
  }

  /** What an example says that has this very query, or the same words around other values. */
  #asRemembered(calls: readonly RememberedCall[]): Understood | null {
    const { query } = this.#request;
    for (const call of calls) {
      const tool = this.#parts.tools[call.tool];
      if (!tool || !isSameQuery(call.query, query)) continue;
      const values = repeatedValues(call, tool, query, this.#now);
      return { tool: call.tool, confidence: REPEATED_CONFIDENCE, values };
    }
    for (const call of calls) {
      const tool = this.#parts.tools[call.tool];
      // More of them together know better than the words around one.
      if (!tool || examplesOf(call.tool, calls).length >= EXAMPLES_MIN) continue;
      const values = valuesByTemplate(call, tool, query, this.#now);
      if (values) return { tool: call.tool, confidence: TEMPLATE_CONFIDENCE, values };
    }
    return null;
  }

  /** The ways to understand the query: going on with the last call, as it stands, and with what it takes back taken back. */
  #understood(calls: readonly RememberedCall[], facts: readonly Fact[]): readonly Understood[] {
    const { query, mustCall = false } = this.#request;
    const alone = this.#alone(calls, facts);
    if (!alone) return [];
    const isGoingOn = this.#standing !== "whole" || alone.confidence < FITS_MIN;
    const others = this.#isRepeated(alone) ? this.#instead(alone) : [alone];
    const lean = LEANS[this.#standing];
    const changed = new ChangedCalls(query, { ...this.#parts, now: this.#now });
    const last = this.#last();
    const continued = (isGoingOn && last ? changed.continued(last) : []).map((way) => ({
      ...way,
      lean: lean + (way.lean ?? 0),
    }));
    const corrected = changed.corrected(alone).map((way) => ({ ...way, lean: LEANS.corrected + (way.lean ?? 0) }));
    const reckoned = [...continued, ...corrected]
      .filter(({ isReckoned }) => isReckoned)
      .flatMap(({ values }) => values);
    const known = last?.values ?? [];
    // "An hour earlier" is no destination.
    const free = others.filter(
      ({ values }) =>
        !values.some((value) => isUnclear(value, known, query) || reckoned.some((one) => areOfSameWords(one, value))),
    );
    const ways = [...continued, ...corrected, ...free];
    // Who wants a call in any case gets what comes nearest.
    return ways.length === 0 && mustCall ? [alone] : ways;
  }

  /** Whether it is the last call once more, though nobody asks for it again: "lock the door", "open it" is another deed. */
  #isRepeated({ tool, values }: Understood): boolean {
    const { query } = this.#request;
    const last = this.#last();
    if (!last || last.tool !== tool || ENGLISH.following.onceMore.test(query)) return false;
    const isKnown = ({ parameter, value }: ParameterValue) =>
      last.values.some((known) => known.parameter === parameter && Bun.deepEquals(known.value, value));
    return values.every((value) => value.span === null && isKnown(value));
  }

  /** What else it may mean than the last call: another tool for the same things. */
  #instead({ tool }: Understood): readonly Understood[] {
    const { query } = this.#request;
    const { tools, chooser } = this.#parts;
    const others = tools.filter((_, index) => index !== tool);
    const chosen = chooser.choose(query, others, NO_VOTES);
    const other = chosen && others[chosen.tool];
    if (!chosen || !other) return [];
    return [this.#valued({ ...chosen, tool: tools.indexOf(other), next: null }, [])];
  }

  /**
   * The query alone. Where that fits no tool, what was said before may give what the tool requires ("what is the weather
   * like?" with a context that names the city).
   */
  #alone(calls: readonly RememberedCall[], facts: readonly Fact[]): Understood | null {
    const { query, similar, taught } = this.#request;
    const { tools, chooser, joint } = this.#parts;
    const before = this.#request.history.map((entry) => entry.query);
    const alone = this.#outOfText(chooser.choose(query, tools, votesOf(similar, calls, taught), before));
    const tool = alone && tools[alone.tool];
    if (!alone || !tool) return null;
    if (alone.confidence >= FITS_MIN) return this.#valued(alone, calls);
    const said = saidBefore(this.#request);
    for (const text of new Set([said, factsBefore(facts) + said])) {
      if (text === "") continue;
      const reading = joint.read(text + query, tool);
      // Else a name that was said for another purpose would do for whatever a tool requires.
      if (reading.relevance < 0) continue;
      const confidence = confidenceWith(alone, reading);
      if (confidence >= FITS_MIN) return this.#valued({ ...alone, confidence }, calls);
    }
    return this.#valued(alone, calls);
  }

  /** Another one, where what was chosen is only spoken of in a text that is to be kept or said. */
  #outOfText(first: ChosenTool | null): ChosenTool | null {
    const { query } = this.#request;
    const { tools, chooser } = this.#parts;
    const tool = first && tools[first.tool];
    const mayBe = tool && (isOnlyInText(query, tool) ? mayHoldText : tellsOtherwise(query, tool) && tells);
    if (!mayBe) return first;
    const others = tools.flatMap((other, position) => (mayBe(query, other) ? [{ other, position }] : []));
    const own = others.map(({ other }) => other);
    const chosen = chooser.choose(query, own, NO_VOTES);
    const position = chosen && others[chosen.tool]?.position;
    return chosen && position !== undefined && position !== null ? { ...chosen, tool: position, next: null } : first;
  }

  #valued({ tool, confidence, reading, next }: ChosenTool, calls: readonly RememberedCall[]): Understood {
    const examples = this.#examplesOf(tool, calls);
    const runnerUp = next && { of: next.tool, margin: next.margin };
    const { query, language = "en" } = this.#request;
    const read = readValues(query, reading, this.#now, examples);
    // A gloss leaves over what its glossary does not know.
    const isGloss = isRead(language) && language !== "en";
    const overlooked = isGloss ? null : overlookedIn({ query, reading, values: read.values });
    return { tool, ...(runnerUp && { runnerUp }), confidence, ...read, overlooked };
  }

  /** What the examples of a tool have in common; null for too few. */
  #examplesOf(position: number, calls: readonly RememberedCall[]): SlotMemory | null {
    const tool = this.#parts.tools[position];
    const own = examplesOf(position, calls);
    if (!tool || own.length < EXAMPLES_MIN) return null;
    return new SlotMemory(
      own.map((call) => {
        const slotted = this.#slotted.get(call) ?? slottedText(call, tool, this.#now);
        this.#slotted.set(call, slotted);
        return slotted;
      }),
    );
  }

  /** The call that the query may go on with; null without any. Read once. */
  #last(): LastCall | null {
    this.#lastCall ??= { call: lastCallOf(this.#request.history, { ...this.#parts, now: this.#now }) };
    return this.#lastCall.call;
  }

  /** Values for required parameters that are open yet, out of what stood before the query. */
  #readBefore(tool: ReadableTool, values: readonly ParameterValue[], before: string): readonly ParameterValue[] {
    const open = openIn(tool, values);
    if (before === "" || open.length === 0) return [];
    const text = before + this.#request.query;
    return saidBehind(valuesFrom(text, this.#parts.joint.read(text, tool), this.#now), open, values, before.length);
  }
}

/** Words alone say that it is not asked for. */
function unsure(call: DraftCall): DraftCall {
  return { ...call, confidence: Math.min(call.confidence, DENIED_CONFIDENCE) };
}

import { endsBeforeItBegins } from "./values/whole-periods.ts";
