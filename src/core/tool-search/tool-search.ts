import { invalid } from "../errors.ts";
import { FairCache } from "../fair-cache.ts";
import { LIMITS } from "../limits.ts";
import type { Log } from "../log.ts";
import type { MainThread } from "../main-thread.ts";
import type { AliasUse } from "../ports/alias-tally-store.ts";
import type { ChangeCounter } from "../ports/change-counter.ts";
import type { Clock } from "../ports/clock.ts";
import type { DefinitionStore, StoredDefinition } from "../ports/definition-store.ts";
import type { EmbeddingStore } from "../ports/embedding-store.ts";
import type { SearchEmbedders, SearchGlosses } from "../ports/models.ts";
import type { NeighbourIndexes } from "../ports/neighbours.ts";
import type { SharedLearning } from "../ports/shared-learning.ts";
import type { IsWord } from "../reading/slips.ts";
import type { Progress } from "../sets/learning.ts";
import type { NamedSets, SetFinder } from "../sets/set-finder.ts";
import type { AppId } from "../tenant.ts";
import type { Tool } from "../toolset.ts";
import { turn } from "../turn.ts";
import { NONE_MIN } from "./fitted-weights.ts";
import { doubtfulWords, spelledAsTools } from "./query-spelling.ts";
import { type Ranking, ranking, rankingOfBoth, toolsIn } from "./ranking.ts";
import { type CheckedSearch, checkedSearch, EVERY_TOOLSET, type ToolSearchRequest } from "./search-request.ts";
import { inEnglish, isInOtherLanguage, type SearchedSet, searchedSet, ToolIndex } from "./tool-index.ts";
import { ToolVectors } from "./tool-vectors.ts";

/** What the indexes of all apps may take in memory: some eight apps with 20,000 tools each. What goes is made anew at the next search. */
const INDEX_BYTES_MAX = 256 * 1024 * 1024;

/** Tools of an app that are searched without waiting for a turn on the main thread: what that takes is under 0.3 ms. */
const AT_ONCE_TOOLS_MAX = 1_000;

/** Toolsets that are looked up together by their names, 2 to 5 ms. */
const NAMES_TOGETHER = 256;

/** How often sets that are changed while they are searched are looked at. */
const LOOKS_MAX = 3;

export interface FoundTool {
  readonly tool: Tool;
  /** The signature of its toolset. */
  readonly toolset: string;
  /** 0–1: the probability that this tool is meant. Of all tools, and of none, they add up to 1 at most. */
  readonly confidence: number;
  readonly why: {
    /** Words of the query that the tool has, as stems. */
    readonly words: readonly string[];
    /** Cosine similarity of the query to what the tool does, or to its nearest example less a margin; −1 to 1. */
    readonly meaning: number;
    /** The tool's nearest example; null where none is near. */
    readonly example: string | null;
  };
}

export interface FoundTools {
  /** The likeliest first. Also there where none is likely. */
  readonly tools: readonly FoundTool[];
  /** Whether it is likelier that none of them is meant than that one is. */
  readonly isNone: boolean;
  /** 0–1: the probability that none of them is meant. */
  readonly noneConfidence: number;
  /** How many tools were searched. */
  readonly searched: number;
  /** How far texts of the app's tools have vectors; until one has, it is found by its words alone. Null when all have. */
  readonly learning: Progress | null;
  readonly aliases: readonly AliasUse[];
  /** What was asked in, as ISO 639, or `UNDETERMINED`. */
  readonly language: string;
}

export interface ToolSearchOptions {
  readonly definitions: Pick<DefinitionStore, "find" | "revisions">;
  readonly setFinder: Pick<SetFinder, "find">;
  readonly changes: ChangeCounter;
  readonly indexes: Pick<NeighbourIndexes, "table">;
  readonly embedders: SearchEmbedders;
  readonly glosses: SearchGlosses;
  readonly vectors: Pick<EmbeddingStore, "read" | "write">;
  readonly learning: Pick<SharedLearning, "begin" | "isShared">;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly mainThread: Pick<MainThread, "isShared" | "piece" | "steps" | "stepsInTurn">;
  /** What is no word may be a slip of the finger. */
  readonly isWord: IsWord;
  readonly log: Log;
}

