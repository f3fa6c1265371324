import { type AppModel, TAUGHT_SET, TOPICS } from "./app-model.ts";
import type { Asking, Operation } from "./asking.ts";
import type { Oracle } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";

/** Questions whose words are remembered, of one app; the oldest are forgotten. */
const ASKED_MAX = 400;
const ENTRIES = "/v1/query-log/entries";

/** A question with a word that no other one has. */
export interface LoggedQuestion {
  readonly word: string;
  /** When its answer was heard. */
  readonly answered: number;
  /** When the log without it was acknowledged; null while it may be there. */
  gone: number | null;
}

/** Questions of apps that have their log on. What is in it may be lost; what was deleted is gone, and nobody sees another's. */
export class LoggedQuestions {
  readonly #oracle: Oracle;
  readonly #random: SeededRandom;
  readonly #asking: Asking;
  #count = 0;

  constructor(oracle: Oracle, random: SeededRandom, asking: Asking) {
    this.#oracle = oracle;
    this.#random = random;
    this.#asking = asking;
  }

  ask(app: AppModel): Operation {
    this.#count += 1;
    const word = `${app.mark}n${this.#count}n`;
    const query = `${this.#random.pick(TOPICS)} in ${word}`;
    return this.#asking.ask(app, {
      name: "ask something new",
      sent: { method: "POST", path: "/v1/resolve", body: { query, toolsets: [TAUGHT_SET] } },
      checked: () => {
        app.logged.push({ word, answered: this.#oracle.now(), gone: null });
        if (app.logged.length > ASKED_MAX) app.logged.shift();
      },
    });
  }

  read(app: AppModel): Operation {
    return this.#asking.ask(app, {
      name: "read the log",
      sent: { method: "GET", path: `${ENTRIES}?limit=100` },
      checked: (reply, call) => {
        const { data } = reply.json as { readonly data: readonly object[] };
        if (!app.isLogged && data.length > 0)
          this.#oracle.violate(call, "what was asked is logged, and the log is off");
        const shown = JSON.stringify(data);
        for (const { word, gone } of app.logged) {
          if (gone !== null && gone < call.begun && shown.includes(word))
            this.#oracle.violate(call, `${word} was deleted, and is in the log`);
        }
        if (data.length > 0) this.#oracle.count("a log is read");
      },
    });
  }

  /** All of it: what was answered before it is gone when it answers. */
  delete(app: AppModel): Operation {
    const before = this.#oracle.now();
    return this.#asking.ask(app, {
      name: "delete the log",
      sent: { method: "DELETE", path: ENTRIES },
      checked: () => {
        const now = this.#oracle.now();
        for (const question of app.logged) if (question.answered < before) question.gone ??= now;
      },
    });
  }
}
