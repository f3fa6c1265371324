/**
 * The ONNX runtime as WebAssembly, for systems that it has no native library for: the same answers but for the last digits, ten times
 * as slow (`docs/how-to/install.md` has the figures).
 *
 * Its own JavaScript interface answers with promises, and the embedded models ask in the middle of a reading: so its functions are
 * called as that interface calls them (onnxruntime-web, `lib/wasm/wasm-core-impl.ts`), in the build that runs on the thread that asks.
 */
import type { Tensor } from "onnxruntime-common";
import type { InferenceSession, OnnxRuntime } from "./inference-session.ts";
import { PLAIN_WEIGHTS } from "./packed-weights.ts";

/** Addresses are numbers of the module's memory; 0 is none. Of functions that give a status, 0 is well. */
export interface OrtModule {
  /** Another array after the memory has grown. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  _malloc(bytes: number): number;
  _free(address: number): void;
  stackSave(): number;
  stackRestore(stack: number): void;
  stackAlloc(bytes: number): number;
  setValue(address: number, value: number, type: "i32" | "*"): void;
  getValue(address: number, type: "i32" | "*"): number;
  UTF8ToString(address: number): string;
  _OrtInit(threads: number, logLevel: number): number;
  _OrtGetLastError(code: number, message: number): number;
  /** What the runtime has allocated and given away. */
  _OrtFree(address: number): number;
  _OrtCreateSessionOptions(
    graphOptimization: number,
    usesArena: boolean,
    usesPatterns: boolean,
    executionMode: number,
    isProfiled: boolean,
    profilePrefix: number,
    logId: number,
    logLevel: number,
    logVerbosity: number,
    optimizedPath: number,
  ): number;
  _OrtReleaseSessionOptions(options: number): number;
  _OrtCreateSession(model: number, bytes: number, options: number): number;
  _OrtCreateTensor(
    type: number,
    data: number,
    bytes: number,
    dims: number,
    dimsCount: number,
    location: number,
  ): number;
  _OrtGetTensorData(tensor: number, type: number, data: number, dims: number, dimsCount: number): number;
  _OrtReleaseTensor(tensor: number): number;
  _OrtRun(
    session: number,
    inputNames: number,
    inputs: number,
    inputsCount: number,
    outputNames: number,
    outputsCount: number,
    outputs: number,
    options: number,
  ): number;
}

/** Makes the module: what `dist/native/onnxruntime-glue.js` exports. */
export type OrtFactory = (options: {
  readonly numThreads: number;
  readonly wasmBinary: ArrayBuffer;
}) => Promise<OrtModule>;

const ADDRESS_BYTES = 4;
const LOG_ERRORS = 3;
/** "All", sequentially, in the memory of the processor: `OrtLoggingLevel` and friends of the C interface. */
const OPTIMIZE_ALL = 99;
const SEQUENTIAL = 0;
const ON_CPU = 1;
/** Of ONNX's `TensorProto.DataType`: what our networks take and give. */
const ELEMENTS = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9 } as const;

/** One module for all networks, made when the first is opened; that rejects with an Error in the runtime's words when it cannot be. */
export function openWasmRuntime(load: () => Promise<OrtModule>, weights = PLAIN_WEIGHTS): OnnxRuntime {
  let started: Promise<OrtModule> | null = null;
  return {
    async open(modelPath) {
      started ??= load().then((ort) => {
        check(ort, ort._OrtInit(1, LOG_ERRORS) === 0, "does not start");
        return ort;
      });
      const ort = await started;
      return weights.use(modelPath, (model) => opened(ort, new Uint8Array(model)));
    },
  };
}

function opened(ort: OrtModule, model: Uint8Array): InferenceSession {
  const memory = new Borrowed(ort);
  try {
    const options = optionsOf(ort, memory);
    check(ort, options !== 0, "takes no options");
    const session = ort._OrtCreateSession(memory.copied(model), model.byteLength, options);
    check(ort, session !== 0, "cannot read a network");
    ort._OrtReleaseSessionOptions(options);
    return new WasmSession(ort, session);
  } finally {
    memory.giveBack();
  }
}

function optionsOf(ort: OrtModule, memory: Borrowed): number {
  const logId = memory.copied(Buffer.from("\0"));
  return ort._OrtCreateSessionOptions(OPTIMIZE_ALL, true, true, SEQUENTIAL, false, 0, logId, LOG_ERRORS, 0, 0);
}

/** Stays open as long as the process: networks are never closed. */
class WasmSession implements InferenceSession {
  readonly #ort: OrtModule;
  readonly #session: number;
  /** Addresses of names of inputs and outputs, of which there is a handful. */
  readonly #names = new Map<string, number>();

  constructor(ort: OrtModule, session: number) {
    this.#ort = ort;
    this.#session = session;
  }

