import type { Said } from "./said.ts";

/** What was done: the ledger and the audit log. */
export const english = {
  ledger: {
    lead: "Every change of what an app may spend. The balance is their sum, and none is ever altered.",
    balance: (requests: string) => `${requests} requests left`,
    when: "When",
    what: "What",
    amount: "Requests",
    kinds: { allowance: "allowance", charge: "call", credit: "credit" },
    empty: "Nothing was given or spent yet.",
    months:
      "What is older was put together into months. A file of their entries proves the sums: dragoman ledger verify.",
    monthsCaption: "Months",
    month: "Month",
    entries: "Entries",
  },
  audit: {
    lead: "Every command that changed something or showed data of an app, and every sign-in.",
    when: "When",
    who: "Who",
    what: "What",
    adminPage: "admin page",
    user: (id: string) => `user ${id} at the terminal`,
    empty: "Nothing was done yet.",
  },
} as const;

export const german: Said<typeof english> = {
  ledger: {
    lead: "Jede Änderung dessen, was eine App ausgeben darf. Das Guthaben ist ihre Summe, und keine wird je verändert.",
    balance: (requests) => `${requests} Anfragen übrig`,
    when: "Wann",
    what: "Was",
    amount: "Anfragen",
    kinds: { allowance: "Monatsmenge", charge: "Anfrage", credit: "Gutschrift" },
    empty: "Noch nichts wurde gegeben oder ausgegeben.",
    months:
      "Was älter ist, wurde zu Monaten zusammengefasst. Eine Datei ihrer Einträge beweist die Summen: dragoman ledger verify.",
    monthsCaption: "Monate",
    month: "Monat",
    entries: "Einträge",
  },
  audit: {
    lead: "Jeder Befehl, der etwas geändert oder Daten einer App gezeigt hat, und jede Anmeldung.",
    when: "Wann",
    who: "Wer",
    what: "Was",
    adminPage: "Admin-Seite",
    user: (id) => `Benutzer ${id} im Terminal`,
    empty: "Noch nichts ist geschehen.",
  },
};
