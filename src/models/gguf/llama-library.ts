/** llama.cpp, unpacked and started when the first model wants it. Only what is used of its driver is declared. */
import { join } from "node:path";
import { folderOf, loadAddon } from "../packed-addon.ts";
import { LLAMA_BUILD, LLAMA_LIBRARIES, LLAMA_PLATFORM, loadDriver } from "./packed-llama.ts";

export interface TokenMeter {
  getState(): object;
  diff(earlier: object): { readonly usedOutputTokens: number };
}

export interface ChatEntry {
  readonly type: "system" | "user" | "model";
  readonly text?: string;
  readonly response?: readonly string[];
}

export interface ChatWrapper {
  generateContextState(about: { readonly chatHistory: readonly ChatEntry[] }): {
    readonly contextText: { tokenize(tokenizer: unknown): readonly number[] };
  };
}

/** Opaque: made of text, handed to a chat. */
export type Grammar = object;

/** One conversation inside a context. */
export interface Sequence {
  readonly tokenMeter: TokenMeter;
  /** How many tokens it has read. */
  readonly nextTokenIndex: number;
  /** Forgets what does not begin like these. */
  adaptStateToTokens(tokens: readonly number[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>;
}

export interface Chat {
  generateResponse(
    history: readonly ChatEntry[],
    options: {
      readonly grammar?: Grammar;
      readonly maxTokens: number;
      readonly temperature: number;
      readonly seed: number;
      readonly signal: AbortSignal;
    },
  ): Promise<{ readonly response: string; readonly metadata: { readonly stopReason: string } }>;
}

export interface Context {
  getSequence(): Sequence;
}

export interface ContextSize {
  /** Of each sequence. */
  readonly contextSize: number;
  readonly sequences: number;
  readonly batchSize: number;
}

export interface Model {
  readonly tokenizer: unknown;
  readonly trainContextSize: number;
  readonly fileInsights: {
    estimateContextResourceRequirements(
      wanted: ContextSize & { readonly modelGpuLayers: number },
    ): Promise<{ readonly cpuRam: number }>;
  };
  createContext(options: ContextSize & { readonly threads: number }): Promise<Context>;
  dispose(): Promise<void>;
}

interface Llama {
  loadModel(options: {
    readonly modelPath: string;
    readonly gpuLayers: number;
    readonly loadSignal: AbortSignal;
  }): Promise<Model>;
  createGrammar(options: { readonly grammar: string }): Promise<Grammar>;
  maxThreads: number;
}

interface Driver {
  readonly Llama: { _create(options: object): Promise<Llama> };
  readonly LlamaChat: new (options: { readonly contextSequence: Sequence; readonly chatWrapper: ChatWrapper }) => Chat;
  readonly resolveChatWrapper: (model: Model) => ChatWrapper;
}

export interface LlamaLibrary {
  loadModel(path: string, signal: AbortSignal): Promise<Model>;
  createGrammar(text: string): Promise<Grammar>;
  /** How the model wants a conversation written, by the template in its file. Takes half a second. */
  chatWrapperOf(model: Model): ChatWrapper;
  openChat(sequence: Sequence, chatWrapper: ChatWrapper): Chat;
  /** What it complained of since the last model was begun to be loaded, the latest last. */
  complaints(): readonly string[];
}

const COMPLAINTS_MAX = 5;

/** By the folder that it was unpacked to: the libraries are loaded once, however many models there are. */
const opened = new Map<string, Promise<LlamaLibrary>>();

/**
 * Unpacks and starts it where that was not done before. Nothing is downloaded or compiled, and no other program is started.
 * Rejects with an Error for people: a folder that cannot be used, a platform without libraries.
 */
export function openLlamaLibrary(runtimeDir: string): Promise<LlamaLibrary> {
  const known = opened.get(runtimeDir) ?? start(runtimeDir);
  opened.set(runtimeDir, known);
  known.catch(() => opened.delete(runtimeDir));
  return known;
}

async function start(runtimeDir: string): Promise<LlamaLibrary> {
  if (LLAMA_LIBRARIES === null) {
    throw new Error(
      `this program was built without llama.cpp for ${LLAMA_PLATFORM}: use provider = "llama-server" with a llama-server of your own`,
    );
  }
  const bindings = loadAddon(LLAMA_LIBRARIES, runtimeDir);
  const { Llama, LlamaChat, resolveChatWrapper } = (await loadDriver()) as Driver;
  const complaints: string[] = [];
  const llama = await Llama._create({
    bindings,
    // The builds for the processors lie beside it, and the fitting one is chosen by looking there.
    bindingPath: join(folderOf(LLAMA_LIBRARIES, runtimeDir), LLAMA_LIBRARIES.archives[0]?.files[0]?.name ?? ""),
    buildType: "prebuilt",
    buildMetadata: LLAMA_BUILD,
    logLevel: "error",
    logger: (_level: string, message: string) => {
      complaints.push(message.trim());
      if (complaints.length > COMPLAINTS_MAX) complaints.shift();
    },
    vramPadding: 0,
    ramPadding: 0,
    // Each model brings its own number; together they may have more.
    maxThreads: 0,
    debug: false,
    numa: false,
    tempDir: false,
  });
  return {
    loadModel: (modelPath, loadSignal) => {
      complaints.length = 0;
      return llama.loadModel({ modelPath, gpuLayers: 0, loadSignal });
    },
    createGrammar: (grammar) => llama.createGrammar({ grammar }),
    chatWrapperOf: resolveChatWrapper,
    openChat: (contextSequence, chatWrapper) => new LlamaChat({ contextSequence, chatWrapper }),
    complaints: () => complaints,
  };
}
