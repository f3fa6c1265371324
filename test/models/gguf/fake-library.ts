/** llama.cpp's place, for a model that reads letters as tokens and answers when it is told. */
import type { Chat, ChatEntry, LlamaLibrary, Model, Sequence } from "#models/gguf/llama-library.ts";

type GenerateOptions = Parameters<Chat["generateResponse"]>[1];

export interface Generating {
  readonly history: readonly ChatEntry[];
  readonly options: GenerateOptions;
  /** Which of the places it has. */
  readonly seat: number;
  readonly answer: (text: string, stopReason?: string) => void;
}

export class FakeLibrary implements LlamaLibrary {
  /** What is being answered, and was, in order. */
  readonly generating: Generating[] = [];
  /** Tokens that each place read, apart from those it had read before. */
  readonly read: number[] = [];
  readonly grammars: string[] = [];
  isDisposed = false;
  #seats = 0;

  async loadModel(): Promise<Model> {
    return {
      tokenizer: null,
      trainContextSize: 1_000,
      fileInsights: { estimateContextResourceRequirements: async () => ({ cpuRam: 1 }) },
      createContext: async () => ({ getSequence: () => this.#sequence() }),
      dispose: async () => {
        this.isDisposed = true;
      },
    };
  }

  async createGrammar(text: string): Promise<object> {
    this.grammars.push(text);
    return { text };
  }

  chatWrapperOf() {
    return {
      generateContextState: ({ chatHistory }: { readonly chatHistory: readonly ChatEntry[] }) => {
        const said = chatHistory.map(({ text, response }) => text ?? response?.join("") ?? "").join("\n");
        return { contextText: { tokenize: () => [...said].map((letter) => letter.codePointAt(0) ?? 0) } };
      },
    };
  }

  openChat(sequence: Sequence): Chat {
    const seat = (sequence as FakeSequence).seat;
    return {
      generateResponse: (history, options) =>
        new Promise((resolve, reject) => {
          options.signal.addEventListener("abort", () => reject(options.signal.reason), { once: true });
          const answer = (text: string, stopReason = "eogToken") =>
            resolve({ response: text, metadata: { stopReason } });
          this.generating.push({ history, options, seat, answer });
        }),
    };
  }

  complaints(): readonly string[] {
    return [];
  }

  #sequence(): FakeSequence {
    const seat = this.#seats++;
    this.read[seat] = 0;
    const sequence = {
      seat,
      nextTokenIndex: 0,
      tokenMeter: { getState: () => ({}), diff: () => ({ usedOutputTokens: 7 }) },
      known: [] as readonly number[],
      async adaptStateToTokens(tokens: readonly number[]) {
        const different = tokens.findIndex((token, index) => token !== sequence.known[index]);
        sequence.nextTokenIndex = different < 0 ? tokens.length : different;
        sequence.known = tokens;
      },
      evaluateWithoutGeneratingNewTokens: async (tokens: readonly number[]) => {
        this.read[seat] = (this.read[seat] ?? 0) + tokens.length;
        await Bun.sleep(1);
      },
    };
    return sequence;
  }
}

interface FakeSequence extends Sequence {
  readonly seat: number;
}
