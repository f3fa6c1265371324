/** What the networks share that read marked words. */
import { TOKENIZER_PATH, WORD_VECTORS_PATH } from "./network-files.ts";
import { PLAIN_WEIGHTS } from "./packed-weights.ts";
import { WordVectors } from "./word-vectors.ts";
import { WordPiece } from "./wordpiece.ts";

export interface WordReading {
  readonly tokenizer: WordPiece;
  readonly words: WordVectors;
}

/** Both out of the executable. */
export async function openWordReading(weights = PLAIN_WEIGHTS): Promise<WordReading> {
  const tokenizer = new WordPiece(await Bun.file(TOKENIZER_PATH).json());
  return { tokenizer, words: new WordVectors(await weights.read(WORD_VECTORS_PATH)) };
}
