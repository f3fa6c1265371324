import { codePointsIn } from "../text.ts";

/** What `checkedText` refuses. */
const FORBIDDEN = /[^\P{Cc}\t\n]|\p{Surrogate}/gu;

/** The text without what no text may have, and no longer than `charactersMax` code points. Never throws. */
export function fittingText(text: string, charactersMax: number): string {
  const clean = text.replace(/\r\n?/g, "\n").replace(FORBIDDEN, "").normalize("NFC").trim();
  if (codePointsIn(clean) <= charactersMax) return clean;
  return `${[...clean].slice(0, charactersMax - 1).join("")}…`;
}
