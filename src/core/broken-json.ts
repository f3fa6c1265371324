import { messageOf } from "./errors.ts";
import { codePointsIn } from "./text.ts";

/** Where a text stops being JSON, and what stands there. */
export interface JsonBreak {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  /** What is wrong and what to write instead, in words that go on from a colon. */
  readonly problem: string;
  /** The text around it on one line, cut on both sides. */
  readonly around: string;
}

/** Of the text that is shown before and behind the place. */
const SHOWN_CHARACTERS_MAX = 30;
/** Of a word that is quoted. */
const WORD_CHARACTERS_MAX = 20;

/** Why a text was refused as JSON, in words that go on from "is no JSON: ". `cause`: what the engine threw. */
export function whyNoJson(text: string, cause: unknown): string {
  return told(text, cause, ({ line, column }) => `line ${line}, column ${column}`);
}

/** The same of a text that is a line of its own, whose number is said already. */
export function whyNoJsonLine(line: string, cause: unknown): string {
  return told(line, cause, ({ column }) => `column ${column}`);
}

function told(text: string, cause: unknown, placed: (found: JsonBreak) => string): string {
  const found = jsonBreakIn(text);
  if (found === null) return messageOf(cause).replace(/^JSON Parse error: /, "");
  const { problem, around } = found;
  return `${placed(found)}: ${problem}${around === "" ? "" : ` (near \`${around}\`)`}`;
}

/** The first place at which a text is no JSON (RFC 8259); null for one that is. One pass, in time linear in the text. */
export function jsonBreakIn(text: string): JsonBreak | null {
  const scanner = new Scanner(text);
  const fault = scanner.faultInDocument();
  if (fault === null) return null;
  return { ...placeOf(text, fault.at), problem: fault.problem, around: aroundOf(text, fault.at) };
}

interface Fault {
  readonly at: number;
  readonly problem: string;
}

/** A list or an object that is open. */
interface Opened {
  readonly at: number;
  readonly closedBy: "]" | "}";
}

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERAL = /(?:true|false|null)(?![\p{L}\p{N}_$])/uy;
/** From the blank on, without the quote and the backslash. */
const TEXT_PART = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;
/** What somebody may have written for a name, a text, a number or one of the three words. */
const WORD = /[^\s,:"'[\]{}]+/y;

/** What programs call the three words, and what has no word in JSON. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  True: "write true, in small letters",
  TRUE: "write true, in small letters",
  False: "write false, in small letters",
  FALSE: "write false, in small letters",
  None: "write null",
  NULL: "write null, in small letters",
  Null: "write null, in small letters",
  nil: "write null",
  undefined: "write null, or leave the field out",
  NaN: "JSON has no such number: write null, or leave the field out",
  Infinity: "JSON has no such number: write null, or leave the field out",
};

class Scanner {
  readonly #text: string;
  readonly #open: Opened[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  faultInDocument(): Fault | null {
    this.#skip(BLANK);
    if (this.#isOver) return this.#fault("there is nothing in it");
    let fault = this.#value();
    // A value has been read, or the bracket that opens one: on to whatever may stand behind it.
    while (fault === null && this.#open.length > 0) fault = this.#next();
    if (fault !== null) return fault;
    this.#skip(BLANK);
    return this.#isOver ? null : this.#behindTheEnd();
  }

  get #isOver(): boolean {
    return this.#at >= this.#text.length;
  }

  get #here(): string {
    return this.#text[this.#at] ?? "";
  }

  /** What may stand where a value has ended or a bracket has opened. */
  #next(): Fault | null {
    const inside = this.#open.at(-1) as Opened;
    const isFirst = this.#at === inside.at + 1;
    this.#skip(BLANK);
    if (this.#isOver) return this.#unclosed(inside);
    if (this.#here === inside.closedBy) return this.#close();
    if (!isFirst) {
      const comma = this.#at;
      if (!this.#take(",")) return this.#noComma(inside);
      this.#skip(BLANK);
      if (this.#isOver) return this.#unclosed(inside);
      if (/[\]}]/.test(this.#here))
        return this.#fault(`the comma before ${this.#here} has nothing behind it: take it out`, comma);
    }
    return inside.closedBy === "}" ? (this.#name() ?? this.#value()) : this.#value();
  }

  #close(): null {
    this.#open.pop();
    this.#at += 1;
    return null;
  }

  #name(): Fault | null {
    if (this.#here !== '"') return this.#strange("a name");
    const fault = this.#quoted();
    if (fault !== null) return fault;
    this.#skip(BLANK);
    if (!this.#take(":")) return this.#fault("a colon is missing between the name and its value");
    this.#skip(BLANK);
    return null;
  }

  /** A whole text, number or word; of a list or an object the bracket that opens it. */
  #value(): Fault | null {
    if (this.#here === "{" || this.#here === "[") {
      this.#open.push({ at: this.#at, closedBy: this.#here === "{" ? "}" : "]" });
      this.#at += 1;
      return null;
    }
    if (this.#here === '"') return this.#quoted();
    if (this.#skip(LITERAL) !== "") return null;
    const from = this.#at;
    const number = this.#skip(NUMBER);
    if (number !== "" && !/[\p{L}\p{N}_.+-]/u.test(this.#here)) return null;
    this.#at = from;
    return this.#strange("a value");
  }

  #quoted(): Fault | null {
    const from = this.#at;
    this.#at += 1;
    for (;;) {
      this.#skip(TEXT_PART);
      if (this.#isOver) return this.#fault('a text begins here and has no " at its end', from);
      if (this.#here === '"') break;
      if (this.#here === "\\") {
        if (this.#skip(ESCAPE) !== "") continue;
        return this.#fault('a backslash stands in a text: write it twice, or one of \\n \\t \\" \\u0041');
      }
      if (this.#here === "\n" || this.#here === "\r")
        return this.#fault('the line ends within a text: write \\n for a new line, or close the text with a "');
      return this.#fault("a control character stands in a text: write it as in \\t or \\u0007");
    }
    this.#at += 1;
    return null;
  }

  /** `wanted`: what should stand where something else does. */
  #strange(wanted: "a name" | "a value"): Fault {
    const at = this.#at;
    const here = this.#here;
    if (here === "") return this.#unclosed(this.#open.at(-1));
    if (/['‘’`]/.test(here))
      return this.#fault(`texts and names stand in double quotes: write " in the place of ${here}`);
    if (/[“”„«»]/.test(here))
      return this.#fault(`texts and names stand in straight quotes: write " in the place of ${here}`);
    if (here === "#" || (here === "/" && /[/*]/.test(this.#text[at + 1] ?? ""))) return this.#comment();
    if (/[,:\]}]/.test(here)) return this.#fault(`${wanted} is missing before ${here}`);
    if (wanted === "a name" && /[{[]/.test(here)) return this.#fault(`a name is missing before ${here}`);
    const word = this.#skip(WORD).slice(0, WORD_CHARACTERS_MAX);
    if (wanted === "a name") return this.#fault(`a name stands in double quotes: write "${word}"`, at);
    const meant = Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
    if (meant !== undefined) return this.#fault(`${word} is no value of JSON: ${meant}`, at);
    if (/^[-+.\d]/.test(word))
      return this.#fault(`${word} is no number of JSON: write it as in 12, -0.5 or 1e6, or as a text in quotes`, at);
    return this.#fault(`${word} is no value of JSON: a text stands in double quotes`, at);
  }

  #noComma(inside: Opened): Fault {
    const here = this.#here;
    if (here === "]" || here === "}")
      return this.#fault(`${here} stands where ${inside.closedBy} should: ${this.#openedAt(inside)}`);
    if (here === "#" || here === "/") return this.#comment();
    if (here === ";") return this.#fault("a semicolon stands where a comma should");
    const isBehindText = this.#text[this.#at - 1] === '"';
    if (isBehindText && /[\p{L}\p{N}]/u.test(here))
      return this.#fault('the text has ended with the " before: within a text a quote is written \\"');
    return this.#fault(`a comma or ${inside.closedBy} is missing before this`);
  }

  #behindTheEnd(): Fault {
    const here = this.#here;
    if (here === "#" || here === "/") return this.#comment();
    if (here === "]" || here === "}") return this.#fault(`one ${here} too many: everything is closed already`);
    return this.#fault("the JSON has ended before this: one value is all that may stand here");
  }

  #comment(): Fault {
    return this.#fault("JSON has no comments: take it out");
  }

  #unclosed(inside: Opened | undefined): Fault {
    if (inside === undefined) return this.#fault("a value is missing at the end");
    return this.#fault(`it ends before ${inside.closedBy}: ${this.#openedAt(inside)}`, this.#text.length);
  }

  #openedAt({ at, closedBy }: Opened): string {
    const { line, column } = placeOf(this.#text, at);
    return `the ${closedBy === "}" ? "{" : "["} of line ${line}, column ${column} is still open`;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skip(what: RegExp): string {
    what.lastIndex = this.#at;
    const [found = ""] = what.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #fault(problem: string, at = this.#at): Fault {
    return { at, problem };
  }
}

function placeOf(text: string, at: number): Pick<JsonBreak, "column" | "line"> {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: lines.length, column: codePointsIn(lines.at(-1) ?? "") + 1 };
}

function aroundOf(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - SHOWN_CHARACTERS_MAX), Math.min(text.length, at + SHOWN_CHARACTERS_MAX)];
  const shown = text
    .slice(from, to)
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return `${from > 0 && shown !== "" ? "…" : ""}${shown}${to < text.length && shown !== "" ? "…" : ""}`;
}
