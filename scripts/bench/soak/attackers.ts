/**
 * The app that attacks, a process of its own: `bun attackers.ts URL TOKEN SECONDS WORDS`. All floods with these words in their
 * name at once, for so long; at the end a line of JSON: of each flood, how often what came of it. Whoever wastes work is refused everything until the minute is
 * over, so in every second minute only that is sent which succeeds.
 */
import { FLOODS, type Flood } from "./floods.ts";

const [url = "", token = "", seconds = "60", words = ""] = process.argv.slice(2);
const endAt = performance.now() + 1_000 * Number(seconds);
const came: Record<string, Record<string, number>> = {};
/** A client that was refused: more often it would only keep itself busy. */
const REFUSED_PAUSE_MS = 100;
let number = 0;

const MINUTE_MS = 60_000;
const startedAt = performance.now();
/** The first minute, and every second one after it. */
const isOfWaste = () => Math.floor((performance.now() - startedAt) / MINUTE_MS) % 2 === 0;

async function flood({ name, pauseMs, isWasted, send }: Flood): Promise<void> {
  came[name] ??= {};
  const counts = came[name];
  while (performance.now() < endAt) {
    if (isWasted && !isOfWaste()) {
      await Bun.sleep(1_000);
      continue;
    }
    number += 1;
    const outcome = await send({ url, token }, number);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    await Bun.sleep(outcome === "429" ? Math.max(pauseMs, REFUSED_PAUSE_MS) : pauseMs);
  }
}

const over = Promise.all(
  FLOODS.filter(({ name }) => name.includes(words)).flatMap((each) =>
    Array.from({ length: each.together }, () => flood(each)),
  ),
);
// What is under way then is given up with the process.
await Promise.race([over, Bun.sleep(1_000 * Number(seconds))]);
process.stdout.write(`${JSON.stringify(came)}\n`);
process.exit(0);
