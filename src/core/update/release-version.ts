/** Versions of the program as semver.org 2.0.0 orders them; what stands behind `+` counts for nothing. */

const FORM = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,64}))?(?:\+[0-9A-Za-z.-]{1,64})?$/;

export function isReleaseVersion(text: string): boolean {
  return FORM.test(text);
}

/** Below 0 where `one` is older, above 0 where it is newer. Both are versions. */
export function compareVersions(one: string, other: string): number {
  const [, ...mine] = FORM.exec(one) ?? [];
  const [, ...theirs] = FORM.exec(other) ?? [];
  for (const index of [0, 1, 2]) {
    const difference = Number(mine[index]) - Number(theirs[index]);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(mine[3], theirs[3]);
}

/** A version comes after everything that leads to it. */
function comparePrereleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const [mine, theirs] = [one.split("."), other.split(".")];
  for (let index = 0; index < Math.max(mine.length, theirs.length); index += 1) {
    const [left, right] = [mine[index], theirs[index]];
    if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
    const difference = compareParts(left, right);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Numbers by their size and before words; words by their characters. */
function compareParts(one: string, other: string): number {
  const areNumbers = [one, other].map((part) => /^\d+$/.test(part));
  if (areNumbers[0] && areNumbers[1]) return Number(one) - Number(other);
  if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}
