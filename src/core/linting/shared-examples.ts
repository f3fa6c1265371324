/** Sentences that are an example of several tools or classes. */
import { type Findings, quoted } from "./findings.ts";
import type { Member } from "./members.ts";

/** Where so many of a set's sentences stand under several classes that is meant: they do not exclude one another. */
const SHARED_SHARE_MIN = 0.1;
const SHARED_MIN = 5;

interface First {
  readonly member: Member;
  readonly example: number;
}

/** What a set's sentences say of its members. */
export interface Sharing {
  /** Whether a sentence belongs to one member alone. */
  readonly excludes: boolean;
  /** Sentences, folded, that were found to stand under two. */
  readonly shared: ReadonlySet<string>;
}

/** A step for each member. */
export function* checkSharedExamples(members: readonly Member[], findings: Findings): Generator<void, Sharing> {
  const first = new Map<string, First>();
  const shared: (First & { readonly also: First })[] = [];
  for (const member of members) {
    for (const [example, text] of member.examples.entries()) {
      const key = folded(text);
      const also = first.get(key);
      if (!also) first.set(key, { member, example });
      else if (also.member !== member) shared.push({ member, example, also });
    }
    yield;
  }
  if (shared.length >= Math.max(SHARED_MIN, SHARED_SHARE_MIN * first.size))
    return { excludes: false, shared: new Set() };
  for (const { member, example, also } of shared) {
    const text = quoted(member.examples[example] ?? "");
    const message = `${text} is an example of ${quoted(member.name)} and of ${quoted(also.member.name)}`;
    findings.add("example_in_two", member.placeOf(example), message);
  }
  return {
    excludes: true,
    shared: new Set(shared.map(({ member, example }) => folded(member.examples[example] ?? ""))),
  };
}

/** What people end sentences with. */
const MARKS = " .!?…";
const UNEVEN_SPACE = /\s\s|[^\S ]/;

/** Case, white space and marks at the end make no other sentence. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  const even = UNEVEN_SPACE.test(lower) ? lower.replace(/\s+/g, " ") : lower;
  let end = even.length;
  while (end > 0 && MARKS.includes(even.charAt(end - 1))) end -= 1;
  return even.slice(even.startsWith(" ") ? 1 : 0, end);
}
