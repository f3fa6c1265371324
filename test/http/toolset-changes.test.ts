import { expect } from "bun:test";
import { ToolsetWritten } from "#http/schemas/toolset.ts";
import { type Stage, scenarios } from "../kit.ts";
import { setAlarm, weather } from "./samples.ts";
import { malformedToolsets } from "./toolset-rows.ts";

const registered = ({ owner }: Stage) => owner.request("POST", "/v1/toolsets", weather);
const options = { answer: ToolsetWritten };
const contentHash = "sha256:da3d46b4eee25e0ad98db103944747a08b2ad870de18c2db17f0df9972efeeeb";
const replacement = { name: "Renamed", tools: [setAlarm] };

scenarios(
  "PUT /v1/toolsets/weather-v1",
  [
    {
      clause: "T-3",
      name: "replaces the whole tools array",
      given: async ({ server }) => server.clock.advance(1_500),
      body: replacement,
      expect: 200,
      json: { signature: "weather-v1", ...replacement },
      replyHeaders: { ETag: /^"r\d+"$/ },
      afterwards: ({ json }) => {
        expect(Date.parse(json.updated_at) - Date.parse(json.created_at)).toBe(1_500);
        expect(json.tools).toHaveLength(1);
      },
    },
    {
      clause: "R-6",
      name: "what is left out goes back to its default",
      given: ({ owner }) => owner.request("PUT", "/v1/toolsets/weather-v1", { ...replacement, description: "once" }),
      body: replacement,
      expect: 200,
      afterwards: ({ json }) => expect(json).not.toHaveProperty("description"),
    },
    {
      clause: "R-6",
      name: "require_evidence, false when it is left out",
      given: ({ owner }) => owner.request("PUT", "/v1/toolsets/weather-v1", { ...replacement, require_evidence: true }),
      body: replacement,
      expect: 200,
      json: { require_evidence: false },
    },
    {
      clause: "T-6",
      name: "require_evidence changes nothing of the content hash",
      body: { name: "W", tools: weather.tools, require_evidence: true },
      expect: 200,
      json: { require_evidence: true, content_hash: contentHash },
    },
    {
      clause: "T-6",
      name: "nor does min_confidence",
      body: { name: "W", tools: weather.tools, min_confidence: 0.7 },
      expect: 200,
      json: { min_confidence: 0.7, content_hash: contentHash },
    },
    {
      clause: "R-7",
      name: "the path's signature repeated",
      body: { ...replacement, signature: "weather-v1" },
      expect: 200,
    },
    {
      clause: "R-7",
      name: "another signature in the body",
      body: { ...replacement, signature: "weather-v2" },
      expect: 400,
      error: "validation_error",
      details: ["signature"],
      unchanged: true,
    },
    { clause: "R-10", name: "If-Match: *", body: replacement, headers: { "If-Match": "*" }, expect: 200 },
    {
      clause: "R-5",
      name: "a stale ETag",
      body: replacement,
      headers: { "If-Match": '"r0"' },
      expect: 412,
      error: "precondition_failed",
      unchanged: true,
    },
    {
      clause: "R-10",
      name: "a weak ETag, which never matches",
      body: replacement,
      headers: { "If-Match": 'W/"r1"' },
      expect: 412,
      error: "precondition_failed",
      unchanged: true,
    },
    {
      clause: "R-5",
      name: "an ETag of somebody else's making",
      body: replacement,
      headers: { "If-Match": '"abc"' },
      expect: 412,
      error: "precondition_failed",
    },
    {
      clause: "R-10",
      name: "an If-Match without quotes",
      body: replacement,
      headers: { "If-Match": "r1" },
      expect: 400,
      error: "bad_request",
      unchanged: true,
    },
    {
      clause: "R-11",
      name: "an unknown signature",
      path: "/v1/toolsets/nope",
      body: replacement,
      expect: 404,
      error: "not_found",
    },
    {
      clause: "E-9",
      name: "an unknown signature with If-Match: the missing resource first",
      path: "/v1/toolsets/nope",
      headers: { "If-Match": '"r1"' },
      body: replacement,
      expect: 404,
      error: "not_found",
    },
    {
      clause: "E-9",
      name: "an unknown signature and no JSON",
      path: "/v1/toolsets/nope",
      body: "{",
      expect: 400,
      error: "bad_request",
    },
    {
      clause: "A-5",
      name: "another app's",
      as: "stranger",
      body: replacement,
      expect: 404,
      error: "not_found",
      unchanged: true,
    },
    {
      clause: "A-3",
      name: "without a token",
      as: "anonymous",
      body: replacement,
      expect: 401,
      error: "unauthorized",
      unchanged: true,
    },
    ...malformedToolsets,
  ],
  { ...options, given: registered },
);

scenarios(
  "DELETE /v1/toolsets/weather-v1",
  [
    {
      clause: "T-4",
      name: "removes the toolset",
      expect: 204,
      afterwards: async ({ json, headers }, { owner }) => {
        expect(json).toBeNull();
        expect(headers.get("content-type")).toBeNull();
        expect((await owner.request("GET", "/v1/toolsets/weather-v1")).status).toBe(404);
        const query = { query: "weather", toolsets: ["weather-v1"] };
        expect((await owner.request("POST", "/v1/resolve", query)).json.error).toBe("not_found");
        expect((await owner.request("POST", "/v1/toolsets", weather)).status).toBe(201);
      },
    },
    {
      clause: "R-5",
      name: "a stale ETag",
      headers: { "If-Match": '"r0"' },
      expect: 412,
      error: "precondition_failed",
      unchanged: true,
    },
    {
      clause: "R-11",
      name: "an unknown one",
      path: "/v1/toolsets/nope",
      expect: 404,
      error: "not_found",
      unchanged: true,
    },
    { clause: "A-5", name: "another app's", as: "stranger", expect: 404, error: "not_found", unchanged: true },
    {
      clause: "A-4",
      name: "while suspended",
      as: "suspended",
      expect: 403,
      error: "forbidden",
      unchanged: true,
    },
  ],
  { given: registered },
);

scenarios(
  "PUT /v1/toolsets/weather-v1",
  [
    {
      clause: "R-5",
      name: "with the current ETag, once: the second use of it is stale",
      body: replacement,
      expect: 200,
      afterwards: async (_, { owner }) => {
        const { headers } = await owner.request("GET", "/v1/toolsets/weather-v1");
        const current = { "If-Match": headers.get("etag") ?? "" };
        expect((await owner.request("PUT", "/v1/toolsets/weather-v1", replacement, current)).status).toBe(200);
        expect((await owner.request("PUT", "/v1/toolsets/weather-v1", replacement, current)).status).toBe(412);
        const among = {
          "If-Match": `"r0", ${(await owner.request("GET", "/v1/toolsets/weather-v1")).headers.get("etag")}`,
        };
        expect((await owner.request("DELETE", "/v1/toolsets/weather-v1", undefined, current)).status).toBe(412);
        expect((await owner.request("DELETE", "/v1/toolsets/weather-v1", undefined, among)).status).toBe(204);
      },
    },
  ],
  { given: registered },
);
