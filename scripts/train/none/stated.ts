/**
 * Whether the joint extractor means what it says of a parameter, and how often a parameter that is required is rightly named
 * as missing: where each parameter is required, on queries about tools held back from training, and on SNIPS.
 *
 *     bun scripts/train/none/stated.ts DATA_FOLDER
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inUtc } from "#core/local-time.ts";
import { JointModel, type ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { JOINT_EXTRACTOR_PATH, ONNX_RUNTIME } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { valuesFrom } from "#models/embedded/values/parameter-values.ts";
import { calibrationsOf } from "../../eval/calibration.ts";
import { inDigestOrder, readSnips } from "../../eval/data-sets.ts";
import { SNIPS_TOOLS } from "../../eval/snips-tools.ts";
import { apartFrom } from "./apart.ts";
import { type OwnTool, readOwners } from "./owners.ts";

const ASKED_MAX = 330;
const NOW = inUtc(Date.parse("2026-06-01T12:00:00Z"));

interface Query {
  readonly family: string;
  readonly text: string;
  readonly tool: ReadableTool;
  readonly said: readonly string[];
}

interface Judged {
  readonly family: string;
  /** 0–1: how far the query gives the parameter, by the extractor. */
  readonly confidence: number;
  /** It does. */
  readonly right: boolean;
  readonly isMissing: boolean;
}

/** With all that the tool takes required, so that whatever is not found is missing. */
function requiring(tool: Pick<OwnTool, "name" | "description" | "parameters">): ReadableTool {
  const parameters = parametersOf(tool.parameters).map((parameter) => ({ ...parameter, isRequired: true }));
  return { name: tool.name, description: tool.description, parameters };
}

function heldQueries(folder: string): readonly Query[] {
  const isApart = apartFrom(folder);
  const asked = readOwners(join(folder, "train")).flatMap((owner) => {
    const tools = new Map(owner.tools.map((tool) => [tool.name, requiring(tool)]));
    return owner.asked.flatMap(({ text, tool: name, said }) => {
      const tool = tools.get(name ?? "");
      return tool && said && tool.parameters.length > 0 && isApart(text)
        ? [{ family: owner.source, text, tool, said }]
        : [];
    });
  });
  return [...Map.groupBy(asked, ({ family }) => family).values()].flatMap((own) =>
    inDigestOrder(own).slice(0, ASKED_MAX),
  );
}

function snipsQueries(folder: string): readonly Query[] {
  const tools = new Map(
    Object.entries(SNIPS_TOOLS).map(([intent, { name, description, slots }]) => {
      const properties = Object.entries(slots).map(([slot, meaning]) => [
        slot,
        { type: "string", description: meaning },
      ]);
      return [
        intent,
        requiring({ name, description, parameters: { type: "object", properties: Object.fromEntries(properties) } }),
      ];
    }),
  );
  return inDigestOrder(readSnips(folder))
    .slice(0, ASKED_MAX)
    .flatMap(({ text, intent, slots }) => {
      const tool = tools.get(intent);
      return tool ? [{ family: "snips (measured)", text, tool, said: Object.keys(slots) }] : [];
    });
}

function judgedOf({ family, text, tool, said }: Query, joint: JointModel): readonly Judged[] {
  const reading = joint.read(text, tool);
  const found = new Set(valuesFrom(text, reading, NOW).map(({ parameter }) => parameter));
  return reading.parameters.map(({ parameter, stated }) => ({
    family,
    confidence: stated,
    right: said.includes(parameter.name),
    isMissing: !found.has(parameter),
  }));
}

function linesOf(judged: readonly Judged[]): readonly string[] {
  return calibrationsOf(judged).flatMap(({ family, n, error, bins }) => {
    const own = judged.filter((one) => one.family === family);
    const named = own.filter(({ isMissing }) => isMissing);
    const open = own.filter(({ right }) => !right);
    const rightly = named.filter(({ right }) => !right).length;
    return [
      `${family}: ${n} parameters, expected calibration error of "stated" ${(100 * error).toFixed(1)}`,
      ...bins.map((bin) => `  n ${bin.n}  says ${bin.confidence.toFixed(2)}  is ${bin.right.toFixed(2)}`),
      `  named as missing ${named.length}, rightly ${((100 * rightly) / named.length).toFixed(1)} %; of ${open.length} that are open ${((100 * rightly) / open.length).toFixed(1)} % are named`,
    ];
  });
}

const [data] = process.argv.slice(2);
if (!data) throw new Error("usage: bun scripts/train/none/stated.ts DATA_FOLDER");
const runtime = openOnnxRuntime(ONNX_RUNTIME, mkdtempSync(join(tmpdir(), "stated-")));
const joint = new JointModel(await runtime.open(JOINT_EXTRACTOR_PATH), await openWordReading());
const queries = [...heldQueries(data), ...snipsQueries(data)];
console.log(linesOf(queries.flatMap((query) => judgedOf(query, joint))).join("\n"));
