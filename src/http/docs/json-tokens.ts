/** JSON in pieces, for whoever colours it: our pages when they are made, and the API page's script. */

export interface JsonToken {
  readonly text: string;
  /** `k` for a key, `s` for a text, `n` for a number, true, false or null; "" for what stands between. */
  readonly kind: "" | "k" | "n" | "s";
}

/** The pieces of a value, indented by two. */
export function jsonTokensOf(value: unknown): readonly JsonToken[] {
  const text = JSON.stringify(value, null, 2) ?? "";
  const pieces = text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?)/);
  return pieces.map((piece, index) => ({ text: piece, kind: index % 2 === 0 ? "" : kindOf(piece) }));
}

function kindOf(piece: string): JsonToken["kind"] {
  if (piece.endsWith(":")) return "k";
  return piece.startsWith('"') ? "s" : "n";
}
