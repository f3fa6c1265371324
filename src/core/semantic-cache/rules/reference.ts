import type { Place, Rule } from "./rule.ts";
import { RULES } from "./table.ts";

const HEAD = `# What the cache refuses

The semantic cache gives a known answer to other words only where none of these rules applies. Each is a doubt that can be named: where
one applies, the answer is not given, whatever its score. The first that applies, in this order, is the one that
\`X-Dragoman-Explain: cache\` shows, with the words of the first column. What is left is given a score, and is answered only within the
bound: [how the cache avoids wrong answers](../explanation/semantic-cache.md).

For each rule, and for each way in which it refuses, a test has a scenario that it alone stops. \`bun scripts/cache-rules.ts\` deletes the
rules one by one and demands that these fail.

The ways: *template* reads other values into the words of a known sentence. *Rewording* finds the values of a known sentence in other
words. *None* calls nothing, as for a like sentence that no tool fitted. *Label* gives a text the label of another one. A rule
for *all calls* looks at the sentence before anything is compared with it; it is shown as a refused rewording.

This page is made from the table in \`src/core/semantic-cache/rules/table.ts\`.
`;

const TABLE_HEAD = "| refused since | ways | why | id |\n| --- | --- | --- | --- |";

const WAYS: Readonly<Record<Place, string>> = {
  sentence: "all calls",
  template: "template",
  rewording: "rewording",
  candidate: "rewording",
  none: "none",
  label: "label",
};

/** `docs/reference/cache-rules.md`, from the table. A test compares the two. */
export function renderCacheRulesReference(): string {
  const rows = RULES.map((rule: Rule) => {
    const ways = (Object.keys(WAYS) as Place[])
      .filter((place) => rule[place] !== undefined)
      .map((place) => WAYS[place]);
    return `| ${rule.refuses} | ${ways.join(", ")} | ${rule.why} | \`${rule.id}\` |`;
  });
  return `${HEAD}\n${TABLE_HEAD}\n${rows.join("\n")}\n`;
}
