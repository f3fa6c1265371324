/**
 * Adds vectors and saves the index until it is killed, and says on stdout after each save how many were in it. Started by
 * neighbours-saved.test.ts with the folder of the indexes, that of the library, and the number of vectors to begin with.
 */
import { writeSync } from "node:fs";
import { HnswIndex } from "#storage/embedded/hnsw-index.ts";
import { loadHnswLibrary } from "#storage/embedded/hnsw-library.ts";
import { SavedGraphs } from "#storage/embedded/saved-graphs.ts";
import { numberedVector } from "./neighbour-vectors.ts";

const [folder, runtimeDir, first] = process.argv.slice(2) as [string, string, string];
const library = loadHnswLibrary(runtimeDir);
if (!library) throw new Error("the native library is not there");
const saved = new SavedGraphs({ library, folder, log: (message) => writeSync(2, `${message}\n`) });
const index = new HnswIndex(library, 16, null, 100);
for (let size = Number(first); ; size += 300) {
  for (let id = index.size; id < size; id += 1) index.add(id, numberedVector(16, id));
  await saved.save("ours", index);
  writeSync(1, `${size}\n`);
}
