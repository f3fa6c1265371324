import { join } from "node:path";

/** Where the recorder writes what the suite has seen: one key a line, see `DocumentedAnswers.keys`. */
export const SEEN_FILE = join(import.meta.dir, "../../dist/openapi-seen.txt");
