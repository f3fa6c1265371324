/** What every endpoint that resolves does with a query that asks for several things. `and then` is what the fake model hears it by. */
import { expect } from "bun:test";
import type { Scenario } from "../kit.ts";
import { malformed } from "./resource-rows.ts";

const first = { tool: "get_weather", parameters: { city: "Rome", days: 2, unit: "celsius" } };
const second = { tool: "set_alarm", parameters: { hour: 7 } };
const query = 'weather in "Rome" for 2 days and then alarm at 7';

/** `body`: with the tools of both sample toolsets. */
export function severalCalls(body: object): readonly Scenario[] {
  const wrong = malformed(body);
  const asking = (change: object) => ({ ...body, query, ...change });
  return [
    {
      clause: "Q-24",
      name: "several calls, in the order said, each with what is known of it",
      body: asking({ calls_max: 8 }),
      expect: 200,
      json: {
        resolved: first,
        calls: [
          {
            ...first,
            confidence: 0.9,
            missing_parameters: [],
            evidence: {
              city: { kind: "query", start: 12, end: 16 },
              days: { kind: "query", start: 22, end: 23 },
              unit: { kind: "default" },
            },
          },
          {
            ...second,
            confidence: 0.9,
            missing_parameters: [],
            evidence: { hour: { kind: "query", start: 47, end: 48 } },
          },
        ],
      },
      afterwards: ({ json }) => {
        expect(json.calls).toHaveLength(2);
        expect(json.metadata).not.toHaveProperty("more");
      },
    },
    {
      clause: "Q-24",
      name: "each with its own missing parameters",
      body: asking({ query: 'weather in "Rome" and then alarm', calls_max: 2 }),
      expect: 200,
      json: {
        calls: [
          { tool: "get_weather", missing_parameters: [] },
          { tool: "set_alarm", missing_parameters: ["hour"] },
        ],
        metadata: { missing_parameters: [] },
      },
    },
    {
      clause: "Q-24",
      name: "a query that asks for one thing has one call",
      body: asking({ query: "alarm at 7", calls_max: 8 }),
      expect: 200,
      json: { resolved: second, calls: [second] },
      afterwards: ({ json }) => expect(json.calls).toHaveLength(1),
    },
    {
      clause: "Q-24",
      name: "… and one that no tool fits has none",
      body: asking({ query: "tell me a joke", calls_max: 8 }),
      expect: 200,
      json: { resolved: { tool: "none", parameters: {} }, calls: [] },
    },
    {
      clause: "Q-25",
      name: "by default the first alone, and that there is more",
      body: asking({}),
      expect: 200,
      json: { resolved: first, metadata: { more: true } },
      afterwards: ({ json }) => expect(json).not.toHaveProperty("calls"),
    },
    {
      clause: "Q-25",
      name: "more than the answer may have",
      body: asking({ query: `${query} and then alarm at 8`, calls_max: 2 }),
      expect: 200,
      json: { calls: [first, second], metadata: { more: true } },
      afterwards: ({ json }) => expect(json.calls).toHaveLength(2),
    },
    {
      clause: "Q-21",
      name: "where every call is less sure than asked for, there is none",
      body: asking({ calls_max: 2, min_confidence: 0.95 }),
      expect: 200,
      json: { resolved: { tool: "none" }, calls: [] },
    },
    wrong("Q-24", "no call at all", { calls_max: 0 }, ["calls_max"]),
    wrong("Q-24", "9 calls", { calls_max: 9 }, ["calls_max"]),
    wrong("E-3", "a call and a half", { calls_max: 1.5 }, ["calls_max"]),
  ];
}
