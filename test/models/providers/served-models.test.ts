/** One server of the settings, reached as a fallback and by itself. */
import { afterEach, expect, test } from "bun:test";
import { ServedModels } from "#models/language/served-models.ts";
import { type FaultServer, openFaultServer, said } from "../../fault-server.ts";
import { asking, call, servedOptions, signal } from "./served.ts";

let upstream: FaultServer;
afterEach(() => upstream.close());

test("is opened once: its queue is the same whichever way a question comes", async () => {
  let [running, most] = [0, 0];
  upstream = openFaultServer(async () => {
    running += 1;
    most = Math.max(most, running);
    await Bun.sleep(50);
    running -= 1;
    return said(call("stop_timer", {}));
  });
  const server = servedOptions(upstream.baseUrl, { concurrencyMax: 1 });
  const down = { ...server, baseUrl: "http://127.0.0.1:1/v1" };
  const models = new ServedModels(server);
  const chain = models.inTurn([down, server]);
  const alone = models.alone(server);
  await Promise.all([chain, alone, alone].map((model) => model.call(asking("stop it"), signal())));
  expect({ most, asked: upstream.asked.length }).toEqual({ most: 1, asked: 3 });
  await models.close();
});

test("by itself has all the time that there is", async () => {
  upstream = openFaultServer(async () => {
    await Bun.sleep(1_200);
    return said(call("stop_timer", {}));
  });
  const server = servedOptions(upstream.baseUrl, { timeoutMs: 4_000 });
  const models = new ServedModels(server);
  const down = { ...server, baseUrl: "http://127.0.0.1:1/v1" };
  // As a fallback it has a quarter.
  const chain = models.inTurn([down, server]);
  await expect(chain.call(asking("stop it"), signal())).rejects.toThrow("did not answer within 1000 ms");
  expect((await models.alone(server).call(asking("stop it"), signal())).tool).toBe(1);
  await models.close();
});
