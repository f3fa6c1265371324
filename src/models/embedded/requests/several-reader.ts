/** A query that may ask for several things, read request by request. */
import type { DraftCall, FurtherDraft } from "#core/ports/models.ts";
import { isSameSpan, isWithin, overlaps } from "#core/span.ts";
import { CallReader, type CallReaderParts, type JudgedDraft, type Recalled } from "../call-reader.ts";
import { none } from "../read-call.ts";
import type { PlainCallRequest } from "../worker/worker-protocol.ts";
import { asksInTwo, mayAskForMore, preludeOf } from "./openings.ts";
import { optionRequests } from "./option-requests.ts";
import { inQuery, partOf } from "./part-text.ts";
import { referentsFor } from "./referents.ts";
import { type AskedPart, askedParts, partsForTool } from "./request-splitter.ts";
import { saidOnce } from "./said-once.ts";
import { neededIn, type PartDraft, withAdditions, withNearest, withShared } from "./shared-values.ts";

export class SeveralReader {
  readonly #request: PlainCallRequest;
  readonly #parts: CallReaderParts;
  #asked: readonly AskedPart[] | null = null;

  constructor(request: PlainCallRequest, parts: CallReaderParts) {
    this.#request = request;
    this.#parts = parts;
  }

  read(memories: readonly Recalled[]): DraftCall {
    const { query, now, callsMax = 1 } = this.#request;
    let judgedOnce: JudgedDraft | null = null;
    const judgedWhole = () => (judgedOnce ??= new CallReader(this.#request, this.#parts).judge(memories));
    const whole = () => this.#given(judgedWhole());
    // Each piece is read for every tool, ten times as long as the whole: who wants one call waits for that only where words alone
    // say that there is another request.
    // What is too unsure as one request may be two that begin in other words.
    const isOne = () => judgedWhole().isEnough || !asksInTwo(query, this.#parts.tools);
    if (callsMax === 1 && !mayAskForMore(query, this.#parts.tools) && isOne())
      return this.#firstOfAlike(judgedWhole(), memories);
    this.#asked ??= askedParts(query, { ...this.#parts, now });
    if (this.#asked.length < 2)
      return callsMax === 1 ? whole() : this.#together(this.#ofEachOption(judgedWhole(), memories), whole);
    const isOfOneTool = this.#asked.every(({ isAlike }, index) => isAlike || index === 0);
    if (callsMax === 1 && isOfOneTool) return this.#first(judgedWhole(), this.#asked, memories);
    const alone = this.#asked.map((asked, index) => ({ asked, ...this.#draft(asked, index, memories) }));
    const judged = this.#withReferents(this.#withPrelude(alone, memories), memories);
    const all = callsMax === 1 ? judged : judged.flatMap((one) => this.#eachOption(one, memories));
    return this.#together(all, whole);
  }

  /** What is asked for request by request as one answer; `whole`: the query read as one request. */
  #together(judged: readonly JudgedPart[], whole: () => DraftCall): DraftCall {
    const { callsMax = 1 } = this.#request;
    const drafts = judged.flatMap(({ asked, draft, isEnough: isSure }, index): PartDraft[] => {
      const isEnough = isSure || isAsSureAsOthers(judged, index);
      const { tool } = draft;
      const readable = tool === null ? undefined : this.#parts.tools[tool];
      return tool === null || !readable || !isEnough
        ? []
        : [{ ...draft, tool, readable, said: asked.part.text, isAlike: asked.isAlike }];
    });
    const [first, ...others] = saidOnce(withNearest(withShared(withAdditions(drafts))));
    if (!first) return whole();
    // Of one call the whole sentence tells most, unless what it says besides is for another tool.
    if (callsMax === 1 && !takesFromOther(whole(), first) && others.every((other) => isToldBy(whole(), first, other)))
      return withMore(whole());
    const given = others.slice(0, callsMax - 1).map(furtherOf);
    // What is not sure enough to be called is not answered.
    const isMore = given.length < others.length || drafts.length < judged.length;
    const { readable: _, said: _said, isAlike: _alike, ...draft } = first;
    return {
      ...draft,
      dependsOnClock: drafts.some(({ dependsOnClock }) => dependsOnClock),
      ...(given.length > 0 && { others: given }),
      ...(isMore && { more: true }),
    };
  }

  /**
   * What is told before all that is asked for may be said of each: it is read once more in front of those that lack something. By itself it
   * asks for nothing then.
   */
  #withPrelude(judged: readonly JudgedPart[], memories: readonly Recalled[]): readonly JudgedPart[] {
    const { query } = this.#request;
    const { tools } = this.#parts;
    const prelude = preludeOf(query, tools);
    if (!prelude) return judged;
    const told = judged.map((one, index) => {
      const { asked, draft } = one;
      const tool = draft.tool === null ? undefined : tools[draft.tool];
      const spans = asked.part.stretches.map(({ of }) => of);
      const isBehind = spans.every(({ start }) => start >= prelude.end);
      if (!tool || !isBehind || neededIn(tool, draft).length === 0) return one;
      const whole = this.#draft({ ...asked, tool, part: partOf(query, [prelude, ...spans]) }, index, memories);
      const isMore = neededIn(tool, whole.draft).length < neededIn(tool, draft).length;
      return isMore ? { asked, draft: whole.draft, isEnough: whole.isEnough || one.isEnough } : one;
    });
    const used = told.flatMap((one, index) => (one === judged[index] ? [] : Object.values(one.draft.spans)));
    return told.filter(({ asked, draft }) => {
      const isPrelude = asked.part.stretches.every(({ of }) => isWithin(of, prelude));
      const said = Object.values(draft.spans);
      return !isPrelude || said.length === 0 || !said.every((span) => used.some((other) => isSameSpan(span, other)));
    });
  }

  /** What is too unsure as it stands is read once more with what its pronoun stands for. */
  #withReferents(judged: readonly JudgedPart[], memories: readonly Recalled[]): readonly JudgedPart[] {
    const { query } = this.#request;
    return judged.map((one, at) => {
      const { asked, draft, isEnough } = one;
      const tool = draft.tool === null ? undefined : this.#parts.tools[draft.tool];
      if (!tool || isEnough) return one;
      const before = judged.slice(0, at).flatMap((earlier) => (earlier.isEnough ? [earlier.draft] : []));
      for (const { part, name, value } of referentsFor(query, asked.part, tool, before)) {
        const read = this.#draft({ ...asked, tool, part }, at, memories);
        const isMeant = read.draft.tool === draft.tool && Bun.deepEquals(read.draft.parameters[name], value);
        if (isMeant && read.isEnough) return { asked: { ...asked, tool, part }, ...read };
      }
      return one;
    });
  }

  /** A query that asks for one thing, or for each of all of its kind. */
  #ofEachOption(whole: JudgedDraft, memories: readonly Recalled[]): readonly JudgedPart[] {
    const { query } = this.#request;
    const part = partOf(query, [{ start: 0, end: query.length }]);
    const each = this.#eachOption({ ...whole, asked: { part, tool: null, isAlike: false } }, memories);
    return each.length > 1 ? each : [];
  }

  /** One for each option where the words mean several of them, each read by itself; what it was where one of them is not. */
  #eachOption(one: JudgedPart, memories: readonly Recalled[]): readonly JudgedPart[] {
    const { asked, draft, isEnough } = one;
    const { query, callsMax = 1 } = this.#request;
    const tool = draft.tool === null ? undefined : this.#parts.tools[draft.tool];
    const requests = tool && isEnough ? optionRequests(query, asked.part, { tool, draft }) : [];
    if (!tool || requests.length === 0 || requests.length > callsMax) return [one];
    const each = requests.map(({ part, parameter, option }, at) => {
      const own = { part, tool, isAlike: asked.isAlike || at > 0 };
      const read = this.#draft(own, 1, memories);
      const { [parameter.name]: given, ...others } = read.draft.parameters;
      return { asked: own, ...read, isSame: String(given) === option && Bun.deepEquals(others, draft.parameters) };
    });
    return each.every(({ isSame }) => isSame) && each.some(({ isEnough }) => isEnough) ? each : [one];
  }

  #given({ draft, isEnough }: JudgedDraft): DraftCall {
    const { mustCall = false, query } = this.#request;
    return isEnough || mustCall ? draft : none(draft, query);
  }

  /** "Approve 12 and 14": of a tool that is asked several times for one thing, the first. */
  #firstOfAlike(whole: JudgedDraft, memories: readonly Recalled[]): DraftCall {
    const tool = whole.draft.tool === null ? undefined : this.#parts.tools[whole.draft.tool];
    const { query, now } = this.#request;
    const asked = tool ? partsForTool(query, tool, { ...this.#parts, now }) : [];
    return asked.length === 0 ? this.#given(whole) : this.#first(whole, asked, memories);
  }

  /** Of one call the whole sentence tells most, unless it has what is said of another one, or is too little sure for that. */
  #first(whole: JudgedDraft, [asked]: readonly AskedPart[], memories: readonly Recalled[]): DraftCall {
    const first = asked && whole.draft.tool !== null ? this.#draft(asked, 0, memories) : null;
    if (!first || first.draft.tool === null || isJoined(whole.draft, first.draft)) return this.#given(whole);
    const isTold = whole.isEnough && !takesFromOther(whole.draft, first.draft);
    return withMore(this.#given(isTold ? whole : first));
  }

  /** What is near to the whole query may be so for another part of it. */
  #draft({ part, tool }: AskedPart, index: number, memories: readonly Recalled[]): JudgedDraft {
    const { history } = this.#request;
    const { tools } = this.#parts;
    const request = {
      ...this.#request,
      query: part.text,
      vector: null,
      similar: [],
      taught: [],
      // That it asks for something was decided.
      mustCall: true,
      history: index === 0 ? history : [],
    };
    const position = tool === null ? -1 : tools.indexOf(tool);
    const known = position < 0 ? memories : memories.flatMap((memory) => ofOnly(position, memory));
    const parts = tool === null ? this.#parts : { ...this.#parts, tools: [tool] };
    const { draft: told, isEnough } = new CallReader(request, parts).judge(known);
    const { runnerUp: _, ...alone } = told;
    const draft = position < 0 || told.tool === null ? told : { ...alone, tool: position };
    const spans = Object.entries(draft.spans).flatMap(([name, span]) => {
      const place = inQuery(part, span);
      return place ? [[name, place] as const] : [];
    });
    const unfilled = draft.unfilled?.map((one) => ({ ...one, span: one.span && inQuery(part, one.span) }));
    return { draft: { ...draft, spans: Object.fromEntries(spans), ...(unfilled && { unfilled }) }, isEnough };
  }
}

interface JudgedPart extends JudgedDraft {
  readonly asked: AskedPart;
}

/** Of several that are alike each is as sure as the others: who asks for the weather in two places asks for it in both. */
function isAsSureAsOthers(parts: readonly JudgedPart[], at: number): boolean {
  const starts = [...parts.keys()].filter((index) => !parts[index]?.asked.isAlike);
  const from = starts.findLast((index) => index <= at) ?? 0;
  const to = starts.find((index) => index > at) ?? parts.length;
  const alike = parts.slice(from, to);
  const names = ({ draft }: JudgedPart) => Object.keys(draft.parameters).sort().join("\n");
  const own = parts[at];
  return own !== undefined && alike.some((one) => one.isEnough && names(one) === names(own));
}

/** Where a tool is the only one, its examples are of the first of all. */
function ofOnly(position: number, memory: Recalled): readonly Recalled[] {
  if (memory.kind === "fact") return [memory];
  return memory.tool === position ? [{ ...memory, tool: 0 }] : [];
}

function withMore(draft: DraftCall): DraftCall {
  return draft.tool === null ? draft : { ...draft, more: true };
}

/** Whether the first one's tool has the same use for all that the other one says. */
function isToldBy(whole: DraftCall, first: PartDraft, other: PartDraft): boolean {
  if (whole.tool !== first.tool) return false;
  if (other.tool === first.tool) return true;
  const said = Object.keys(other.spans);
  return said.length > 0 && said.every((name) => Bun.deepEquals(whole.parameters[name], other.parameters[name]));
}

/** Whether a value of the whole stands elsewhere than the first one's does: it is said of another request. */
function takesFromOther(whole: DraftCall, first: Pick<DraftCall, "tool" | "parameters" | "spans">): boolean {
  if (whole.tool !== first.tool) return false;
  return Object.entries(first.spans).some(([name, span]) => {
    const other = whole.spans[name];
    const isSame = Bun.deepEquals(whole.parameters[name], first.parameters[name]);
    return !isSame && other !== undefined && !overlaps(other, span);
  });
}

/** Whether a value of the whole is that of the first one and more: "Trinidad and Tobago". */
function isJoined(whole: DraftCall, first: Pick<DraftCall, "spans">): boolean {
  return Object.entries(first.spans).some(([name, span]) => {
    const other = whole.spans[name];
    return other !== undefined && !isSameSpan(other, span) && isWithin(span, other);
  });
}

function furtherOf({ tool, parameters, confidence, spans, unfilled }: PartDraft): FurtherDraft {
  return { tool, parameters, confidence, spans, ...(unfilled && { unfilled }) };
}
