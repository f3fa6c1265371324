/** What is said to be somebody's telephone or account is in no byte on the disk, and what is called something else can be found again. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { JsonObject } from "#core/json.ts";
import { QueryLog } from "#core/query-log/query-log.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anApp, appId, freshFolder, NOW } from "./kit.ts";

const app = appId("one");

/** Beside a number in one piece that may be anything. */
const SAID_TO_BE_PHONES = [
  "call #",
  "my number is #",
  "text # that I am late",
  "reach me at #",
  "# is my phone number",
  "meine Nummer ist #",
  "ruf # an",
  "bitte # anrufen",
  "meine neue Rückrufnummer: #",
  "mon numéro est le #",
  "appelle le #",
  "rappelez-moi, le téléphone est #",
  "mi número es #",
  "llama al #",
  "il mio numero è #",
  "chiama #",
  "mijn nummer is #",
  "bel # even",
];
const SAID_TO_BE_OTHERS = [
  "where is order #",
  "call about ticket #",
  "my customer number is #",
  "Bestellnummer #",
  "la commande # n'est pas là",
  "el pedido # por favor",
  "l'ordine # dov'è",
  "bestelling #",
  "set the counter to #",
];
const ACCOUNTS = ["pay # now", "überweise auf #", "#", "mon compte (#) svp", "bonifico a #.", "IBAN #"];
/** Countries with the pattern behind their check digits: a letter for a letter, 0 for a digit. */
const IBANS = {
  DE: "000000000000000000",
  FR: "00000000000000000000000",
  ES: "00000000000000000000",
  IT: "A0000000000000000000000",
  NL: "AAAA0000000000",
  GB: "AAAA00000000000000",
  AT: "0000000000000000",
  CH: "00000000000000000",
  NO: "00000000000",
  MT: "AAAA00000000000000000000000",
} as const;

const digits = (min: number, max: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max })
    .filter(([first]) => first !== 0)
    .map((some) => some.join(""));

function checkedIban(country: string, account: string): string {
  const number = [...`${account}${country}00`].map((sign) => Number.parseInt(sign, 36)).join("");
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, "0")}${account}`;
}

const anIban = fc
  .constantFrom(...(Object.keys(IBANS) as (keyof typeof IBANS)[]))
  .chain((country) =>
    fc
      .tuple(
        ...[...IBANS[country]].map((kind) =>
          kind === "0" ? fc.integer({ min: 0, max: 9 }).map(String) : fc.constantFrom(..."ABCDEFGHKLMNPQRSTUVWXYZ"),
        ),
      )
      .map((signs) => checkedIban(country, signs.join(""))),
  );
const spaced = (text: string, sign: string) => text.match(/.{1,4}/g)?.join(sign) ?? text;
const written = fc
  .tuple(anIban, fc.constantFrom("", " ", "-", "\u00a0", "\u2009", ".", "\u200b"), fc.boolean())
  .map(([iban, sign, isSmall]) => ({ iban, text: spaced(isSmall ? iban.toLowerCase() : iban, sign) }));

interface Said {
  readonly sentence: string;
  readonly parameters: JsonObject;
  /** None of these may be there. */
  readonly secrets: readonly string[];
  /** Each of these has to be. */
  readonly kept: readonly string[];
}

const phone: fc.Arbitrary<Said> = fc
  .tuple(digits(7, 9), fc.constantFrom(...SAID_TO_BE_PHONES))
  .map(([number, around]) => ({
    sentence: around.replace("#", number),
    parameters: { who: number, whole: Number(number), digits_only: [number.slice(0, 5)] },
    secrets: [number],
    kept: [],
  }));
const named: fc.Arbitrary<Said> = fc
  .tuple(digits(6, 9), fc.constantFrom("phone", "contactPhone", "mobile_number", "Telefonnummer", "teléfono"))
  .map(([number, parameter]) => ({
    sentence: `add ${number} to the entry of Anna`,
    parameters: { [parameter]: number },
    secrets: [number],
    kept: [],
  }));
const account: fc.Arbitrary<Said> = fc.tuple(written, fc.constantFrom(...ACCOUNTS)).map(([{ iban, text }, around]) => ({
  sentence: around.replace("#", text),
  parameters: { to: text, account: iban.slice(4) },
  // Its last digits tell whose it is, however it was spaced.
  secrets: [text, iban, iban.slice(-9)],
  kept: [],
}));
const other: fc.Arbitrary<Said> = fc
  .tuple(digits(7, 9), fc.constantFrom(...SAID_TO_BE_OTHERS))
  .map(([number, around]) => {
    // The Spanish one is a telephone's where nothing says what else it is.
    const sentence = around.replace("#", number);
    return { sentence, parameters: { of: number }, secrets: [], kept: [sentence] };
  });

function bytesOf(folder: string): readonly Buffer[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path));
}

test("what is said to be a telephone's or an account's is in no byte of the folder, and what is called otherwise stays", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(phone, named, account, other), { minLength: 40, maxLength: 60 }),
      async (all) => {
        using folder = freshFolder();
        const storage = await openEmbeddedStorage({ dataDir: folder.path });
        try {
          await storage.apps.create(anApp("one"));
          const log = new QueryLog({
            store: storage.queryLog,
            clock: { now: () => NOW },
            daysMax: 30,
            rowsMax: 10_000,
            log: () => {},
          });
          await log.configure({ app }, { enabled: true });
          for (const { sentence, parameters } of all) {
            const answer = { tool: "noted", parameters };
            const trace = { answer, asked: { kind: "toolset", signatures: ["one-v1"] }, text: sentence } as const;
            log.note(app, "req_1", { trace, confidence: 0.9, runnerUp: null, missing: [], source: "model" });
          }
          await log.close();
          const files = bytesOf(folder.path);
          const isThere = (text: string) => files.some((bytes) => bytes.includes(text));
          const keptTexts = all.flatMap(({ kept }) => kept);
          const secrets = all
            .flatMap((one) => one.secrets)
            .filter((one) => !keptTexts.some((text) => text.includes(one)));
          expect(secrets.filter(isThere)).toEqual([]);
          expect(keptTexts.filter((text) => !isThere(text))).toEqual([]);
        } finally {
          await storage.close();
        }
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);
