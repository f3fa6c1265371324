/**
 * What one setting is: its default, what it accepts, how it reads in a message, in the reference and in
 * `--print-config`. `settings.ts` is the table of them.
 */
import { eachHostOf } from "#core/hosts-of-address.ts";
import { Secret } from "#core/secret.ts";
import { UNLIMITED_REQUESTS } from "#core/tenant.ts";

export type SettingValue = string | number | boolean | readonly string[];

/**
 * `Value` is what a source gives, `Held` what the program holds. The last two are methods, so that all settings can be read
 * and shown alike whatever their values are: each is called with a value of its own only.
 */
export interface Setting<Value extends SettingValue = SettingValue, Held = unknown> {
  readonly default: Value;
  /** One sentence, for the reference. */
  readonly describes: string;
  /** `text`, `whole number`, `number`, `true or false`, `list of texts`. */
  readonly type: string;
  /** What a number counts; null where it counts nothing. */
  readonly unit: string | null;
  /** What is accepted, to stand after "expected". */
  readonly expected: string;
  /** Whether the value, as TOML or `fromText` gave it, may stand. */
  accepts(value: unknown): value is Value;
  /** What an environment variable or a flag says, as TOML would have given it. What does not read stays text. */
  fromText(text: string): unknown;
  /** The value as it may be shown to anybody who reads a terminal or a log. */
  masked(value: Value): Value;
  /** The value as `Config` has it: itself, or a secret that cannot be printed by mistake. */
  held(value: Value): Held;
}

/** What an owner may call a plan or a backend. */
export const SECTION_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const SECTION_NAME_EXPECTED = "1–64 letters, digits, '_' or '-', the first a letter or a digit";

interface Described<Value> {
  readonly default: Value;
  readonly describes: string;
}

interface Bounded extends Described<number> {
  readonly unit: string | null;
  readonly min: number;
  readonly max: number;
}

const asItIs = <Value>(value: Value): Value => value;

export function wholeNumber({ default: value, describes, unit, min, max }: Bounded): Setting<number, number> {
  return {
    default: value,
    describes,
    type: "whole number",
    unit,
    expected: `a whole number from ${min} to ${max}`,
    accepts: (found): found is number =>
      typeof found === "number" && Number.isSafeInteger(found) && found >= min && found <= max,
    fromText: (text) => (/^-?\d+$/.test(text) ? Number(text) : text),
    masked: asItIs,
    held: asItIs,
  };
}

/** What stands for a limit that is none. */
export const UNLIMITED = "unlimited";

/** The program holds the word as `UNLIMITED_REQUESTS`. */
export function wholeNumberOrUnlimited(bounded: Bounded): Setting<number | typeof UNLIMITED, number> {
  const whole = wholeNumber(bounded);
  return {
    ...whole,
    type: "whole number or text",
    expected: `${whole.expected}, or "${UNLIMITED}"`,
    accepts: (found): found is number | typeof UNLIMITED => found === UNLIMITED || whole.accepts(found),
    masked: asItIs,
    held: (value) => (value === UNLIMITED ? UNLIMITED_REQUESTS : value),
  };
}

export function number({ default: value, describes, unit, min, max }: Bounded): Setting<number, number> {
  return {
    default: value,
    describes,
    type: "number",
    unit,
    expected: `a number from ${min} to ${max}`,
    accepts: (found): found is number => typeof found === "number" && found >= min && found <= max,
    fromText: (text) => (/^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text) ? Number(text) : text),
    masked: asItIs,
    held: asItIs,
  };
}

export function trueOrFalse({ default: value, describes }: Described<boolean>): Setting<boolean, boolean> {
  return {
    default: value,
    describes,
    type: "true or false",
    unit: null,
    expected: "true or false",
    accepts: (found): found is boolean => typeof found === "boolean",
    fromText: (text) => (text === "true" ? true : text === "false" ? false : text),
    masked: asItIs,
    held: asItIs,
  };
}

/** One of a few words. */
export function choice<const Choice extends string>(
  options: Described<NoInfer<Choice>> & { readonly choices: readonly Choice[] },
): Setting<Choice, Choice> {
  const { default: value, describes, choices } = options;
  const words: readonly string[] = choices;
  const listed = choices.map((word) => `"${word}"`).join(" or ");
  return {
    default: value,
    describes,
    type: "text",
    unit: null,
    expected: choices.length === 1 ? `${listed}, which is all that this version has` : listed,
    accepts: (found): found is Choice => typeof found === "string" && words.includes(found),
    fromText: asItIs,
    masked: asItIs,
    held: asItIs,
  };
}

