/** What was read of the sentences of chats, for as long as they may go on: nobody keeps a chat, and each request has all of it. */
import { createHash } from "node:crypto";
import { FairCache } from "../fair-cache.ts";
import type { ChangeCounter } from "../ports/change-counter.ts";
import type { Clock } from "../ports/clock.ts";
import type { HistoryEntry } from "../ports/models.ts";
import type { CacheMode } from "../semantic-cache/question.ts";
import type { AppId } from "../tenant.ts";
import type { GivenCall } from "./given-resolution.ts";

/** Who is asked something answers within half an hour, or says it anew. */
const READING_MS_MAX = 30 * 60_000;
/** Of all apps together: some tens of thousands of sentences. What goes is read again. */
const READING_BYTES_MAX = 16 * 1024 * 1024;
/** A key, a time and the places in maps. */
const READING_OWN_BYTES = 256;
/** Strings in memory have two bytes a character at most. */
const CHARACTER_BYTES = 2;

/** The calls of a sentence, as far as a later sentence may go on with them. */
export type Reading = readonly Pick<GivenCall, "missingParameters" | "parameters" | "tool">[];

interface Kept {
  readonly reading: Reading;
  readonly atMs: number;
}

export interface ChatReadingsOptions {
  readonly changes: ChangeCounter;
  readonly clock: Pick<Clock, "monotonicMs">;
}

/** In memory alone. Sentences are not kept: a reading is found by the hash of all that it was made from. */
export class ChatReadings {
  readonly #options: ChatReadingsOptions;
  readonly #kept: FairCache<Kept>;

  constructor(options: ChatReadingsOptions) {
    this.#options = options;
    this.#kept = new FairCache({
      weightMax: READING_BYTES_MAX,
      weigh: ({ reading }) => READING_OWN_BYTES + CHARACTER_BYTES * JSON.stringify(reading).length,
      monotonicMs: () => options.clock.monotonicMs(),
    });
  }

  /**
   * Those of a chat. `around`: all that they depend on beside the sentence and its history, and beside what the app has registered:
   * after any change of that a sentence is read anew.
   */
  of(app: AppId, around: object, mode: CacheMode): ReadingsOfChat {
    const changes = this.#options.changes.of(app);
    const chat = digest({ around, changes });
    const keyOf = (said: string, history: readonly HistoryEntry[]) => digest({ chat, said, history });
    return {
      find: (said, history) => (mode.read ? this.#find(app, keyOf(said, history)) : null),
      keep: (said, history, reading) => {
        if (!mode.write) return;
        const kept = reading.map(({ tool, parameters, missingParameters }) => ({
          tool,
          parameters,
          missingParameters,
        }));
        this.#kept.set(app, keyOf(said, history), { reading: kept, atMs: this.#options.clock.monotonicMs() });
      },
    };
  }

  #find(app: AppId, key: string): Reading | null {
    const kept = this.#kept.get(app, key);
    if (!kept) return null;
    if (this.#options.clock.monotonicMs() - kept.atMs <= READING_MS_MAX) return kept.reading;
    this.#kept.delete(app, key);
    return null;
  }
}

export interface ReadingsOfChat {
  /** Null where the sentence was not read behind that history, or too long ago. */
  find(said: string, history: readonly HistoryEntry[]): Reading | null;
  keep(said: string, history: readonly HistoryEntry[], reading: Reading): void;
}

function digest(value: object): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64");
}
