import type { CallRequest, ClassifyRequest, DraftCall, DraftLabel, Embedder } from "#core/ports/models.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import { isRead } from "#core/spoken-language/read-languages.ts";
import { classesInEnglish } from "./glossing/classes-in-english.ts";
import { ExamplesInEnglish } from "./glossing/examples-in-english.ts";
import { findingBoth, glossAt, inEnglish, labelGlossOf, placeOf } from "./glossing/gloss.ts";
import { type GlossedLanguage, glossaryOf, isGlossed, openedFor } from "./glossing/glossaries.ts";
import { historyInEnglish, inNamesOfTools, laidBack, memoriesInEnglish } from "./glossing/glossed-call.ts";
import { type OfferedInEnglish, ToolsInEnglish } from "./glossing/offered-in-english.ts";
import type { LabelClassifier } from "./labels/classifier.ts";
import type { WorkerClient } from "./worker/worker-client.ts";

/** Enough to hear every tool or class that has an example near the text. */
const NEIGHBOURS = 12;

/** As sure as anybody is who does not know the language. */
const UNREAD_CONFIDENCE = 0.2;
const NOT_READ: DraftCall = {
  tool: null,
  parameters: {},
  confidence: UNREAD_CONFIDENCE,
  spans: {},
  dependsOnClock: false,
  usedMemories: [],
  text: null,
};

/** What the model is asked for, in the English that its networks read, and laid back over what was said. */
export class Drafts {
  readonly #client: Pick<WorkerClient, "call">;
  readonly #embedder: Embedder;
  readonly #classifier: LabelClassifier;
  readonly #tools = new ToolsInEnglish();
  readonly #examples: ExamplesInEnglish;

  constructor(client: Pick<WorkerClient, "call">, embedder: Embedder, classifier: LabelClassifier) {
    this.#client = client;
    this.#embedder = embedder;
    this.#classifier = classifier;
    this.#examples = new ExamplesInEnglish(embedder);
  }

  async call(request: CallRequest, signal: AbortSignal): Promise<DraftCall> {
    const { query, language = languageOf(query), mustCall = false } = request;
    // Nobody knows what was understood of it.
    if (!isRead(language) && !mustCall) return NOT_READ;
    const offered = await this.#tools.of(request.tools, request.app);
    const draft = await (isGlossed(language)
      ? this.#glossedCall(request, offered, language, signal)
      : this.#plainCall(request, offered, signal));
    return isRead(language) ? draft : { ...draft, confidence: Math.min(draft.confidence, UNREAD_CONFIDENCE) };
  }

  async #plainCall(request: CallRequest, offered: OfferedInEnglish, signal: AbortSignal): Promise<DraftCall> {
    if (!offered.isTranslated) return this.#englishCall(request, offered, signal);
    const { history, memories, tools } = request;
    const english = {
      ...request,
      history: await historyInEnglish(history, tools, offered),
      memories: await memoriesInEnglish(memories, offered),
    };
    return inNamesOfTools(await this.#englishCall(english, offered, signal), request, offered);
  }

  async #englishCall(
    { findSimilar, tools, taught = [], ...request }: CallRequest,
    { text }: OfferedInEnglish,
    signal: AbortSignal,
  ): Promise<DraftCall> {
    const { query, app, askedAgain } = request;
    const priority = askedAgain === "compared" ? "compared" : "interactive";
    // An only tool is compared with no other one.
    const embedded = tools.length > 1 ? this.#embedder.embed([query], priority, app, signal) : [];
    const [[vector = null], similar] = await Promise.all([embedded, findSimilar(query, NEIGHBOURS, signal)]);
    const byOwner = tools.flatMap(({ examples = [] }, tool) => (examples.length > 0 ? [tool] : []));
    return this.#client.call({ ...request, vector, tools: text, taught: [...byOwner, ...taught], similar }, signal);
  }

  /** The networks read the gloss; examples are looked up by what was said, too, which theirs may be in the same language as. */
  async #glossedCall(
    request: CallRequest,
    offered: OfferedInEnglish,
    language: GlossedLanguage,
    signal: AbortSignal,
  ): Promise<DraftCall> {
    const { query, findSimilar, history, memories, context, tools } = request;
    await openedFor(language);
    const words = offered.words();
    const gloss = glossAt(query, language, words, request.now);
    const glossing = { said: query, gloss, glossary: glossaryOf(language) };
    const english = {
      ...request,
      query: gloss.text,
      history: await historyInEnglish(history, tools, offered),
      memories: await memoriesInEnglish(memories, offered),
      context: context === null ? null : await inEnglish(context, words),
      findSimilar: this.#examples.finding(findSimilar, { said: query, language, words, app: request.app }),
    };
    const draft = laidBack(await this.#englishCall(english, offered, signal), glossing, request, offered);
    return { ...draft, dependsOnClock: draft.dependsOnClock || gloss.dependsOnClock };
  }

  async labels(request: ClassifyRequest, signal: AbortSignal): Promise<readonly DraftLabel[]> {
    const { text, language = languageOf(text) } = request;
    if (!isRead(language)) {
      const labels = await this.#classifier.classify(request, signal);
      return labels.map((label) => ({ ...label, confidence: Math.min(label.confidence, UNREAD_CONFIDENCE) }));
    }
    const { classes, words, exampleLanguage } = await classesInEnglish(request.classes);
    // Of examples in the same language more is learned than any gloss tells.
    if (!isGlossed(language) || exampleLanguage === language)
      return this.#classifier.classify({ ...request, classes }, signal);
    await openedFor(language);
    const gloss = labelGlossOf(text, language, words);
    const findSimilar = findingBoth(request.findSimilar, text, words);
    const labels = await this.#classifier.classify({ ...request, text: gloss.text, classes, findSimilar }, signal);
    const whole = { start: 0, end: text.length };
    // One label is the whole text's, whatever of it stands in the gloss.
    return labels.map((label) => ({
      ...label,
      span: labels.length === 1 ? whole : (placeOf(label.span, gloss) ?? whole),
    }));
  }
}
