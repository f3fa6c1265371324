/** What a hostile request is, and what it may cost. */

/** A request that is made to cost much. `body` is made when it is sent: text and bytes go as they are, all else as JSON. */
export interface HostileRequest {
  readonly kind: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: (() => unknown) | null;
  readonly headers: Readonly<Record<string, string>>;
  /** It brings hundreds of classes, or thousands of parts, tools, options or items. */
  readonly isBulk: boolean;
  /** The client leaves after so long; null for one that waits. */
  readonly goneAfterMs: number | null;
}

type Row = Pick<HostileRequest, "name" | "path"> & Partial<HostileRequest>;

/** Rows of one kind. By default a POST that brings little. */
export function rowsOf(kind: string, rows: readonly Row[]): readonly HostileRequest[] {
  return rows.map((row) => ({
    kind,
    method: "POST",
    body: null,
    headers: {},
    isBulk: false,
    goneAfterMs: null,
    ...row,
  }));
}

/** Of all threads of the process, for one request under default settings. */
const CPU_MS_MAX = 1_000;
const BULK_CPU_MS_MAX = 3_000;
/** In one go on the main thread, where everybody else waits. */
export const SILENT_MS_MAX = 250;
export const GROWN_MIB_MAX = 64;

export function cpuMsMaxOf({ isBulk }: Pick<HostileRequest, "isBulk">): number {
  return isBulk ? BULK_CPU_MS_MAX : CPU_MS_MAX;
}

/** The set that every table may ask: two tools for lamps and weather. */
export const KNOWN_SET = "known-v1";

export const repeated = (text: string, units: number) => text.repeat(Math.ceil(units / text.length)).slice(0, units);

/** One base letter under so many bytes of marks, each of which sorts behind the next: the worst for normalising. */
export const marks = (bytes: number) => `a${"\u0323\u0301".repeat(bytes / 4)}`;

export const listOf = <Item>(count: number, make: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => make(at));

export const mapOf = (count: number, value: unknown, name = "p") =>
  Object.fromEntries(listOf(count, (at) => [`${name}${at}`, value]));

export const object = (properties: object) => ({ type: "object", properties });

export const toolOf = (parameters: unknown, name = "set_lamp", description = "Switches a lamp") => ({
  name,
  description,
  parameters,
});

/** A query against one tool with these parameters. */
export const asked = (parameters: unknown, query = "switch on the lamp in the kitchen at 7 for 5 euros") => ({
  query,
  tools: [toolOf(parameters)],
});

/** The same tool so many times. */
export const askedOfMany = (count: number, parameters: unknown) => ({
  query: "switch on the lamp in the kitchen at 7 for 5 euros",
  tools: listOf(count, (at) => toolOf(parameters, `tool_${at}`, `Switches lamp ${at}`)),
});
