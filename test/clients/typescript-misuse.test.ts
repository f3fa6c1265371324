/** The TypeScript client set up wrongly: what it says, and that it sends nothing, or nothing again. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { Dragoman, type DragomanOptions } from "../../clients/typescript/src/index.ts";

const ask = { query: "weather in Berlin", toolsets: ["weather-v1"] };
let seen = 0;
const server = Bun.serve({
  port: 0,
  fetch: () => {
    seen += 1;
    return Response.json({});
  },
});
const baseUrl = server.url.origin;

beforeEach(() => {
  seen = 0;
});
afterAll(() => server.stop(true));

const client = (options: Partial<DragomanOptions> = {}) =>
  new Dragoman({ baseUrl, accessToken: async () => "t", ...options });
const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => expect.unreachable(),
    (failure) => failure.message,
  );

describe("an address", () => {
  test("where nobody answers is told, and what to look at", async () => {
    const closed = Bun.serve({ port: 0, fetch: () => new Response() });
    const nowhere = closed.url.origin;
    await closed.stop(true);
    const message = await messageOf(client({ baseUrl: nowhere, retriesMax: 0 }).alive());
    expect(message).toStartWith(`GET ${nowhere}/livez: no answer came: `);
    expect(message).toEndWith("Is the server running, and the address right?");
  });

  test("where nobody answers in time is told", async () => {
    using silent = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => undefined) });
    const asked = client({ baseUrl: silent.url.origin, retriesMax: 0, timeoutMs: 5 }).alive();
    expect(await messageOf(asked)).toBe(`GET ${silent.url.origin}/livez: no answer within 5 ms`);
  });

  test("that leads to another is neither followed, which would take the token there, nor asked again", async () => {
    let redirected = 0;
    const redirect = () => {
      redirected += 1;
      return Response.redirect(baseUrl, 308);
    };
    using proxy = Bun.serve({ port: 0, fetch: redirect });
    expect(await messageOf(client({ baseUrl: proxy.url.origin }).resolve(ask))).toBe(
      `POST ${proxy.url.origin}/v1/resolve: the answer is a redirect: give the client the address that it leads to`,
    );
    expect({ redirected, seen }).toEqual({ redirected: 1, seen: 0 });
  });

  test("with the /v1 that each route has already is refused, and one under which a proxy has the server is not", () => {
    expect(() => client({ baseUrl: `${baseUrl}/v1/` })).toThrow("baseUrl ends in /v1");
    expect(client({ baseUrl: `${baseUrl}/dragoman/v1` })).toBeDefined();
  });
});

describe("a limit that is none is told before anything is sent", () => {
  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])("a time-out of %d", async (timeoutMs) => {
    expect(() => client({ timeoutMs })).toThrow(`timeoutMs is ${timeoutMs}: give`);
    expect(await messageOf(client().resolve(ask, { timeoutMs }))).toStartWith(`timeoutMs is ${timeoutMs}: give`);
    expect(seen).toBe(0);
  });

  test.each([-1, Number.NaN, 1.5])("%d attempts", async (retriesMax) => {
    expect(() => client({ retriesMax })).toThrow(`retriesMax is ${retriesMax}: give`);
    expect(await messageOf(client().resolve(ask, { retriesMax }))).toStartWith(`retriesMax is ${retriesMax}: give`);
    expect(seen).toBe(0);
  });
});

test.each(["requestId", "idempotencyKey"] as const)("a %s that no header takes is told by its name", async (option) => {
  const message = await messageOf(client().resolve(ask, { [option]: "a\nb" }));
  expect(message).toStartWith(`${option} has characters that no header takes`);
  expect(seen).toBe(0);
});

test("a token that does not say how long it lives is told", async () => {
  const accessToken = async () => JSON.parse('{ "access_token": "t" }');
  expect(await messageOf(client({ accessToken }).resolve(ask))).toContain("without expires_in");
  expect(seen).toBe(0);
});
