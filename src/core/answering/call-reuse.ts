/** When a call is given again, and what is made of it for other words. */
import { isJsonObject, isListOf, isNumber, isPosition, isText, type JsonObject, type JsonValue } from "../json.ts";
import { type LocalTime, UTC } from "../local-time.ts";
import type { ReuseSubject } from "../ports/answers.ts";
import type { StoredDefinition } from "../ports/definition-store.ts";
import type { AskedAgain, LanguageModel } from "../ports/models.ts";
import type { IsWord } from "../reading/slips.ts";
import type { FindNearest, Knowledge, Proposal } from "../semantic-cache/knowledge.ts";
import { knowledgeOfCalls } from "../semantic-cache/open-knowledge.ts";
import { type Partition, partitionOf } from "../semantic-cache/partition.ts";
import type { Question } from "../semantic-cache/question.ts";
import type { Reuse } from "../semantic-cache/reuse.ts";
import type { Recall, Recollection } from "../sets/banks.ts";
import type { Persona } from "../sets/personas.ts";
import type { OpenLists } from "../sets/value-lists.ts";
import { sayingLanguage } from "../spoken-language/asked-in.ts";
import type { CaseBook, NearCase } from "../teaching/case-book.ts";
import type { AppId, Instant } from "../tenant.ts";
import { NO_TOOL, type Tool } from "../toolset.ts";
import { EVIDENCE_KINDS, type Evidence, type EvidenceMap } from "./evidence.ts";
import { withSaidValues } from "./listed-values.ts";
import { recollected, recollectedCases } from "./recollections.ts";
import type { CheckedRequest } from "./resolve-request.ts";
import { derivedAnswer, type Offered, type ResolvedAnswer, type SureCall } from "./resolved-call.ts";
import { isListOfUnfilled } from "./unfilled.ts";

/** What makes up a query against registered toolsets. */
export interface CallParts {
  readonly app: AppId;
  readonly model: LanguageModel;
  readonly toolsets: readonly StoredDefinition<"toolset">[];
  readonly request: CheckedRequest;
  readonly recall: Recall;
  readonly persona: Persona | null;
  /** What the toolsets were taught; null for nothing, and where what was said before has its part in the answer. */
  readonly cases: CaseBook | null;
  readonly at: Instant;
  /** That the tools refer to. */
  readonly lists: OpenLists;
  /** As `CallRequest` has it; null for once. */
  readonly askedAgain: AskedAgain | null;
}

/** A query, with all that its answer depends on. What the same words do not need is made when it is first wanted. */
export class CallQuestion implements Question {
  readonly app: AppId;
  readonly model: LanguageModel;
  readonly toolsets: CallParts["toolsets"];
  readonly request: CheckedRequest;
  readonly persona: Persona | null;
  readonly cases: CaseBook | null;
  readonly partition: Partition;
  readonly askedAgain: AskedAgain | null;
  readonly #at: Instant;
  readonly #recall: Recall;
  readonly #lists: OpenLists;
  #offered: readonly Offered[] | null = null;
  #recollected: Promise<readonly Recollection[]> | null = null;

  constructor(parts: CallParts) {
    this.app = parts.app;
    this.model = parts.model;
    this.toolsets = parts.toolsets;
    this.request = parts.request;
    this.persona = parts.persona;
    this.cases = parts.cases;
    this.partition = partitionFor(parts);
    this.askedAgain = parts.askedAgain;
    this.#at = parts.at;
    this.#recall = parts.recall;
    this.#lists = parts.lists;
  }

  get taughtAs(): number {
    return this.cases?.revision ?? 0;
  }

  get sentence(): string {
    return this.request.query;
  }

  get now(): Instant {
    return this.#at;
  }

  /** Now, where the asker is. */
  get localNow(): LocalTime {
    return { at: this.#at, zone: this.request.timeZone };
  }

  /** The tools of all toolsets, one after the other: a tool's position is that in here. */
  get offered(): readonly Offered[] {
    this.#offered ??= offeredBy(this.toolsets, this.#lists, textsOf(this.request));
    return this.#offered;
  }

  /** The same as they are registered. */
  get tools(): readonly Tool[] {
    return this.toolsets.flatMap(({ definition }) => definition.tools);
  }

  /** The memories of the named banks that are near to it. */
  recollected(): Promise<readonly Recollection[]> {
    this.#recollected ??= recollected(this.#recall, this.sentence);
    return this.#recollected;
  }

  /** Those, and what the sets were taught that is near to it. */
  async reminded(): Promise<readonly Recollection[]> {
    const vector = await this.cases?.vectorOf(this.sentence);
    const cases = this.cases && vector ? recollectedCases(this.cases, vector) : [];
    return cases.length === 0 ? this.recollected() : [...(await this.recollected()), ...cases];
  }

  /** Of what the sets were taught; null for nothing. */
  async nearestCase(): Promise<NearCase | null> {
    const vector = await this.cases?.vectorOf(this.sentence);
    return (this.cases && vector && this.cases.nearest(vector, 1)[0]) ?? null;
  }
}

/** How calls are given again. */
export class CallReuse implements Reuse<ResolvedAnswer, CallQuestion> {
  readonly #isWord: IsWord;

