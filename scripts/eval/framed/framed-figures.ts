/** What is counted of orders in frames: what was carried out though nobody asked, and what was not though somebody did. */
import type { Share } from "#core/examination/statistics.ts";
import type { Judged } from "../everyday-figures.ts";
import { crossedShareOf } from "../statistics.ts";
import type { Frame, FrameFile } from "./frames.ts";

/** From here on an answer says of itself that it is sure. */
const SURE_MIN = 0.8;

/** One frame, and what became of each order in it; the orders are the same for all frames, in the same order. */
export interface AskedFrame {
  readonly frame: Frame;
  readonly judged: readonly Judged[];
}

/** Frames of one kind, or all in which somebody asks or nobody does. */
export interface FramedRow {
  readonly asks: boolean;
  /** Null for all kinds together. */
  readonly kind: string | null;
  readonly frames: number;
  readonly questions: number;
  /** Shares of the questions, by what was counted; 0–1. */
  readonly shares: Readonly<Record<string, Share | null>>;
}

const isCarriedOut = ({ confidence }: Judged) => confidence !== null;
const isSure = ({ confidence }: Judged) => confidence !== null && confidence >= SURE_MIN;
const SURE = `at confidence ${SURE_MIN} or more`;
const MEASURES = {
  nobody: { "carried out": isCarriedOut, [`carried out ${SURE}`]: isSure },
  somebody: {
    "carried out as the bare order": ({ judgement }) => judgement === "right",
    "another call": ({ judgement }) => judgement === "wrong",
    "asked back": ({ judgement }) => judgement === "asked",
    none: ({ judgement }) => judgement === "none",
  },
} satisfies Readonly<Record<string, Readonly<Record<string, (judged: Judged) => boolean>>>>;

/**
 * The totals where nobody asks and where somebody does; with `byKind` each followed by its kinds, in the order of the
 * alphabet, if the frames may be looked into.
 */
export function framedRows(file: FrameFile, asked: readonly AskedFrame[], byKind: boolean): readonly FramedRow[] {
  const isOpen = byKind && file === "seen";
  return [false, true].flatMap((asks) => {
    const own = asked.filter(({ frame }) => frame.asks === asks);
    const kinds = [...Map.groupBy(own, ({ frame }) => frame.kind)].sort(([one], [other]) => (one < other ? -1 : 1));
    return [rowOf(asks, null, own), ...(isOpen ? kinds.map(([kind, some]) => rowOf(asks, kind, some)) : [])];
  });
}

function rowOf(asks: boolean, kind: string | null, asked: readonly AskedFrame[]): FramedRow {
  const measures: Readonly<Record<string, (judged: Judged) => boolean>> = asks ? MEASURES.somebody : MEASURES.nobody;
  const shares = Object.entries(measures).map(([name, isCounted]) => [
    name,
    crossedShareOf(asked.map(({ judged }) => judged.map(isCounted))),
  ]);
  return {
    asks,
    kind,
    frames: asked.length,
    questions: asked.reduce((sum, { judged }) => sum + judged.length, 0),
    shares: Object.fromEntries(shares) as FramedRow["shares"],
  };
}

/** A table for where nobody asks, and one for where somebody does. */
export function framedMarkdown(file: FrameFile, rows: readonly FramedRow[]): string {
  const tables = [
    ["nobody asks", rows.filter(({ asks }) => !asks)],
    ["somebody asks", rows.filter(({ asks }) => asks)],
  ] as const;
  return tables
    .map(([title, own]) => {
      const measures = Object.keys(own[0]?.shares ?? {});
      const head = [`${file}: ${title}`, "frames", "questions", ...measures.map((name) => `${name}, %`)];
      const cells = own.map(({ kind, frames, questions, shares }) =>
        row([
          kind ?? "all",
          String(frames),
          String(questions),
          ...measures.map((name) => cellOf(shares[name] ?? null)),
        ]),
      );
      return [row(head), row(head.map(() => "---")), ...cells, ""].join("\n");
    })
    .join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function cellOf(share: Share | null): string {
  if (share === null) return "–";
  const [value, low, high] = [share.share, share.low, share.high].map((one) => (100 * one).toFixed(1));
  return `${value} (${low}–${high})`;
}
