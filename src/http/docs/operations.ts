import type { OpenApiDocument } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";

export interface OperationEntry {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonSchema;
}

/** The operations of a tag, in the order of the document. */
export function entriesOf({ paths }: OpenApiDocument, tag: string): readonly OperationEntry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => (operation.tags as readonly string[]).includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

/** As in `access token`. */
export function whoMay(security: unknown): string {
  const [first] = security as readonly JsonSchema[];
  if (!first) return "open";
  return "adminToken" in first ? "admin token" : "access token";
}
