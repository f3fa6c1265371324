/** What the network reads of each sentence and its tool. No price has a part in it, so that it is read once and kept. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { JointModel, type JointReading, type ParameterReading } from "#models/embedded/networks/joint-model.ts";
import { JOINT_EXTRACTOR_PATH, ONNX_RUNTIME } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { Progress } from "../../eval/progress.ts";
import type { Asked } from "./asked.ts";

type ToRead = Pick<Asked, "text" | "tool">;

/** A reading without its tool, whose parameters are known by their position. */
type Kept = Omit<JointReading, "tool" | "parameters"> & {
  readonly parameters: readonly Omit<ParameterReading, "parameter">[];
};

/** One reading for each, in their order. In `folder` they are kept for the next time, under the digest of all that was read. */
export async function readingsOf(asked: readonly ToRead[], folder: string): Promise<readonly JointReading[]> {
  const path = join(folder, `readings-${digestOf(asked)}.bin`);
  const kept = existsSync(path) ? (deserialize(readFileSync(path)) as readonly Kept[]) : await read(asked);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, serialize(kept));
  }
  return asked.map(({ tool }, at) => withTool(kept[at] as Kept, tool));
}

function digestOf(asked: readonly ToRead[]): string {
  const hash = createHash("sha256").update(readFileSync(JOINT_EXTRACTOR_PATH));
  for (const { text, tool } of asked) hash.update(JSON.stringify([text, tool]));
  return hash.digest("hex").slice(0, 16);
}

async function read(asked: readonly ToRead[]): Promise<readonly Kept[]> {
  const folder = mkdtempSync(join(tmpdir(), "prices-"));
  const progress = new Progress();
  try {
    const runtime = openOnnxRuntime(ONNX_RUNTIME, folder);
    const joint = new JointModel(await runtime.open(JOINT_EXTRACTOR_PATH), await openWordReading());
    return asked.map(({ text, tool }, at) => {
      progress.show("reading", at + 1, asked.length);
      const { tokens, relevance, parameters } = joint.read(text, tool);
      return { tokens, relevance, parameters: parameters.map(({ parameter: _, ...numbers }) => numbers) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withTool({ parameters, ...kept }: Kept, tool: Asked["tool"]): JointReading {
  return {
    ...kept,
    tool,
    parameters: parameters.flatMap((numbers, at) => {
      const parameter = tool.parameters[at];
      return parameter ? [{ ...numbers, parameter }] : [];
    }),
  };
}
