import { createHash } from "node:crypto";

/** The key under which the embedding of a text is stored: hex SHA-256. Whoever embeds the same text finds it. */
export function embeddingKeyOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
