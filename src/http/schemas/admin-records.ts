import { type Static, Type } from "@sinclair/typebox";
import type { JsonObject } from "#core/json.ts";
import type { AuditRecord } from "#core/ports/audit-store.ts";
import { dateTime } from "./resources.ts";
import { At, EXACT, pageOf } from "./shared-fields.ts";

const AuditRecordResource = Type.Object(
  {
    id: Type.Integer({ description: "Grows with every record." }),
    at: At,
    by: Type.String({ description: "Who: `admin page`, or the user of the system behind a command." }),
    what: Type.String({ description: 'What, without secrets, as in `app.credit app_id="app_1" requests=50`.' }),
  },
  EXACT,
);

export const AuditPage = pageOf(AuditRecordResource);

export function auditRecordResource({ id, at, by, what }: AuditRecord): Static<typeof AuditRecordResource> {
  return { id, at: dateTime(at), by, what };
}

export const CommandBody = Type.Object(
  {
    command: Type.String({ description: "Its name, as in `app.create`." }),
    args: Type.Optional(
      Type.Unsafe<JsonObject>(
        Type.Object({}, { additionalProperties: true, description: "Its arguments, by name. Default none." }),
      ),
    ),
  },
  EXACT,
);

export const CommandAnswer = Type.Object(
  { result: Type.Unknown({ description: "What the command gives, as on the command line with `--json`." }) },
  EXACT,
);
