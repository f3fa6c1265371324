/** Which role of the database may be a node's: one that row-level security holds, so that a condition that was forgotten finds nothing. */
import { OperatorError } from "#core/errors.ts";
import { SCHEMA } from "./postgres.ts";

export interface RoleRights {
  readonly role: string;
  /** A superuser, or one with BYPASSRLS. */
  readonly is_above: boolean;
  /** Tables of ours are its own, or those of a role that it may act as: a table's owner sees all of its rows. */
  readonly owns: boolean;
}

/** Of the role $1: one row, or none where there is no such role. */
export const RIGHTS_OF_ROLE = `
  SELECT rolname AS role, rolsuper OR rolbypassrls AS is_above, EXISTS (
      SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = '${SCHEMA}' AND relkind IN ('r', 'p') AND pg_has_role(pg_roles.oid, relowner, 'USAGE')) AS owns
  FROM pg_roles WHERE rolname = $1`;

const ANOTHER = `make another, with CREATE ROLE … LOGIN PASSWORD …, and give it the right by "dragoman cluster migrate --node ROLE"`;

/** Throws an OperatorError (`database_unusable`) for a role that would see the rows of all apps. */
export function requireHeld({ role, is_above, owns }: RoleRights): void {
  if (!is_above && !owns) return;
  const why = is_above ? "is a superuser, or has BYPASSRLS" : "owns the tables";
  throw new OperatorError(
    "database_unusable",
    `the role ${role} cannot be that of nodes: it ${why}, and row-level security, which keeps apps apart, does not hold it: ${ANOTHER}`,
  );
}

/** Of a role that was given no right to the tables that are there. */
export function notOfNodes(role: string): OperatorError {
  return new OperatorError(
    "database_unusable",
    `the role ${role} may not be a node's yet: run "dragoman cluster migrate --node ${role}" as the owner of the database`,
  );
}
