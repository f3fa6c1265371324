import type { Bill } from "../route.ts";

/** What is filled in when an answer is sent. */
export interface Fillings extends Bill {
  /** Of the answer in the cache. */
  readonly ageSeconds: number;
}

/** JSON text in which some numbers are missing. */
export interface TextWithHoles {
  /** Characters of what is not filled in. */
  readonly length: number;
  filled(fillings: Fillings): string;
}

/** Numbers that nobody writes, one for each hole: whole, exact, and all of one length. */
const MARKS: Readonly<Record<keyof Fillings, number>> = {
  ageSeconds: 8_374_650_912_837_401,
  latencyMs: 8_374_650_912_837_402,
  requestsUsed: 8_374_650_912_837_403,
  requestsRemaining: 8_374_650_912_837_404,
};
const ANY_MARK = new RegExp(`(${Object.values(MARKS).join("|")})`);
const HOLES: ReadonlyMap<string, keyof Fillings> = new Map(
  Object.entries(MARKS).map(([hole, mark]) => [String(mark), hole as keyof Fillings]),
);

/**
 * `body` as JSON, made once. Null where a mark stands in it twice or not at all: somebody does write such a number, and what
 * stands where is not certain.
 */
export function textWithHoles(body: (bill: Bill, ageSeconds: number) => unknown): TextWithHoles | null {
  const { ageSeconds, ...bill } = MARKS;
  // Every second piece is a mark.
  const pieces = JSON.stringify(body(bill, ageSeconds)).split(ANY_MARK);
  const holes = pieces.filter((_, index) => index % 2 === 1).map((mark) => HOLES.get(mark) as keyof Fillings);
  if (holes.length !== HOLES.size || new Set(holes).size !== HOLES.size) return null;
  const between = pieces.filter((_, index) => index % 2 === 0);
  const [first = ""] = between;
  return {
    length: between.reduce((sum, piece) => sum + piece.length, 0),
    filled: (fillings) => {
      let text = first;
      for (let index = 0; index < holes.length; index += 1) {
        text += fillings[holes[index] as keyof Fillings] + (between[index + 1] as string);
      }
      return text;
    },
  };
}
