/** The executable with a model server: both dialects are inside it. */
import { beforeAll, expect, test } from "bun:test";
import { startServer } from "../../../scripts/dragoman-process.ts";
import {
  createApp,
  ensureExecutable,
  freshPlace,
  LARGE_PLAN,
  lampToolset,
  settings,
  signedIn,
} from "../../binary/kit.ts";
import { openFaultServer, said } from "../../fault-server.ts";
import { call } from "./served.ts";

beforeAll(ensureExecutable, 120_000);

const ANSWERS = {
  openai: () => said(call("set_lamp", { room: "kitchen" }, "The kitchen lamp it is.")),
  anthropic: () =>
    Response.json({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude",
      content: [{ type: "text", text: call("set_lamp", { room: "kitchen" }, "The kitchen lamp it is.") }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
};

test.each(["openai", "anthropic"] as const)(
  "%s",
  async (provider) => {
    using place = freshPlace();
    const upstream = openFaultServer(ANSWERS[provider]);
    const model = [
      "[model]",
      `provider = "${provider}"`,
      `base_url = "${upstream.baseUrl}"`,
      'name = "claude-sonnet-4-5"',
    ];
    settings(place, [...LARGE_PLAN, ...model]);
    const account = await createApp(place.path);
    const server = await startServer({ dataDir: place.path });
    try {
      const send = await signedIn(server.url, account);
      await send("POST", "/v1/toolsets", lampToolset("lamps-v1"));
      const body = { query: "the lamp in the kitchen", toolsets: ["lamps-v1"] };
      const { status, body: answer } = await send("POST", "/v1/resolve-respond", body);
      expect({ status, ...answer }).toMatchObject({
        status: 200,
        resolved: { tool: "set_lamp", parameters: { room: "kitchen" } },
        response: { text: "The kitchen lamp it is." },
        metadata: { model: `${provider}/claude-sonnet-4-5`, evidence: { room: { kind: "query" } } },
      });
      // The others found out what it can do.
      expect(upstream.asked.filter((asked) => JSON.stringify(asked).includes("<request>"))).toHaveLength(1);
    } finally {
      await server.kill();
      await upstream.close();
    }
  },
  60_000,
);
