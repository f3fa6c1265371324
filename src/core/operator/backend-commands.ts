/** The models of the settings in their owner's hands: how each stands, and a small question to one of them. */
import { usageJson } from "../answering/afresh.ts";
import { invalid } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { SAMPLE_QUERY, sampleAnswer } from "../sample-question.ts";
import type { Arguments } from "./arguments.ts";
import type { OperatorCommand, OperatorOptions } from "./command.ts";

/** What the model inside can be called by anybody, also where it is the server's own. */
const INSIDE = "embedded";

export const BACKEND_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  [
    "model.status",
    {
      takes: [],
      records: null,
      run: async ({ backendDesk }) => (await backendDesk.list()).map((each) => ({ ...each })),
    },
  ],
  ["model.try", { takes: ["backend"], records: ["backend"], run: tryBackend }],
];

async function tryBackend({ backendDesk }: OperatorOptions, args: Arguments): Promise<JsonObject> {
  const name = args.has("backend") ? args.text("backend") : null;
  const model = backendDesk.model(name);
  if (!model) {
    const names = new Set((await backendDesk.list()).flatMap((backend) => backend.name ?? []));
    throw invalid("backend", `"${name}" is not in the settings; there is ${[...names.add(INSIDE)].join(", ")}`);
  }
  const { isRight, ms, usage, ...answer } = await sampleAnswer(model, backendDesk.clock, backendDesk.timeoutMs);
  const asked = { name, sentence: SAMPLE_QUERY, ...answer, is_right: isRight };
  return { ...asked, latency_ms: ms, usage: usageJson(usage) };
}
