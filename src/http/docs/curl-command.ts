/** A request as a command to copy: in the reference as it is made, and beside the form that somebody fills in. */

export interface DescribedRequest {
  readonly method: string;
  /** The server, or the variable that holds it. */
  readonly origin: string;
  /** With its query; percent-encoded as by `encoded`. */
  readonly target: string;
  /** The shell's variable that holds the token, as in `$TOKEN`; null where none is asked for. */
  readonly tokenVariable: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** For a POSIX shell. What people typed stands in it as text, whatever it is. */
export function curlCommand({ method, origin, target, tokenVariable, headers, body }: DescribedRequest): string {
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${origin}${target}"`,
    ...(tokenVariable === null ? [] : [`  -H "Authorization: Bearer ${tokenVariable}"`]),
    ...(body === null ? [] : ["  -H 'Content-Type: application/json'"]),
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    // Unlike -d, it takes a leading @ for itself and reads no file.
    ...(body === null ? [] : [`  --data-raw ${quoted(body)}`]),
  ];
  return lines.join(" \\\n");
}

/** For a path or a query; nothing is left that a shell's double quotes would read. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
