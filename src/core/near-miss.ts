/** Up to this many wrong letters still look like a slip; for short words a third of their letters. */
const SLIPS_MAX = 3;

/** The one of `names` that was probably meant, or undefined when none is near. */
export function nearMiss(typed: string, names: Iterable<string>): string | undefined {
  const bound = Math.min(SLIPS_MAX, Math.max(1, Math.floor(typed.length / 3)));
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > bound) continue;
    const distance = slipsBetween(typed.toLowerCase(), name.toLowerCase());
    if (distance <= bound && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { name, distance };
  }
  return nearest?.name;
}

/** Letters to insert, leave out, change, or swap with their neighbour. */
export function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = one[row - 1] === other[column - 1] ? 0 : 1;
      let slips = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + changed);
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1);
      current.push(slips);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
