/** The Python client without `async` is the one with it, said otherwise: one is written, and the other follows. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ASYNC_FOLDER = "clients/python/src/dragoman_client/_async";
export const SYNC_FOLDER = "clients/python/src/dragoman_client/_sync";

const HEAD = "# Made from _async by scripts/clients/generate.ts: change the module there and run it again.\n";
/** In this order. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\basync (?=def|with|for)/g, ""],
  [/\bawait /g, ""],
  [/\bAsyncGenerator, Awaitable, Callable\b/g, "Callable, Generator"],
  [/\bAwaitable, /g, ""],
  [/\bAwaitable\[([\w.]+(?: \| \w+)*)\]/g, "$1"],
  [/(?<=\b_?)Async(?=[A-Z])/g, ""],
  [/\b__aenter__\b/g, "__enter__"],
  [/\b__aexit__\b/g, "__exit__"],
  [/\b__aiter__\b/g, "__iter__"],
  [/\b__anext__\b/g, "__next__"],
  [/\bStopAsyncIteration\b/g, "StopIteration"],
  [/\baclose\b/g, "close"],
  [/\baiter_bytes\b/g, "iter_bytes"],
  [/\baread\b/g, "read"],
  [/\b_async\b/g, "_sync"],
  [/\basync_(?=\w)/g, ""],
];

/** Each module by its name, as it ought to be. */
export function synchronousModules(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".py"));
  return Object.fromEntries(names.map((name) => [name, synchronous(readFileSync(join(folder, name), "utf8"))]));
}

function synchronous(module: string): string {
  return HEAD + WORDS.reduce((text, [word, instead]) => text.replaceAll(word, instead), module);
}
