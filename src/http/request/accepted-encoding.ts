/** The best first. */
const ENCODINGS = ["zstd", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number] | "identity";

/** The best that the client names without refusing it (`;q=0`). */
export function acceptedEncoding(acceptEncoding: string | null): Encoding {
  const accepted = (acceptEncoding ?? "").split(",").flatMap((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return ENCODINGS.find((name) => accepted.includes(name)) ?? "identity";
}

/** What goes with bytes that the client may have in several encodings. */
export function encodingHeaders(encoding: Encoding): Readonly<Record<string, string>> {
  return { Vary: "Accept-Encoding", ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }) };
}
