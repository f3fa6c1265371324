import { expect } from "bun:test";
import { AppError } from "#core/errors.ts";
import type { Reply } from "../answer-checks.ts";
import type { ClauseId } from "../contract/clauses.ts";
import type { Scenario, Stage } from "../kit.ts";

/** What both endpoints refuse, besides their own fields. */
export function malformedQueries(body: object): readonly Scenario[] {
  const bad = (
    clause: ClauseId,
    name: string,
    change: object,
    details: readonly string[],
    more: Partial<Scenario> = {},
  ): Scenario => ({
    clause,
    name,
    body: { ...body, ...change },
    expect: 400,
    error: "validation_error",
    details,
    ...more,
  });
  return [
    bad("E-4", "a query of 501 characters", { query: "q".repeat(501) }, ["query"], {
      says: "query exceeds the limit: 501/500 characters",
    }),
    bad("Q-4", "an empty query", { query: "" }, ["query"]),
    bad("E-3", "a query that is a number", { query: 5 }, ["query"]),
    bad("F-12", "a query with half a surrogate pair", { query: "a\ud800" }, ["query"]),
    bad("Q-5", "a context of 2,001 characters", { context: "c".repeat(2_001) }, ["context"]),
    bad("Q-6", "6 history entries", { history: Array(6).fill({ tool: "t", query: "q" }) }, ["history"]),
    bad("F-9", "a history entry with an unknown field", { history: [{ tool: "t", query: "q", at: 1 }] }, [
      "history.0.at",
    ]),
    bad("Q-18", "a time zone that there is not", { time_zone: "Mars/Olympus" }, ["time_zone"], {
      says: "time_zone: is no time zone",
    }),
    bad("E-3", "a language by its name", { language: "german" }, ["language"], {
      says: 'language: must be a language tag such as "de" or "fr-CA"',
    }),
    bad("E-3", "a time zone that is a number", { time_zone: 60 }, ["time_zone"]),
    bad("E-3", "a query of null, which has to be there", { query: null }, ["query"], {
      says: /query: is null, and must be a string$/,
    }),
    bad("E-3", "a history of null, which may be left out", { history: null }, ["history"], {
      says: "history: is null, and must be an array; leave it out where there is none",
    }),
    bad("F-9", "an unknown field", { temperature: 0 }, ["temperature"]),
    {
      clause: "E-2",
      name: "a history entry without query",
      body: { ...body, history: [{ tool: "t" }] },
      expect: 400,
      error: "bad_request",
      says: "`history.0.query`",
    },
  ];
}

/** Whatever the model fails with is an error of its own, and nothing is charged for it. */
export function modelFailures(body: object): readonly Scenario[] {
  const failing =
    (failure: Error) =>
    async ({ server }: Stage) => {
      server.model.before = async () => {
        server.model.before = async () => {};
        throw failure;
      };
    };
  const row = (
    clause: ClauseId,
    name: string,
    failure: Error,
    status: number,
    error: string,
    more: Partial<Scenario> = {},
  ): Scenario => ({
    clause,
    name,
    given: failing(failure),
    body,
    expect: status,
    error,
    ...more,
  });
  const unknownWords = (reply: Reply, { server }: Stage) => {
    expect(JSON.stringify(reply.json)).not.toContain("SECRET");
    expect(server.logs.join("\n")).toContain(`${reply.headers.get("x-request-id")} POST`);
    expect(server.logs.join("\n")).toContain("SECRET");
  };
  return [
    row(
      "E-11",
      "the model answers nonsense",
      new AppError("llm_processing_error", "nonsense"),
      502,
      "llm_processing_error",
    ),
    row("E-11", "the model cannot be reached", new AppError("bad_gateway", "refused"), 502, "bad_gateway"),
    row("E-12", "the model's queue is full", new AppError("service_unavailable", "full"), 503, "service_unavailable", {
      replyHeaders: { "Retry-After": "30" },
    }),
    row("E-10", "something fails that nobody thought of", new Error("SECRET path"), 500, "internal_error", {
      afterwards: unknownWords,
    }),
  ];
}
