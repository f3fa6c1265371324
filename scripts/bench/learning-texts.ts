/** Made-up texts of the length of what people ask a bank or a shop: the same every time, no two alike. */

const VERBS = ["cancel", "change", "track", "return", "renew", "refund", "confirm", "report", "book", "dispute"];
const THINGS =
  "card order parcel loan invoice password transfer subscription booking account ticket mortgage salary voucher statement".split(
    " ",
  );
const OPENINGS = ["how do i", "can you help me to", "what if i want to", "please", "is there a way to"];
const ENDINGS = ["this month", "from my phone", "without a fee", "while i am abroad", "again"];

/** `position`: 0–149. */
export function labelOf(position: number): string {
  return `${VERBS[position % VERBS.length]}_${THINGS[Math.floor(position / VERBS.length) % THINGS.length]}`;
}

/** Texts of different worlds, classes or indexes are never the same. */
export function exampleOf(world: number, position: number, index: number): string {
  const opening = OPENINGS[(index + position) % OPENINGS.length];
  const ending = ENDINGS[Math.floor(index / OPENINGS.length) % ENDINGS.length];
  return `${opening} ${labelOf(position).replace("_", " my ")} ${world * 1_000 + index} ${ending}`;
}
