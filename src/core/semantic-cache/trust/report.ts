import type { ContentHash } from "../../json.ts";
import type {
  AnswerStore,
  AnswersOfContent,
  ReuseCount,
  ReuseMistake,
  ReuseRecordStore,
  SourceCount,
} from "../../ports/answers.ts";
import type { DefinitionStore } from "../../ports/definition-store.ts";
import type { AppId } from "../../tenant.ts";
import type { Path } from "../known-answer.ts";
import { AppBound, type Estimate, type Prior } from "./bound.ts";

/** Answers of one source, and what they saved. */
export type SourceReport = Omit<SourceCount, "contentHash">;

/** How good proposals of one path are in one tool or set of labels. */
export interface PathReport extends Estimate {
  /** The tool; empty for a classification set. */
  readonly name: string;
  readonly path: string;
}

/** The cache of one set. */
export interface SetReport {
  /** Null for what is left of sets that are gone. */
  readonly contentHash: ContentHash | null;
  /** The sets that have this content. */
  readonly signatures: readonly string[];
  readonly entries: number;
  readonly bytes: number;
  readonly sources: readonly SourceReport[];
  readonly paths: readonly PathReport[];
  /** Answers for other words that were wrong, newest first. */
  readonly mistakes: readonly ReuseMistake[];
}

export interface CacheReport {
  readonly app: AppId;
  readonly errorBound: number;
  readonly sets: readonly SetReport[];
}

export interface CacheReportsOptions {
  readonly answers: AnswerStore;
  readonly records: ReuseRecordStore;
  readonly definitions: DefinitionStore;
  readonly prior: Prior;
  readonly errorBound: number;
}

/** Mistakes shown of one app. */
const MISTAKES_SHOWN_MAX = 50;
const PAGE_SETS = 100;
const KINDS = ["toolset", "classification_set"] as const;

/** What the cache keeps, saves and gets wrong. Needs no model and no server. */
export class CacheReports {
  readonly #options: CacheReportsOptions;

  constructor(options: CacheReportsOptions) {
    this.#options = options;
  }

  async report(app: AppId): Promise<CacheReport> {
    const { answers, records } = this.#options;
    const [signatures, sizes, counts, sources, mistakes] = await Promise.all([
      this.#signatures(app),
      answers.sizes(app),
      records.counts(app),
      records.sources(app),
      records.mistakes(app, MISTAKES_SHOWN_MAX),
    ]);
    const bound = new AppBound(app, counts, this.#options);
    const known = [...sizes, ...counts, ...sources, ...mistakes].map(({ contentHash }) => contentHash);
    const hashes = new Set([...signatures.keys(), ...known]);
    const sets = [...hashes].map((contentHash) =>
      setReport(contentHash, { signatures, sizes, counts, sources, mistakes, bound }),
    );
    return { app, errorBound: this.#options.errorBound, sets };
  }

  /** By content. */
  async #signatures(app: AppId): Promise<ReadonlyMap<ContentHash, readonly string[]>> {
    const found = new Map<ContentHash, string[]>();
    for (const kind of KINDS) {
      let after: number | null = null;
      do {
        const page: { items: readonly { contentHash: ContentHash; signature: string }[]; next: number | null } =
          await this.#options.definitions.list(app, kind, { limit: PAGE_SETS, after });
        for (const { contentHash, signature } of page.items) {
          found.set(contentHash, [...(found.get(contentHash) ?? []), signature]);
        }
        after = page.next;
      } while (after !== null);
    }
    return found;
  }
}

interface Known {
  readonly signatures: ReadonlyMap<ContentHash, readonly string[]>;
  readonly sizes: readonly AnswersOfContent[];
  readonly counts: readonly ReuseCount[];
  readonly sources: readonly SourceCount[];
  readonly mistakes: readonly ReuseMistake[];
  readonly bound: AppBound;
}

function setReport(contentHash: ContentHash, known: Known): SetReport {
  const isHere = (one: { readonly contentHash: ContentHash }) => one.contentHash === contentHash;
  const size = known.sizes.find(isHere);
  const paths = new Map(
    known.counts.filter(isHere).map(({ name, path }) => [JSON.stringify([name, path]), { name, path }] as const),
  );
  return {
    contentHash: contentHash.startsWith("sha256:") ? contentHash : null,
    signatures: known.signatures.get(contentHash) ?? [],
    entries: size?.entries ?? 0,
    bytes: size?.bytes ?? 0,
    sources: known.sources.filter(isHere).map(({ contentHash: _, ...source }) => source),
    paths: [...paths.values()].map(({ name, path }) => {
      return { name, path, ...known.bound.estimate({ contentHash, name }, path as Path) };
    }),
    mistakes: known.mistakes.filter(isHere),
  };
}