  /** `isWord`: whether a word is one of the language; others may be slips of the finger. */
  constructor(isWord: IsWord) {
    this.#isWord = isWord;
  }

  read(stored: JsonValue | undefined): ResolvedAnswer | null {
    return isResolvedAnswer(stored) ? stored : null;
  }

  fits(): boolean {
    return true;
  }

  /** What was answered without a memory says nothing where one is near. */
  async mayReuse(question: CallQuestion): Promise<boolean> {
    return (await question.recollected()).length === 0;
  }

  openKnowledge({ tools, request }: CallQuestion, findNearest: FindNearest): Knowledge {
    return knowledgeOfCalls({ tools, findNearest, isWord: this.#isWord, zone: request.timeZone });
  }

  derive(question: CallQuestion, proposal: Proposal, known: ResolvedAnswer): ResolvedAnswer | null {
    const { offered, request, persona, localNow: now } = question;
    return derivedAnswer(proposal, known, offered, { request, persona, now });
  }

  /** Whose tool was chosen; without one, it is the first toolset that had none. */
  subjectOf({ toolsets }: CallQuestion, position: number | null): ReuseSubject {
    let left = position ?? Number.POSITIVE_INFINITY;
    for (const { contentHash, definition } of toolsets) {
      const tool = definition.tools[left];
      if (tool) return { contentHash, name: tool.name };
      left -= definition.tools.length;
    }
    const [first] = toolsets as readonly [StoredDefinition<"toolset">];
    return { contentHash: first.contentHash, name: NO_TOOL };
  }

  nameOf({ offered }: CallQuestion, position: number | null): string {
    return offered[position ?? -1]?.tool.name ?? NO_TOOL;
  }
}

/** All that may say a value. */
export function textsOf({ query, context, history }: CheckedRequest): readonly string[] {
  return [query, ...(context === null ? [] : [context]), ...history.map((entry) => entry.query)];
}

function partitionFor({ app, model, toolsets, request, recall, persona, lists }: CallParts): Partition {
  return partitionOf(app, {
    operation: persona ? "respond" : "resolve",
    contentHashes: toolsets.map((set) => set.contentHash),
    options: {
      requireEvidence: toolsets.map((set) => set.definition.requireEvidence),
      // Left out where they are as ever: what was answered before there were others is still known.
      ...(request.timeZone !== UTC && { timeZone: request.timeZone }),
      ...sayingLanguage(request),
      ...(request.toolChoice.mustCall && { toolChoice: request.toolChoice.name }),
      // A list that changes makes other answers.
      ...(lists.size > 0 && { valueLists: [...lists.values()].map(({ contentHash }) => contentHash) }),
      ...(request.callsMax > 1 && { callsMax: request.callsMax }),
    },
    banks: recall.versions,
    persona: persona?.version ?? null,
    context: request.context,
    history: request.history,
    model: model.id,
  });
}

function offeredBy(toolsets: CallParts["toolsets"], lists: OpenLists, texts: readonly string[]): readonly Offered[] {
  return toolsets.flatMap(({ definition: { tools, requireEvidence } }, toolset) =>
    tools.map((tool) => ({ tool: withSaidValues(tool, lists, texts), toolset, requireEvidence, lists })),
  );
}

/** As it was written: by this version, or one whose answers are still given. */
function isResolvedAnswer(stored: JsonValue | undefined): stored is ResolvedAnswer {
  if (!isJsonObject(stored) || !isSureCall(stored)) return false;
  const { query, model, usedBanks, text, wordsBy, others = [], more = false }: JsonObject = stored;
  const isTold = isText(query) && isText(model) && (text === null || isText(text)) && isListOf(usedBanks, isText);
  const isInWords = wordsBy === null || wordsBy === "model" || wordsBy === "server";
  return isTold && isInWords && isListOf(others, isSureCall) && typeof more === "boolean";
}

function isSureCall(stored: JsonValue): stored is SureCall {
  if (!isJsonObject(stored)) return false;
  const { tool, toolsetPosition, parameters, missingParameters, defaultsApplied, evidence, confidence } = stored;
  const { unfilled = [] } = stored;
  const isCall = isText(tool) && isPosition(toolsetPosition) && isJsonObject(parameters) && isEvidenceMap(evidence);
  const isSure = isNumber(confidence) && isListOfUnfilled(unfilled);
  return isCall && isSure && [missingParameters, defaultsApplied].every((list) => isListOf(list, isText));
}

function isEvidenceMap(stored: JsonValue | undefined): stored is EvidenceMap {
  return isJsonObject(stored) && Object.values(stored).every(isEvidence);
}

function isEvidence(stored: JsonValue | undefined): stored is Evidence {
  if (!isJsonObject(stored) || !EVIDENCE_KINDS.some((kind) => kind === stored.kind)) return false;
  const { start, end } = stored;
  return (start === undefined || isNumber(start)) && (end === undefined || isNumber(end));
}
