import { expect, test } from "bun:test";
import { openTestApp, scenarios } from "../kit.ts";

const open = { clause: "O-1", as: "anonymous", expect: 200, charged: 0 } as const;

scenarios("GET /livez", [{ ...open, name: "anybody may ask", json: { status: "alive" } }]);
scenarios("GET /readyz", [
  { ...open, name: "anybody may ask" },
  { ...open, name: "a broken token does not matter", as: "malformed token" },
]);

test("readyz is 503 until the model answers; livez and everything that needs no model work before", async () => {
  const server = await openTestApp({ modelLoads: "when told" });
  const owner = await server.tenant();
  const waiting = await server.request("GET", "/readyz");
  expect(waiting.json).toEqual({
    error: "service_unavailable",
    message: expect.stringContaining("loading"),
    code: 503,
  });
  expect(waiting.headers.get("retry-after")).toBe("30");
  expect((await server.request("GET", "/livez")).status).toBe(200);
  expect((await owner.request("GET", "/v1/toolsets")).status).toBe(200);
  server.model.load();
  await Bun.sleep(0);
  expect((await server.request("GET", "/readyz")).status).toBe(200);
  await server.close();
});