  run(
    inputs: Readonly<Record<string, Tensor>>,
    wanted: Readonly<Record<string, null>>,
  ): ReturnType<InferenceSession["run"]> {
    const ort = this.#ort;
    const memory = new Borrowed(ort);
    const tensors: number[] = [];
    try {
      for (const tensor of Object.values(inputs)) tensors.push(tensorOf(ort, memory, tensor));
      const names = Object.keys(wanted);
      const given = memory.addresses(names.map(() => 0));
      const status = ort._OrtRun(
        this.#session,
        memory.addresses(Object.keys(inputs).map((name) => this.#addressOf(name))),
        memory.addresses(tensors),
        tensors.length,
        memory.addresses(names.map((name) => this.#addressOf(name))),
        names.length,
        given,
        0,
      );
      check(ort, status === 0, "failed");
      const outputs = names.map((name, index) => {
        const tensor = ort.getValue(given + index * ADDRESS_BYTES, "*");
        tensors.push(tensor);
        return [name, readTensor(ort, memory, tensor)] as const;
      });
      return Object.fromEntries(outputs);
    } finally {
      for (const tensor of tensors) ort._OrtReleaseTensor(tensor);
      memory.giveBack();
    }
  }

  #addressOf(name: string): number {
    let address = this.#names.get(name);
    if (address === undefined) {
      const bytes = Buffer.from(`${name}\0`);
      address = this.#ort._malloc(bytes.length);
      this.#ort.HEAPU8.set(bytes, address);
      this.#names.set(name, address);
    }
    return address;
  }
}

/** The tensor holds the memory that is borrowed: it is released first. */
function tensorOf(ort: OrtModule, memory: Borrowed, { type, data, dims }: Tensor): number {
  if (!(type in ELEMENTS) || !ArrayBuffer.isView(data)) throw new TypeError(`no network of ours takes a ${type}`);
  const element = ELEMENTS[type as keyof typeof ELEMENTS];
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const tensor = ort._OrtCreateTensor(
    element,
    memory.copied(bytes),
    bytes.byteLength,
    memory.addresses(dims),
    dims.length,
    ON_CPU,
  );
  check(ort, tensor !== 0, "takes no tensor");
  return tensor;
}

/** A copy: the runtime's own is gone with its tensor. */
function readTensor(ort: OrtModule, memory: Borrowed, tensor: number): { data: Float32Array; dims: readonly number[] } {
  const type = memory.addresses([0, 0, 0, 0]);
  const data = type + ADDRESS_BYTES;
  const dims = data + ADDRESS_BYTES;
  const count = dims + ADDRESS_BYTES;
  check(ort, ort._OrtGetTensorData(tensor, type, data, dims, count) === 0, "gives no tensor");
  if (ort.getValue(type, "i32") !== ELEMENTS.float32) throw new TypeError("a network of ours gave no float32");
  const first = ort.getValue(dims, "*");
  const shape = Array.from({ length: ort.getValue(count, "i32") }, (_, index) =>
    ort.getValue(first + index * ADDRESS_BYTES, "*"),
  );
  const length = shape.reduce((product, size) => product * size, 1);
  const floats = new Float32Array(ort.HEAPU8.buffer, ort.getValue(data, "*"), length);
  ort._OrtFree(first);
  return { data: floats.slice(), dims: shape };
}

/** Memory of the module for the time of one call. */
class Borrowed {
  readonly #ort: OrtModule;
  readonly #stack: number;
  readonly #copies: number[] = [];

  constructor(ort: OrtModule) {
    this.#ort = ort;
    this.#stack = ort.stackSave();
  }

  copied(bytes: Uint8Array): number {
    const address = this.#ort._malloc(Math.max(bytes.byteLength, 1));
    if (address === 0) throw new Error("the ONNX runtime has no memory left");
    this.#copies.push(address);
    this.#ort.HEAPU8.set(bytes, address);
    return address;
  }

  /** Of a row of addresses, sizes or indices, 32 bits each. */
  addresses(values: readonly number[]): number {
    const first = this.#ort.stackAlloc(Math.max(values.length, 1) * ADDRESS_BYTES);
    for (const [index, value] of values.entries()) this.#ort.setValue(first + index * ADDRESS_BYTES, value, "*");
    return first;
  }

  giveBack(): void {
    for (const address of this.#copies) this.#ort._free(address);
    this.#ort.stackRestore(this.#stack);
  }
}

/** Throws an Error with the runtime's own words unless it is so. */
function check(ort: OrtModule, isWell: boolean, what: string): void {
  if (isWell) return;
  const stack = ort.stackSave();
  const told = ort.stackAlloc(2 * ADDRESS_BYTES);
  ort._OrtGetLastError(told, told + ADDRESS_BYTES);
  const words = ort.getValue(told + ADDRESS_BYTES, "*");
  const message = words === 0 ? "" : `: ${ort.UTF8ToString(words)}`;
  ort.stackRestore(stack);
  throw new Error(`the ONNX runtime ${what}${message}`);
}
