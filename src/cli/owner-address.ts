import { secretVariable } from "#config";
import { Failure } from "./command.ts";

const OWNER_VARIABLE = "DRAGOMAN_POSTGRES_OWNER_URL";

/** Of the database of a cluster, as the owner of its tables: it has a password in it. Throws a Failure where it is not in the environment. */
export function ownerAddress(): string {
  const address = secretVariable(OWNER_VARIABLE).reveal();
  if (address !== "") return address;
  const example = "postgres://owner:password@host:5432/dragoman";
  throw new Failure(
    `the address of the database, as the owner of its tables, is missing: set ${OWNER_VARIABLE}, as in ${example}`,
  );
}