/**
 * Finds the tools that a query means among thousands of an app's own. What is searched is held in memory, made of the registered
 * sets when they are first searched, and looked up against them at every search: no change of a set is missed.
 */
export class ToolSearch {
  readonly #options: ToolSearchOptions;
  /** One for each app, under `INDEX`. */
  readonly #indexes: FairCache<ToolIndex>;
  readonly #vectors: ToolVectors;
  /** The last change of an app's index. */
  readonly #changing = new Map<AppId, Promise<unknown>>();

  constructor(options: ToolSearchOptions) {
    this.#options = options;
    this.#vectors = new ToolVectors(options);
    this.#indexes = new FairCache({
      weightMax: INDEX_BYTES_MAX,
      weigh: ({ bytes }) => bytes,
      drivenOut: (index) => index.giveUp(),
      monotonicMs: () => options.clock.monotonicMs(),
    });
  }

  /**
   * Throws `validation_error`, also where more than `LIMITS.searchedToolsMax` tools would be searched, `not_found` for a toolset,
   * and what the embedder throws.
   */
  async search(app: AppId, sent: ToolSearchRequest, signal: AbortSignal): Promise<FoundTools> {
    const request = checkedSearch(sent);
    for (let look = 1; ; look += 1) {
      const { ranked, ...looked } = await this.#look(app, request, signal);
      const tools = await this.#described(app, ranked);
      // A set that was changed in this very moment is looked at again, as it is now.
      if (tools.includes(null) && look < LOOKS_MAX) continue;
      const there = tools.filter((tool) => tool !== null);
      const { language } = request;
      return { ...looked, language, tools: there, isNone: ranked.none >= NONE_MIN, noneConfidence: ranked.none };
    }
  }

  /** Resolves when every text that a search has met is compared by meaning, or failed to be. */
  idle(): Promise<void> {
    return this.#vectors.idle();
  }

  /** Ends what is prepared in the background. */
  close(): Promise<void> {
    return this.#vectors.close();
  }

  async #look(app: AppId, request: CheckedSearch, signal: AbortSignal) {
    const indexed = this.#indexFor(app, request, signal);
    // Together: the one waits for a worker, the other for this thread.
    const [asked, { index, signatures, aliases }] = await Promise.all([
      this.#asked(app, request, indexed, signal),
      indexed,
    ]);
    await this.#vectors.prepare(app, index, signal);
    const found = await this.#stepsAmong(app, index, searching(index, signatures, asked, request.count, signal));
    this.#keep(app, index);
    return { ...found, learning: index.progress, aliases };
  }

  /** What is asked, in English and as it was said, with its vectors. Only what the tools need is made. */
  async #asked(
    app: AppId,
    { query, language }: CheckedSearch,
    indexed: Promise<Indexed>,
    signal: AbortSignal,
  ): Promise<AskedFor> {
    const embedded = async (text: string): Promise<Embedded> => {
      const [vector] = await this.#options.embedders.requests.embed([text], "interactive", app, signal);
      return { text, vector: vector as Float32Array };
    };
    const gloss = await this.#options.glosses.query(query, language);
    if (gloss === null) return { english: await embedded(await this.#spelled(app, query, indexed)), said: null };
    const [english, { index, signatures }] = await Promise.all([embedded(gloss), indexed]);
    return { english, said: setsOf(index, signatures).some(isInOtherLanguage) ? await embedded(query) : null };
  }

  /** The query without its slips. It waits for the tools only where one of its words is in no dictionary. */
  async #spelled(app: AppId, query: string, indexed: Promise<Indexed>): Promise<string> {
    const doubtful = doubtfulWords(query, this.#options.isWord);
    if (doubtful.length === 0) return query;
    const { index, signatures } = await indexed;
    return this.#stepsAmong(app, index, spelledAsTools(query, doubtful, setsOf(index, signatures)));
  }

  #stepsAmong<Result>(app: AppId, index: ToolIndex, work: Generator<void, Result>): Promise<Result> {
    const { mainThread } = this.#options;
    return index.tools > AT_ONCE_TOOLS_MAX ? mainThread.stepsInTurn(app, work) : mainThread.steps(app, work);
  }

  /** With what is stored of them; null for one whose set was changed since it was searched. */
  async #described(app: AppId, { tools }: Ranking): Promise<readonly (FoundTool | null)[]> {
    const { definitions } = this.#options;
    const stored = new Map<string, StoredDefinition<"toolset"> | null>();
    for (const { set } of tools)
      if (!stored.has(set.signature)) stored.set(set.signature, await definitions.find(app, "toolset", set.signature));
    return tools.map(({ set, tool: at, features, confidence, words, example }) => {
      const current = stored.get(set.signature);
      const tool = current?.definition.tools[at];
      if (!tool || current?.revision !== set.revision) return null;
      const said = example === null ? null : (tool.examples?.[example] ?? null);
      return { tool, toolset: set.signature, confidence, why: { words, meaning: features.meaning, example: said } };
    });
  }

  /** The app's index with all that is asked for, as it is registered now or was since this began. */
  async #indexFor(app: AppId, { names, ...asker }: CheckedSearch, signal: AbortSignal): Promise<Indexed> {
    const named = names && (await this.#named(app, names, asker, signal));
    return this.#inTurn(app, async () => {
      const index =
        this.#indexes.get(app, INDEX) ??
        new ToolIndex(this.#options.indexes.table(this.#options.embedders.tools.dimensions));
      const signatures = named ? await this.#addNamed(app, index, named.sets) : await this.#addEvery(app, index);
      this.#keep(app, index);
      return { index, signatures, aliases: named?.aliases ?? [] };
    });
  }

  /** As `SetFinder` has it, many names in turns. */
  async #named(
    app: AppId,
    names: readonly string[],
    { query, caller }: Pick<CheckedSearch, "query" | "caller">,
    signal: AbortSignal,
  ): Promise<NamedSets<"toolset">> {
    const { setFinder, mainThread } = this.#options;
    const find = (some: readonly string[]) => {
      signal.throwIfAborted();
      return setFinder.find(app, "toolset", some, { caller, sentence: query });
    };
    if (names.length <= NAMES_TOGETHER) return find(names);
    const found: NamedSets<"toolset">[] = [];
    for (let from = 0; from < names.length; from += NAMES_TOGETHER)
      found.push(await mainThread.piece(app, () => find(names.slice(from, from + NAMES_TOGETHER))));
    const bySignature = new Map(found.flatMap(({ sets }) => sets).map((set) => [set.signature, set]));
    return { sets: [...bySignature.values()], aliases: found.flatMap(({ aliases }) => aliases) };
  }

  async #addNamed(
    app: AppId,
    index: ToolIndex,
    sets: readonly StoredDefinition<"toolset">[],
  ): Promise<readonly string[]> {
    const total = sets.reduce((sum, { definition }) => sum + definition.tools.length, 0);
    if (total > LIMITS.searchedToolsMax) throw tooMany(total);
    const missing = sets.filter(({ signature, revision }) => index.get(signature)?.revision !== revision);
    const coming = missing.reduce((sum, { definition }) => sum + definition.tools.length, 0);
    const wanted = new Set(sets.map(({ signature }) => signature));
    if (index.tools + coming > LIMITS.searchedToolsMax) dropBut(index, wanted);
    for (const set of missing) await this.#add(app, index, set);
    return [...wanted];
  }

  async #addEvery(app: AppId, index: ToolIndex): Promise<readonly string[]> {
    const { changes, definitions } = this.#options;
    const upTo = changes.of(app);
    if (index.upTo === upTo) return index.signatures();
    const { searchedToolsetsMax } = LIMITS;
    const stored = await definitions.revisions(app, "toolset", searchedToolsetsMax + 1);
    if (stored.length > searchedToolsetsMax)
      throw invalid(
        "toolsets",
        `are more than ${searchedToolsetsMax}, which are not searched together: name those to search`,
      );
    dropBut(index, new Set(stored.map(({ signature }) => signature)));
    for (const { signature, revision } of stored) {
      if (index.tools > LIMITS.searchedToolsMax) throw tooMany(index.tools);
      if (index.get(signature)?.revision === revision) continue;
      const set = await definitions.find(app, "toolset", signature);
      if (set) await this.#add(app, index, set);
      else index.remove(signature);
    }
    if (index.tools > LIMITS.searchedToolsMax) throw tooMany(index.tools);
    index.upTo = upTo;
    return index.signatures();
  }

  async #add(
    app: AppId,
    index: ToolIndex,
    { signature, revision, definition }: StoredDefinition<"toolset">,
  ): Promise<void> {
    const { glosses, mainThread } = this.#options;
    const { tools } = definition;
    const english = await mainThread.steps(app, await glosses.tools(tools));
    const made = await mainThread.steps(app, searchedSet(signature, revision, tools, english));
    index.add(made.set, made.texts);
    // Of all toolsets no more than these are known to be there.
    index.upTo = null;
    // A small one is a single piece: a thousand of them would be one as well.
    await turn();
  }

  /** Changes of one app's index one after the other: two searches would both make what is missing. */
  async #inTurn<Result>(app: AppId, work: () => Promise<Result>): Promise<Result> {
    const before = this.#changing.get(app) ?? Promise.resolve();
    const own = before.then(work, work);
    this.#changing.set(app, own);
    try {
      return await own;
    } finally {
      if (this.#changing.get(app) === own) this.#changing.delete(app);
    }
  }

  /** Weighed anew: it may have grown. */
  #keep(app: AppId, index: ToolIndex): void {
    this.#indexes.set(app, INDEX, index);
  }
}

