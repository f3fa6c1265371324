/** What only vectors show: tools and classes that are nearly the same, and examples that lie among another one's. */
import { dot } from "../vectors.ts";
import { type Findings, quoted } from "./findings.ts";
import type { Member } from "./members.ts";
import { folded, type Sharing } from "./shared-examples.ts";

/**
 * Chosen on sets that exist, so that good ones get few warnings (docs/measurements/linting.md has the counts): of tools the
 * likeness of what they say of themselves, of classes that of their examples' means.
 */
const TOOLS_ALIKE = 0.92;
const CLASSES_ALIKE = 0.9;
/** With fewer examples on either side, classes are compared by what they say of themselves. */
const TELLING_EXAMPLES_MIN = 5;
/** How much nearer an example is to another one than to its own without it. */
const CLAIMED_BY: Readonly<Record<Kind, number>> = { tools: 0.195, classes: 0.2 };

export type Kind = "classes" | "tools";

/** A member with its vectors, each of length one. */
export interface EmbeddedMember {
  readonly member: Member;
  readonly summary: Float32Array;
  /** Of its first examples, as far as they were embedded. */
  readonly examples: readonly Float32Array[];
}

/** Yields every millisecond or less. */
export function* checkLikeness(
  members: readonly EmbeddedMember[],
  kind: Kind,
  { excludes, shared }: Sharing,
  findings: Findings,
): Generator<void, void> {
  yield* checkAlike(members, kind, findings);
  if (excludes) yield* checkClaims(members, kind, shared, findings);
}

function* checkAlike(members: readonly EmbeddedMember[], kind: Kind, findings: Findings): Generator<void, void> {
  const means: (Float32Array | null)[] = [];
  for (const { examples } of members) {
    means.push(kind === "classes" && examples.length >= TELLING_EXAMPLES_MIN ? meanOf(examples) : null);
    yield;
  }
  const limit = kind === "tools" ? TOOLS_ALIKE : CLASSES_ALIKE;
  for (const [at, { member, summary }] of members.entries()) {
    for (let other = 0; other < at; other += 1) {
      const { member: earlier, summary: itsSummary } = members[other] as EmbeddedMember;
      const [mean, itsMean] = [means[at], means[other]];
      const likeness = mean && itsMean ? dot(mean, itsMean) : dot(summary, itsSummary);
      if (likeness < limit) continue;
      const where = earlier.place.set === member.place.set ? "" : ` of ${quoted(earlier.place.set)}`;
      const how = mean && itsMean ? "by their examples" : "by what they say";
      const message = `${quoted(member.name)} and ${quoted(earlier.name)}${where} are alike ${how}: ${likeness.toFixed(2)} of 1`;
      findings.add(kind === "tools" ? "tools_alike" : "classes_alike", member.place, message);
    }
    yield;
  }
}

interface Claim {
  readonly of: EmbeddedMember;
  readonly example: number;
  readonly by: EmbeddedMember;
  readonly own: number;
  readonly other: number;
}

function* checkClaims(
  members: readonly EmbeddedMember[],
  kind: Kind,
  shared: ReadonlySet<string>,
  findings: Findings,
): Generator<void, void> {
  const centres: Centre[] = [];
  for (const member of members) {
    centres.push(CENTRES[kind](member));
    yield;
  }
  const claims: Claim[] = [];
  for (const [at, of] of members.entries()) {
    for (const [example, vector] of of.examples.entries()) {
      // One that stands under both is told of already.
      if (shared.size > 0 && shared.has(folded(of.member.examples[example] ?? ""))) continue;
      const own = (centres[at] as Centre).own(vector);
      const best = nearestOther(centres, vector, at);
      const by = members[best.at];
      if (by && best.likeness - own >= CLAIMED_BY[kind]) claims.push({ of, example, by, own, other: best.likeness });
      yield;
    }
  }
  claims.sort((one, other) => other.other - other.own - (one.other - one.own));
  for (const claim of claims)
    findings.add("example_claimed", claim.of.member.placeOf(claim.example), claimMessage(claim));
}

function claimMessage({ of, example, by, own, other }: Claim): string {
  const text = quoted(of.member.examples[example] ?? "");
  const vector = of.examples[example] as Float32Array;
  const nearest = by.examples.reduce<{ likeness: number; at: number }>(
    (top, one, at) => (dot(one, vector) > top.likeness ? { likeness: dot(one, vector), at } : top),
    { likeness: Number.NEGATIVE_INFINITY, at: -1 },
  );
  const like = by.member.examples[nearest.at];
  const there = like === undefined ? "" : `; the nearest there is ${quoted(like)}`;
  const figures = `${other.toFixed(2)} against ${own.toFixed(2)}`;
  return `${text} of ${quoted(of.member.name)} is nearer to ${quoted(by.member.name)} than to its own (${figures})${there}`;
}

/** What an example's likeness to a member is measured by. */
interface Centre {
  /** The likeness is the product with it. */
  readonly vector: Float32Array;
  /** The likeness of one of its own examples, without itself. */
  own(example: Float32Array): number;
}

/**
 * Classes live by their examples: what they say of themselves counts for one. A tool has few examples, which said in slang lie far from each
 * other: what it says of itself counts for as much as all of them, and the more they scatter the less they count.
 */
const CENTRES: Readonly<Record<Kind, (member: EmbeddedMember) => Centre>> = {
  classes({ summary, examples }) {
    const sum = sumOf([summary, ...examples]);
    return { vector: unitOf(sum), own: (example) => likenessWithout(sum, example) };
  },
  tools({ summary, examples }) {
    const { length } = examples;
    if (length === 0) return { vector: summary, own: (example) => dot(summary, example) };
    const sum = sumOf(examples);
    const own = (example: Float32Array) => {
      const said = dot(summary, example);
      return length === 1 ? said : (said + (dot(sum, example) - 1) / (length - 1)) / 2;
    };
    return { vector: summary.map((value, d) => (value + (sum[d] as number) / length) / 2), own };
  },
};

function nearestOther(centres: readonly Centre[], example: Float32Array, own: number) {
  let best = { at: -1, likeness: Number.NEGATIVE_INFINITY };
  for (const [at, { vector }] of centres.entries()) {
    if (at === own) continue;
    const likeness = dot(vector, example);
    if (likeness > best.likeness) best = { at, likeness };
  }
  return best;
}

/** To the mean of what a sum was made of but for this vector; no likeness at all where nothing is left. */
function likenessWithout(sum: Float32Array, vector: Float32Array): number {
  const along = dot(sum, vector);
  const rest = Math.sqrt(Math.max(0, dot(sum, sum) - 2 * along + 1));
  return rest < 1e-6 ? 0 : (along - 1) / rest;
}

/** Of one vector at least. */
function sumOf([first = new Float32Array(), ...others]: readonly Float32Array[]): Float32Array {
  const sum = first.slice();
  for (const vector of others) for (let d = 0; d < sum.length; d += 1) (sum[d] as number) += vector[d] as number;
  return sum;
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  return unitOf(sumOf(vectors));
}

function unitOf(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}
