/** The systems that an executable is built for, and what there is of its native parts for each. */

export interface Target {
  /** In the names of files: system, processor, and what else sets it apart. */
  readonly name: string;
  /** For Bun's compiler. */
  readonly bun: Bun.Build.CompileTarget;
  /** As Node.js calls them. */
  readonly platform: "darwin" | "linux" | "win32";
  readonly arch: "arm64" | "x64";
  /** Folder of onnxruntime-node with its libraries; null: the runtime is WebAssembly there. */
  readonly onnxRuntime: string | null;
  /** Package below `@node-llama-cpp`; null: no model in a file can be opened there. */
  readonly llama: string | null;
  /** For zig's C++ compiler; null: neighbours are searched exactly there. */
  readonly compiler: string | null;
}

/**
 * onnxruntime-node has no build for musl and none for Intel Macs any more; its build for Windows reports to the system's own telemetry,
 * so that it is not shipped. A native addon for Windows would have to be linked against the program that loads it.
 * The C library is the oldest that Bun itself runs with.
 */
export const TARGETS: readonly Target[] = [
  linux("x64", "", { onnxRuntime: "linux/x64", llama: "linux-x64", compiler: "x86_64-linux-gnu.2.17" }),
  linux("x64", "-baseline", { onnxRuntime: "linux/x64", llama: "linux-x64", compiler: "x86_64-linux-gnu.2.17" }),
  linux("arm64", "", { onnxRuntime: "linux/arm64", llama: "linux-arm64", compiler: "aarch64-linux-gnu.2.17" }),
  linux("x64", "-musl", { onnxRuntime: null, llama: null, compiler: "x86_64-linux-musl" }),
  linux("arm64", "-musl", { onnxRuntime: null, llama: null, compiler: "aarch64-linux-musl" }),
  {
    name: "darwin-arm64",
    bun: "bun-darwin-arm64",
    platform: "darwin",
    arch: "arm64",
    onnxRuntime: "darwin/arm64",
    llama: null,
    compiler: "aarch64-macos",
  },
  {
    name: "darwin-x64",
    bun: "bun-darwin-x64",
    platform: "darwin",
    arch: "x64",
    onnxRuntime: null,
    llama: null,
    compiler: "x86_64-macos",
  },
  {
    name: "windows-x64",
    bun: "bun-windows-x64",
    platform: "win32",
    arch: "x64",
    onnxRuntime: null,
    llama: null,
    compiler: null,
  },
];

type NativeParts = Pick<Target, "compiler" | "llama" | "onnxRuntime">;

function linux(arch: Target["arch"], kind: "" | "-baseline" | "-musl", parts: NativeParts): Target {
  return { name: `linux-${arch}${kind}`, bun: `bun-linux-${arch}${kind}`, platform: "linux", arch, ...parts };
}

/** Throws an Error that lists them for a name that is none. */
export function targetNamed(name: string): Target {
  const found = TARGETS.find((target) => target.name === name);
  if (!found) throw new Error(`there is no target "${name}": ${TARGETS.map((target) => target.name).join(", ")}`);
  return found;
}

/** The machine that this runs on. Throws an Error for one that nothing is built for. */
export function ownTarget(): Target {
  const found = TARGETS.find(({ platform, arch }) => platform === process.platform && arch === process.arch);
  if (!found) throw new Error(`Dragoman is not built for ${process.platform} on ${process.arch}`);
  return found;
}

/** Named by `--target NAME` on the command line of this script, or else the machine's own. */
export function chosenTarget(): Target {
  const at = process.argv.indexOf("--target");
  return at < 0 ? ownTarget() : targetNamed(process.argv[at + 1] ?? "");
}
