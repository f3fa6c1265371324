/** The executable with a real `llama-server` as its child. */
import { beforeAll, expect, test } from "bun:test";
import { ensureExecutable } from "../binary/kit.ts";
import { given, isCallOrRefusal, opened, type Session } from "./backend-kit.ts";

beforeAll(ensureExecutable, 120_000);

const MODEL = [
  'provider = "llama-server"',
  `executable = "${given("BACKEND_PYTHON")}"`,
  `arguments = ["${given("BACKEND_PROGRAM")}"]`,
  `path = "${given("BACKEND_GGUF")}"`,
];
const resolve = (session: Session) =>
  session.send("POST", "/v1/resolve", { query: "What is the weather in Rome?", toolsets: ["lamps-v1"] });

const LAMP = [{ name: "lamp_on", description: "Switches the lamp on" }];

function childrenOf(pid: number): readonly number[] {
  const { stdout } = Bun.spawnSync(["pgrep", "-P", String(pid)]);
  return stdout.toString().trim().split("\n").filter(Boolean).map(Number);
}

test("is ready when its child is, starts it again when it was killed, and leaves none behind", async () => {
  await using session = await opened(MODEL);
  const first = await resolve(session);
  expect(first.status).toBe(200);
  isCallOrRefusal(first);
  expect(first.body.metadata.model).toBe("llama-server/SmolLM2-135M-Instruct.Q4_1");

  const [child] = childrenOf(session.pid);
  process.kill(child as number, "SIGKILL");
  const before = await session.balance();
  const during = await session.send("POST", "/v1/resolve-quick", { query: "the lamp", tools: LAMP });
  expect({ status: during.status, code: during.body.error }).toEqual({ status: 502, code: "bad_gateway" });
  expect(await session.balance()).toBe(before);

  let isUp = false;
  for (let tries = 0; tries < 60 && !isUp; tries += 1) {
    await Bun.sleep(500);
    // Other words each time: the cache would answer for the child.
    const reply = await session.send("POST", "/v1/resolve-quick", { query: `lamp number ${tries}`, tools: LAMP });
    isUp = reply.status === 200 && reply.body.metadata.source === "model";
  }
  expect(isUp).toBe(true);
  expect(session.output()).toContain("the model server ended and is started again");

  const [second] = childrenOf(session.pid);
  expect(second).not.toBe(child);
  expect(await session.stop()).toBe(0);
  expect(() => process.kill(second as number, 0)).toThrow();
});
