/** The deeds that tools are for, and the words in which people ask for them: "call off" is said to what cancels. */
import { humanised } from "./words.ts";

/**
 * Each line: words for deeds of one kind. Not synonyms, as those of options are: "pay" and "send" are the same to a tool that is
 * one of six. Words that stand apart in a sentence ("turn the radio off") are joined by "…".
 */
const KINDS = `
add|create|make|new|insert|register|generate|compose|set up|start|begin|put
delete|remove|erase|get rid of|clear|wipe|trash|discard|purge|throw away|throw out|bin|drop
cancel|call off|revoke|withdraw|undo|drop
send|transfer|forward|pay|wire|mail|email|text|message|share|give|deliver|tell|let … know|write
activate|enable|turn … on|switch … on|power … on|start|launch|resume
deactivate|disable|turn … off|switch … off|power … off|shut … down|stop|kill|halt|pause|end
increase|raise|turn … up|up|brighten|louder|warmer|higher|more
decrease|lower|reduce|turn … down|down|dim|quieter|cooler|softer|less
open|unlock|unblock
close|lock|shut|block|freeze
mute|silence|hush
book|reserve|schedule|arrange|plan|appointment|reservation
order|buy|purchase|get me|i'd like|i would like|i'll have|i'll take|can i have|can i get|can we have|can we get
change|update|edit|modify|rename|adjust|switch|set|make
move|shift|put|relocate
play|listen|watch|put on
skip|next
call|ring|phone|dial
refund|return|reimburse|money back
repair|fix|mend
record|log|track|note|save|write down|enter
convert|exchange|translate
assign|give|hand over
complete|finish|done|finished
join|sign … up|enrol|enroll|subscribe
`;
/** Words between the parts of "turn … off" at most. */
const APART_MAX = 4;

interface Kind {
  readonly anywhere: RegExp;
  readonly first: RegExp;
}

const kinds: readonly Kind[] = KINDS.trim()
  .split("\n")
  .map((line) => {
    const words = line.split("|").map(patternOf).join("|");
    return { anywhere: new RegExp(`\\b(?:${words})\\b`, "i"), first: new RegExp(`^\\W*(?:${words})\\b`, "i") };
  });

/** The verb may be inflected: "cancels", "booking", "dropped". */
function patternOf(words: string): string {
  const [verb = "", ...rest] = words.split(" ");
  const parts = rest.map((word) => (word === "…" ? `(?:\\s+\\S+){0,${APART_MAX}}?` : `\\s+${word}`));
  return `${verb.replace(/e$/, "")}(?:e?s|e|${verb.at(-1)}?(?:d|ed|ing))?${parts.join("")}`;
}

/** Whether the query says what the tool's name or description begins with, or another word for a deed of that kind. */
export function saysDeed(
  query: string,
  { name, description }: { readonly name: string; readonly description: string },
): boolean {
  const said = query.replaceAll("’", "'");
  const does = [humanised(name), description];
  return kinds.some(({ anywhere, first }) => does.some((text) => first.test(text)) && anywhere.test(said));
}
