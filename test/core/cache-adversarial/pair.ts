/** What differs, then rows of: tool, the sentence that is known, the sentence that is asked. See notation.ts. */
export type PairsByDifference = Readonly<
  Record<string, readonly (readonly [tool: string, known: string, asked: string])[]>
>;
