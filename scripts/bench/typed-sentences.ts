/** What is typed into examples/command-palette: begun unlike each other, so that no key asks what one of another sentence asked. */
const SENTENCES = [
  "please open the file notes.txt",
  "make it light",
  "jump to line 300 of this",
  "switch everything to dark",
  "can you show me readme.md",
  "bring the cursor to line 77",
  "let the editor be light again",
  "edit package.json",
  "I want to read line 12",
  "dark colours would be nice",
  "take me down to line 1024",
  "now load the file main.ts",
] as const;

/** Every text that stands there after a key, each once, in the order of the keys. */
export function typedSoFar(sentences: readonly string[] = SENTENCES): readonly string[] {
  const texts = sentences.flatMap((sentence) => [...sentence].map((_, end) => sentence.slice(0, end + 1).trim()));
  return [...new Set(texts)];
}