const INDEX = "tools";

/** What is searched, and what of it. */
interface Indexed {
  readonly index: ToolIndex;
  readonly signatures: readonly string[];
  readonly aliases: readonly AliasUse[];
}

interface Embedded {
  readonly text: string;
  readonly vector: Float32Array;
}

interface AskedFor {
  /** As it was said where that is in English, or in a language that nobody prepared. */
  readonly english: Embedded;
  /** As it was said in another language, where something of the tools is in another language, too. */
  readonly said: Embedded | null;
}

/** In steps; the first one is the longest: some 0.1 ms for each 1,000 vectors, twice as much where both are compared. */
function* searching(
  index: ToolIndex,
  signatures: readonly string[],
  { english, said }: AskedFor,
  count: number,
  signal: AbortSignal,
): Generator<void, { readonly ranked: Ranking; readonly searched: number }> {
  // Whoever asked may have gone while this waited for its turn.
  signal.throwIfAborted();
  // Together: the similarities are those of these very sets.
  const sets = setsOf(index, signatures);
  const compared = ({ text, vector }: Embedded, among: readonly SearchedSet[]) => ({
    query: text,
    sets: among,
    similarities: index.similarities(vector),
  });
  const gloss = compared(english, said ? sets.map(inEnglish) : sets);
  const own = said && compared(said, sets.filter(isInOtherLanguage));
  yield;
  const ranked = yield* own ? rankingOfBoth(gloss, own, count) : ranking(gloss, count);
  return { ranked, searched: toolsIn(sets) };
}

function setsOf(index: ToolIndex, signatures: readonly string[]): readonly SearchedSet[] {
  return signatures.flatMap((signature) => index.get(signature) ?? []);
}

function dropBut(index: ToolIndex, wanted: ReadonlySet<string>): void {
  for (const signature of index.signatures()) if (!wanted.has(signature)) index.remove(signature);
}

function tooMany(tools: number) {
  const { searchedToolsMax } = LIMITS;
  return invalid(
    "toolsets",
    `have ${tools} tools or more, at most ${searchedToolsMax} are searched together: name fewer than "${EVERY_TOOLSET}"`,
  );
}
