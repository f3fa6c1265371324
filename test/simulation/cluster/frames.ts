/**
 * What a client of Postgres and its server say to each other, message by message.
 * https://www.postgresql.org/docs/15/protocol-message-formats.html
 */

const STARTUP_HEAD_BYTES = 8;
const MESSAGE_HEAD_BYTES = 5;

/** What a client waits for the answer of: everything up to the message that asks for one. */
export interface Asked {
  readonly bytes: Buffer;
  readonly kind: "end" | "startup" | "statement";
  /** Of a statement: its text. */
  readonly text: string;
  /** What it has the server wait for a lock; null where it does not say. */
  readonly lockMs: number | null;
}

/** Puts together what a client writes, however it comes in pieces. */
export class Asking {
  #waiting = Buffer.alloc(0);
  #group: Buffer[] = [];
  #hasBegun = false;
  #text = "";
  #lastValue = "";
  readonly #prepared = new Map<string, string>();

  /** What is complete by now. */
  add(bytes: Uint8Array): readonly Asked[] {
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    const complete: Asked[] = [];
    for (let message = this.#next(); message; message = this.#next()) {
      this.#group.push(message);
      const kind = this.#read(message);
      if (kind === null) continue;
      complete.push({ bytes: Buffer.concat(this.#group), kind, text: this.#text, lockMs: this.#lockMs() });
      this.#group = [];
    }
    return complete;
  }

  #next(): Buffer | null {
    const sizeAt = this.#hasBegun ? 1 : 0;
    if (this.#waiting.length < sizeAt + 4) return null;
    const size = sizeAt + this.#waiting.readInt32BE(sizeAt);
    if (this.#waiting.length < size) return null;
    const message = this.#waiting.subarray(0, size);
    this.#waiting = this.#waiting.subarray(size);
    return message;
  }

  /** What the message makes of all before it; null where more belongs to it. */
  #read(message: Buffer): Asked["kind"] | null {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      return "startup";
    }
    const [first = "", second = ""] = stringsIn(message);
    switch (String.fromCharCode(message[0] ?? 0)) {
      case "P":
        this.#prepared.set(first, second);
        return null;
      case "B":
        this.#text = this.#prepared.get(second) ?? "";
        this.#lastValue = lastValueIn(message, first, second);
        return null;
      case "Q":
        this.#text = first;
        return "statement";
      case "S":
        return "statement";
      case "X":
        return "end";
      default:
        return null;
    }
  }

  #lockMs(): number | null {
    return this.#text.includes("set_config('lock_timeout'") ? Number(this.#lastValue) : null;
  }
}

function stringsIn(message: Buffer): readonly string[] {
  return message.subarray(MESSAGE_HEAD_BYTES).toString("latin1").split("\0", 2);
}

/** Of a Bind message, as text. */
function lastValueIn(message: Buffer, portal: string, statement: string): string {
  let at = MESSAGE_HEAD_BYTES + portal.length + statement.length + 2;
  at += 2 + 2 * message.readInt16BE(at);
  const count = message.readInt16BE(at);
  at += 2;
  let last = "";
  for (let value = 0; value < count; value += 1) {
    const size = message.readInt32BE(at);
    at += 4;
    last = size < 0 ? "" : message.subarray(at, at + size).toString();
    at += Math.max(0, size);
  }
  return last;
}

/** The same startup with parameters left out, and others in their place. */
export function startupWith(startup: Buffer, change: (parameters: Map<string, string>) => void): Buffer {
  const texts = startup.subarray(STARTUP_HEAD_BYTES).toString().split("\0");
  const parameters = new Map<string, string>();
  for (let at = 0; at + 1 < texts.length && texts[at] !== ""; at += 2)
    parameters.set(texts[at] ?? "", texts[at + 1] ?? "");
  change(parameters);
  const body = Buffer.from(`${[...parameters].map(([name, value]) => `${name}\0${value}\0`).join("")}\0`);
  const head = Buffer.from(startup.subarray(0, STARTUP_HEAD_BYTES));
  head.writeInt32BE(STARTUP_HEAD_BYTES + body.length, 0);
  return Buffer.concat([head, body]);
}

/** A simple query. */
export function query(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(MESSAGE_HEAD_BYTES);
  head.write("Q");
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** What a server says of a statement that has failed, and that it is ready for the next one. */
export function failed(code: string, words: string, status: string): Buffer {
  const body = Buffer.from(`SERROR\0VERROR\0C${code}\0M${words}\0\0`);
  const head = Buffer.alloc(MESSAGE_HEAD_BYTES);
  head.write("E");
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body, Buffer.from([0x5a, 0, 0, 0, 5, status.charCodeAt(0)])]);
}

/** An answer, complete. */
export interface Answered {
  readonly bytes: Buffer;
  /** `I` outside of a transaction, `T` in one, `E` in one that has failed. */
  readonly status: string;
  /** Of the first failure; null where there is none. */
  readonly errorCode: string | null;
  /** As the server says what it did, as `UPDATE 1`. */
  readonly tag: string;
  /** Of the process of the server, where the answer tells it. */
  readonly processId: number | null;
}

/** Puts together what a server writes: `count` answers, of which the last one is given. */
export class Answering {
  #waiting = Buffer.alloc(0);
  #left = 0;
  #from: Buffer[] = [];
  #errorCode: string | null = null;
  #tag = "";
  #processId: number | null = null;

  expect(count: number): void {
    this.#left = count;
    this.#begin();
  }

  /** The last answer; null while it is not complete. */
  add(bytes: Uint8Array): Answered | null {
    this.#waiting = this.#waiting.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#waiting, bytes]);
    while (this.#waiting.length >= MESSAGE_HEAD_BYTES) {
      const size = 1 + this.#waiting.readInt32BE(1);
      if (this.#waiting.length < size) return null;
      const message = this.#waiting.subarray(0, size);
      this.#waiting = this.#waiting.subarray(size);
      this.#from.push(message);
      if (this.#isLast(message)) return this.#answered(String.fromCharCode(message[MESSAGE_HEAD_BYTES] ?? 0));
    }
    return null;
  }

  #begin(): void {
    this.#from = [];
    this.#errorCode = null;
    this.#tag = "";
  }

  #isLast(message: Buffer): boolean {
    switch (message[0]) {
      case 0x45:
        this.#errorCode ??= errorCodeIn(message);
        return false;
      case 0x43:
        this.#tag = stringsIn(message)[0] ?? "";
        return false;
      case 0x4b:
        this.#processId = message.readInt32BE(MESSAGE_HEAD_BYTES);
        return false;
      case 0x5a:
        this.#left -= 1;
        if (this.#left > 0) this.#begin();
        return this.#left === 0;
      default:
        return false;
    }
  }

  #answered(status: string): Answered {
    const [bytes, errorCode, tag, processId] = [Buffer.concat(this.#from), this.#errorCode, this.#tag, this.#processId];
    this.#begin();
    return { bytes, status, errorCode, tag, processId };
  }
}

function errorCodeIn(message: Buffer): string {
  const fields = message.subarray(MESSAGE_HEAD_BYTES).toString("latin1").split("\0");
  return fields.find((field) => field.startsWith("C"))?.slice(1) ?? "";
}
