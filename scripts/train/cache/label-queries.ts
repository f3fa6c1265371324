/** What the cache makes of labelled texts, with few and with many of them known, and of pairs of paraphrases. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KnownLabels, type LabelCandidate } from "#core/semantic-cache/labels/known-labels.ts";
import type { IsWord } from "#core/semantic-cache/words/slips.ts";
import { linesOf } from "../../eval/data-sets.ts";
import { foldOf } from "./call-queries.ts";
import { NearestByScan, type SentenceVectors } from "./sentence-vectors.ts";

interface LabelledLine {
  readonly text: string;
  readonly label: string;
}

export interface LabelQuery {
  readonly set: string;
  readonly text: string;
  readonly fold: 0 | 1;
  readonly candidates: readonly (LabelCandidate & { readonly isRight: boolean })[];
}

const SETS = ["banking77", "clinc150"] as const;
/** Out of scope: no label of the set. */
const NO_LABEL = "oos";
/** Texts of a label that are known when a query comes. */
const KNOWN_PER_LABEL = [1, 3, 12] as const;
const ASKED_PER_LABEL = 13;
const NEIGHBOURS = 16;

/** `data` holds banking77.jsonl, clinc150.jsonl and gptcache_mock_pairs.json. */
export async function labelQueries(
  data: string,
  vectors: SentenceVectors,
  isWord: IsWord,
): Promise<readonly LabelQuery[]> {
  const queries: LabelQuery[] = [];
  for (const set of SETS) {
    const lines = shuffled(linesOf<LabelledLine>(join(data, `${set}.jsonl`))).filter(({ label }) => label !== NO_LABEL);
    const labels = [...new Set(lines.map(({ label }) => label))];
    const ofLabel = labels.map((label) => lines.filter((line) => line.label === label).map(({ text }) => text));
    const most = Math.max(...KNOWN_PER_LABEL);
    const asked = ofLabel.flatMap((texts, label) =>
      texts.slice(most, most + ASKED_PER_LABEL).map((text) => ({ text, label, fold: foldOf(text) })),
    );
    for (const count of KNOWN_PER_LABEL) {
      const known = ofLabel.flatMap((texts, label) => texts.slice(0, count).map((text) => ({ text, label })));
      queries.push(...(await queriesOf(`${set}/${count}`, known, asked, vectors, isWord)));
    }
  }
  return queries;
}

/** Every origin is known with an answer of its own, equal origins with one; every paraphrase is asked. */
export async function pairQueries(
  data: string,
  vectors: SentenceVectors,
  isWord: IsWord,
): Promise<readonly LabelQuery[]> {
  const file = readFileSync(join(data, "gptcache_mock_pairs.json"), "utf8");
  const pairs = JSON.parse(file) as readonly { readonly origin: string; readonly similar: string }[];
  const keyOf = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim();
  const origins = new Map(pairs.map(({ origin }) => [keyOf(origin), origin]));
  const keys = [...origins.keys()];
  const known = keys.map((key, label) => ({ text: origins.get(key) ?? "", label }));
  const asked = pairs.map(({ origin, similar }) => {
    const label = keys.indexOf(keyOf(origin));
    return { text: similar, label, fold: (label % 2) as 0 | 1 };
  });
  return queriesOf("pairs", known, asked, vectors, isWord);
}

async function queriesOf(
  set: string,
  known: readonly { readonly text: string; readonly label: number }[],
  asked: readonly { readonly text: string; readonly label: number; readonly fold: 0 | 1 }[],
  vectors: SentenceVectors,
  isWord: IsWord,
): Promise<readonly LabelQuery[]> {
  const index = new NearestByScan();
  const labels = new KnownLabels({ findNearest: (vector, count) => index.nearest(vector, count), isWord });
  for (const [id, { text, label }] of known.entries()) {
    const vector = await vectors.of(text);
    index.add(id, vector);
    labels.add({ id, text, vector, answeredAt: 0, class: label });
  }
  const queries: LabelQuery[] = [];
  for (const { text, label, fold } of asked) {
    const { candidates } = labels.candidates(text, index.nearest(await vectors.of(text), NEIGHBOURS));
    const judged = candidates.map((candidate) => ({ ...candidate, isRight: candidate.class === label }));
    queries.push({ set, text, fold, candidates: judged });
  }
  return queries;
}

/** In an order that hangs on the texts alone. */
function shuffled<Line extends LabelledLine>(lines: readonly Line[]): readonly Line[] {
  const keyed = lines.map((line) => ({ line, key: Bun.hash.wyhash(line.text) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ line }) => line);
}
