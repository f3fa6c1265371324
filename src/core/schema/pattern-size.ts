/**
 * About how many steps a pattern compiles to: each character, class and anchor is one, and what stands under a repetition
 * counts as often as that may repeat it. One pass over the source, so that a pattern is known to be too large before
 * anything is made of it: `(.?){1000}` has ten characters and 4,000 steps, and one more level makes millions of them.
 */
export function patternSize(source: string): number {
  /** Steps of each open group; the one that a quantifier behind it repeats is on top. */
  const open: number[] = [0];
  /** Of what stands last: what a quantifier repeats. */
  let last = 0;
  let at = 0;
  const add = (steps: number) => {
    open[open.length - 1] = (open.at(-1) as number) + steps;
    last = steps;
  };
  while (at < source.length) {
    const quantifier = quantifierAt(source, at);
    if (quantifier) {
      // A quantifier takes a step of its own, also where it allows nothing at all.
      add(last * Math.max(0, quantifier.times - 1) + 1);
      last *= quantifier.times;
      at = quantifier.end;
    } else if (source[at] === "(") {
      open.push(1);
      at += 1;
    } else if (source[at] === ")") {
      const group = open.length > 1 ? (open.pop() as number) : 0;
      add(group + 1);
      at += 1;
    } else {
      add(1);
      at = endOfAtom(source, at);
    }
  }
  return open.reduce((sum, steps) => sum + steps, 0);
}

const COUNTED = /\{(\d{1,9})(,(\d{1,9})?)?\}\??/y;

function quantifierAt(source: string, at: number): { readonly times: number; readonly end: number } | null {
  if ("*+?".includes(source[at] as string)) return { times: 1, end: at + 1 };
  COUNTED.lastIndex = at;
  const counted = COUNTED.exec(source);
  if (!counted) return null;
  const [written, least = "0", , most] = counted;
  return { times: Math.max(Number(least), Number(most ?? 0), 1), end: at + written.length };
}

/** Behind an escape, a class in brackets, or a single character. */
function endOfAtom(source: string, at: number): number {
  if (source[at] === "\\") return at + 2;
  if (source[at] !== "[") return at + 1;
  // A bracket that stands first in its class belongs to it.
  let end = at + (source[at + 1] === "^" ? 2 : 1);
  if (source[end] === "]") end += 1;
  while (end < source.length && source[end] !== "]") end += source[end] === "\\" ? 2 : 1;
  return end + 1;
}
