import { type Invocation, misused } from "./command.ts";

/** A share that was typed, 0–1: `95%` or `0.95`. A bare 1 may be meant as either, and one of the two would let everything through. */
export function shareIn({ command, options }: Invocation, name: string): number | null {
  const text = options[name];
  if (text === undefined) return null;
  const [, number = "", percent = ""] = /^(\d{1,3}(?:\.\d{1,9})?)\s*(%?)$/.exec(text.trim()) ?? [];
  const share = percent === "%" ? Number(number) / 100 : Number(number);
  const isClear = number !== "" && share <= 1 && (percent === "%" || number === "0" || number.includes("."));
  if (isClear) return share;
  throw misused(`--${name} takes a share as 95% or 0.95, and "${text}" is none`, { see: command.name });
}