interface Textual<Value> extends Described<Value> {
  /** What is accepted, to stand after "expected". */
  readonly expected: string;
  /** Whether one text is good. */
  readonly matches: (text: string) => boolean;
}

export function text({ default: value, describes, expected, matches }: Textual<string>): Setting<string, string> {
  return {
    default: value,
    describes,
    type: "text",
    unit: null,
    expected,
    accepts: (found): found is string => isPlainText(found) && matches(found),
    fromText: asItIs,
    masked: asItIs,
    held: asItIs,
  };
}

/** An address that may carry a password, or empty. */
export function secretUrl(
  options: Described<string> & { readonly schemes: readonly string[]; readonly hasSeveralHosts?: true },
): Setting<string, string> {
  const { schemes, hasSeveralHosts } = options;
  const isOne = (found: string) => URL.canParse(found) && schemes.includes(new URL(found).protocol);
  const matches = (found: string) => found === "" || (hasSeveralHosts ? eachHostOf(found).every(isOne) : isOne(found));
  const expected = `"" or an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`;
  return { ...text({ ...options, expected, matches }), masked: withoutSecrets };
}

/** As `secretUrl`, and wholly a secret once it is read. */
export function secretAddress(options: Parameters<typeof secretUrl>[0]): Setting<string, Secret> {
  return { ...secretUrl(options), held: (address) => new Secret(address) };
}

/** In the environment the items stand with commas between them. */
export function listOfTexts({
  default: value,
  describes,
  expected,
  matches,
}: Textual<readonly string[]>): Setting<readonly string[], readonly string[]> {
  return {
    default: value,
    describes,
    type: "list of texts",
    unit: null,
    expected,
    accepts: (found): found is readonly string[] =>
      Array.isArray(found) && found.every((item) => isPlainText(item) && matches(item)),
    fromText: (line) => (line.trim() === "" ? [] : line.split(",").map((item) => item.trim())),
    masked: asItIs,
    held: asItIs,
  };
}

/** What a program is told on its command line: the value of an option that is called like a secret is shown to nobody. */
export function programArguments(options: Textual<readonly string[]>): ReturnType<typeof listOfTexts> {
  return { ...listOfTexts(options), masked: withoutSecretArguments };
}

/** Lines `name: value` whose values nobody may read. */
export function secretHeaders(options: Described<readonly string[]>): Setting<readonly string[], readonly Secret[]> {
  const matches = (line: string) => /^[A-Za-z0-9-]{1,64}: ?\S.{0,4095}$/.test(line);
  const masked = (line: unknown) =>
    typeof line === "string" && matches(line) ? line.replace(/:.*/, `: ${MASK}`) : MASK;
  const expected = 'a list of headers, as in "api-key: 123"';
  // What is no list is a wrong secret, and a secret all the same.
  return {
    ...listOfTexts({ ...options, expected, matches }),
    masked: (lines: unknown) => (Array.isArray(lines) ? lines.map(masked) : [MASK]),
    held: (lines) => lines.map((line) => new Secret(line)),
  };
}

function isPlainText(found: unknown): found is string {
  return typeof found === "string" && !/\p{Cc}/u.test(found);
}

const MASK = "***";
/** How a parameter or an option is called whose value nobody may read. */
const SECRET_NAME = /pass|pwd|secret|token|key|auth|sig|cred/i;

/**
 * A password can stand before the host or among the parameters; in what is no address, anywhere. Over HTTP a lone name before the
 * host is a token: users of a database have names, those of an API do not.
 */
export function withoutSecrets(address: string): string {
  if (address === "") return address;
  if (!URL.canParse(address)) return MASK;
  const url = new URL(address);
  const isToken = url.username !== "" && url.password === "" && /^https?:$/.test(url.protocol);
  const secrets = [...url.searchParams.keys()].filter((name) => SECRET_NAME.test(name));
  if (url.password === "" && !isToken && secrets.length === 0) return address;
  if (url.password !== "") url.password = MASK;
  if (isToken) url.username = MASK;
  for (const name of secrets) url.searchParams.set(name, MASK);
  return url.href;
}

/** `--api-key 123` and `--api-key=123`. What is no list may hold either. */
function withoutSecretArguments(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return [MASK];
  return given.map((argument: unknown, index) => {
    if (typeof argument !== "string") return MASK;
    const [, option] = /^(-[^=]*)=/.exec(argument) ?? [];
    if (option !== undefined) return SECRET_NAME.test(option) ? `${option}=${MASK}` : argument;
    const before: unknown = given[index - 1];
    const isValue = typeof before === "string" && /^-[^=]*$/.test(before) && !argument.startsWith("-");
    return isValue && SECRET_NAME.test(before) ? MASK : argument;
  });
}
