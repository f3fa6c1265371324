import { readFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = join(import.meta.dir, "../../docs/reference/contract.md");

/** A sentence of the contract, by the letter of its section and its number there. */
export type ClauseId = `${"A" | "B" | "C" | "E" | "F" | "K" | "L" | "M" | "O" | "Q" | "R" | "T"}-${number}`;

/** Every id in `docs/reference/contract.md`, in its order. The page is the only list of them. */
export const CLAUSES: readonly string[] = readFileSync(PAGE, "utf8")
  .split("\n")
  .flatMap((line) => /^\| ([A-Z]-\d+) \| .+ \| [^|]+ \|$/.exec(line)?.[1] ?? []);

const KNOWN: ReadonlySet<string> = new Set(CLAUSES);

/** Throws for an id that the contract does not have: a row that shows no sentence of it shows nothing. */
export function checkClause(id: string): void {
  if (!KNOWN.has(id)) throw new Error(`docs/reference/contract.md has no clause ${id}`);
}
