import type { ClauseId } from "../contract/clauses.ts";
import type { Scenario } from "../kit.ts";

/** What every route that names one resource answers to the wrong people. */
export function outsiders(body?: object): readonly Scenario[] {
  const row = (name: string, as: NonNullable<Scenario["as"]>, status: number, error: string, clause: ClauseId) => ({
    clause,
    name,
    as,
    ...(body && { body }),
    expect: status,
    error,
    unchanged: true as const,
  });
  return [
    row("without a token", "anonymous", 401, "unauthorized", "A-3"),
    row("with a malformed token", "malformed token", 401, "unauthorized", "A-3"),
    row("with an expired token", "expired token", 401, "unauthorized", "A-3"),
    row("while suspended", "suspended", 403, "forbidden", "A-4"),
  ];
}

/** … and to another app. */
export function strangers(body?: object): readonly Scenario[] {
  return [
    ...outsiders(body),
    {
      clause: "A-5",
      name: "another app's",
      as: "stranger",
      ...(body && { body }),
      expect: 404,
      error: "not_found",
      unchanged: true,
    },
  ];
}

/** A body that is right but for one thing. */
export function malformed(right: object) {
  return (
    clause: ClauseId,
    name: string,
    change: object,
    fields: readonly string[],
    more: Partial<Scenario> = {},
  ): Scenario => ({
    clause,
    name,
    body: { ...right, ...change },
    expect: 400,
    error: "validation_error",
    details: fields,
    unchanged: true,
    ...more,
  });
}

/** … or that lacks one. */
export function lacking(right: object, field: string): Scenario {
  return {
    clause: "E-2",
    name: `no ${field}`,
    body: { ...right, [field]: undefined },
    expect: 400,
    error: "bad_request",
    says: `\`${field}\``,
    unchanged: true,
  };
}
