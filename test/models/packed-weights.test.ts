import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import {
  type Area,
  hashOf,
  PackedWeights,
  type Placed,
  packed,
  setApart,
} from "#models/embedded/networks/packed-weights.ts";
import { packWeights } from "../../scripts/models/pack-weights.ts";

const MODELS = join(import.meta.dir, "../../data/models");

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-weights-"));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the weights that ship come out of the executable to the byte, from less than two thirds of the room", async () => {
  await inFolder(async (folder) => {
    await packWeights(folder);
    const names = readdirSync(folder).sort();
    expect(names).toEqual([
      "joint-extractor-int8.onnx",
      "label-embedder-int8.onnx",
      "ranker-int8.onnx",
      "read-back-int8.onnx",
      "sentence-embedder-int8.onnx",
      "word-vectors-int8.bin",
    ]);
    const shared = ["joint-extractor-int8.onnx", "sentence-embedder-int8.onnx"];
    const weights = new PackedWeights(Object.fromEntries(shared.map((name) => [name, join(folder, name)])));
    for (const name of names) {
      const back = new Uint8Array(await weights.read(join(folder, name)));
      expect(Buffer.compare(back, readFileSync(join(MODELS, name)))).toBe(0);
    }
    await weights.letGo();
    const bytes = (at: string) => names.reduce((sum, name) => sum + statSync(join(at, name)).size, 0);
    expect(bytes(folder)).toBeLessThan((bytes(MODELS) * 2) / 3);
  });
}, 60_000);

const BLOCK = 4;

/** A matrix in a file of its own: its scales, then its bytes, in one order or the other. */
function placed(inputs: number, outputs: number, isAcross: boolean, hasBlocks: boolean): Placed {
  const block = hasBlocks ? BLOCK : inputs;
  const strides = isAcross ? { inputStride: outputs, outputStride: 1 } : { inputStride: 1, outputStride: inputs };
  return { at: 4 * outputs * (inputs / block), ...strides, flip: isAcross ? 128 : 0, zero: 128, scalesAt: 0, block };
}

test("whatever is set apart from whatever else comes back as it was", () => {
  const sizes = { blocks: fc.integer({ min: 1, max: 3 }), outputs: fc.integer({ min: 2, max: 5 }) };
  const orders = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean());
  const bytes = fc.uint8Array({ minLength: 512, maxLength: 512 });
  fc.assert(
    fc.property(fc.record({ ...sizes, orders, own: bytes, other: bytes }), (given) => {
      const { outputs, own, other } = given;
      const [isAcross, hasBlocks, areTheirsAcross, haveTheirsBlocks] = given.orders;
      const inputs = given.blocks * BLOCK;
      const area: Area = {
        inputs,
        outputs,
        own: placed(inputs, outputs, isAcross, hasBlocks),
        other: placed(inputs, outputs, areTheirsAcross, haveTheirsBlocks),
      };
      const file = own.slice();
      setApart(file, other, [area], "apart");
      setApart(file, other, [area], "back");
      expect(file).toEqual(own);
    }),
  );
});

test("the same numbers in another order and at another scale leave nothing to be kept", () => {
  const own = { ...placed(BLOCK, 2, true, false), flip: 0, zero: 0 };
  const other = { ...placed(BLOCK, 2, false, true), zero: 100 };
  const file = new Uint8Array(16);
  const from = new Uint8Array(16);
  new Float32Array(file.buffer).set([0.5, 2]);
  new Float32Array(from.buffer).set([1, 1]);
  // Rows are inputs; of the second output a step is four times as much.
  file.set(
    [2, 8, 4, 16, 6, 24, 8, 32].map((byte, at) => (at % 2 === 0 ? byte : byte / 4)),
    8,
  );
  from.set([101, 102, 103, 104, 104, 108, 112, 116], 8);
  setApart(file, from, [{ inputs: BLOCK, outputs: 2, own, other }], "apart");
  expect([...file.subarray(8)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test("a file that is not packed is read as it is", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "plain.onnx");
    writeFileSync(path, "as it is");
    const seen = await new PackedWeights({}).use(path, (file) => Buffer.from(file).toString());
    expect(seen).toBe("as it is");
  });
});

test("what does not come out as it was packed is refused, and which file it is", async () => {
  await inFolder(async (folder) => {
    const file = new TextEncoder().encode("weights");
    const header = { bytes: file.length, hash: hashOf(file), from: null, areas: [] };
    const path = join(folder, "network.onnx");
    writeFileSync(path, packed(header, Bun.zstdCompressSync(new TextEncoder().encode("weighty"))));
    await expect(new PackedWeights({}).read(path)).rejects.toThrow("network.onnx is damaged inside the executable");
  });
});
