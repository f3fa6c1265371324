/**
 * Packs the word lists of Wiktionary into `data/glossaries/`: of each language the words, and of each word the English ones that
 * people say to software, the commonest first. `--data FOLDER` holds `train/`: docs/how-to/measure.md says what is in it and
 * where it is published.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { englishCounts } from "./english-counts.ts";
import { type Sense, sensesFrom } from "./word-lists.ts";

const OUT = join(import.meta.dir, "../../data/glossaries");

/** The lists of each language. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  de: ["en-de"],
  es: ["es-en", "en-es"],
  fr: ["fr-en"],
  it: ["en-it"],
  nl: ["en-nl"],
};

/** More English words for one say no more. */
const GLOSSES_MAX = 10;
/** How much an English word's being common counts beside how many senses say it. */
const COMMONNESS = 0.35;
/**
 * A word that none of some 100,000 requests and descriptions says is hardly what anybody means who asks software for something: it
 * stands behind the others, for sets that say it themselves.
 */
const COUNT_MIN = 2;
const LEVEL = 19;

/** Whether it is one word in small letters: what is longer, or a name, no set says. */
function isPlain(gloss: string): boolean {
  return /^[a-z'-]+[~^]?$/.test(gloss);
}

/** `word<TAB>gloss|gloss~|gloss^`: a verb ends with a tilde, what is mostly an adjective with a circumflex. */
function linesOf(senses: readonly Sense[], counts: ReadonlyMap<string, number>): readonly string[] {
  const commonness = (gloss: string) =>
    Math.min(
      ...gloss
        .toLowerCase()
        .split(/[\s-]+/)
        .map((word) => counts.get(word) ?? 0),
    );
  return [...Map.groupBy(senses, ({ word }) => word)]
    .flatMap(([word, own]) => {
      const glosses = [...Map.groupBy(own, ({ gloss, isVerb }) => gloss + (isVerb ? "~" : ""))]
        .map(([gloss, all]) => {
          const count = commonness(gloss.replace("~", ""));
          const said = all.reduce((sum, { weight }) => sum + weight, 0);
          const ofThing = all.reduce((sum, { isAdjective, weight }) => sum + (isAdjective ? weight : -weight), 0);
          return {
            gloss: ofThing > 0 ? `${gloss}^` : gloss,
            isRare: count < COUNT_MIN,
            weight: said * (1 + COMMONNESS * Math.log(Math.max(1, count))),
          };
        })
        .filter(({ gloss, isRare }) => !isRare || isPlain(gloss))
        .toSorted((one, other) => Number(one.isRare) - Number(other.isRare) || other.weight - one.weight)
        .slice(0, GLOSSES_MAX)
        .map(({ gloss }) => gloss);
      return glosses.length === 0 ? [] : [`${word}\t${glosses.join("|")}`];
    })
    .toSorted();
}

const { values } = parseArgs({ args: process.argv.slice(2), options: { data: { type: "string" } } });
if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
const train = join(values.data, "train");
const counts = englishCounts(train);
mkdirSync(OUT, { recursive: true });
for (const [language, lists] of Object.entries(LISTS)) {
  const senses = lists.flatMap((list) => {
    const packed = readFileSync(join(train, "dictionaries", `${list}.txt.gz`));
    return sensesFrom(Buffer.from(Bun.gunzipSync(packed)).toString("utf8"), list.startsWith("en-"));
  });
  const lines = linesOf(senses, counts);
  const packed = Bun.zstdCompressSync(lines.join("\n"), { level: LEVEL });
  writeFileSync(join(OUT, `${language}.zst`), packed);
  console.log(`${language}: ${lines.length} words, ${(packed.byteLength / 1_000).toFixed(0)} kB`);
}
