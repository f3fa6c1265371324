/** Slips of the pen. */

/** Whether one letter is missing, too many or another, or two have changed places. */
export function isSlipOf(word: string, known: string): boolean {
  if (word[0] !== known[0] || Math.abs(word.length - known.length) > 1) return false;
  let from = 0;
  while (from < word.length && word[from] === known[from]) from += 1;
  const [rest, other] = [word.slice(from), known.slice(from)];
  if (word.length > known.length) return rest.slice(1) === other;
  if (word.length < known.length) return rest === other.slice(1);
  const isSwapped = rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2);
  return isSwapped || rest.slice(1) === other.slice(1);
}
