/** The log of an app's questions: what was turned off and removed stays so. */
import type { LoggedQuestion } from "#core/query-log/logged-row.ts";
import type { AppId } from "#core/tenant.ts";
import type { Node } from "./node.ts";
import { Switch } from "./oracle.ts";

const SETTINGS = { days: 30, rows: 10_000, redact: false };

export class QuestionLog {
  readonly #isOn = new Switch(false);
  #begun = 0;

  /** The change that is made of it, to be ended where nobody is told what became of it. */
  switching(on: boolean) {
    let end = () => {};
    const run = async (node: Node, app: AppId): Promise<null> => {
      const change = this.#isOn.begin();
      end = change.end;
      const { queryLog } = node.storage;
      await queryLog.configure(app, on ? SETTINGS : null);
      if (!on) await queryLog.remove(app, "all");
      change.acknowledge(on);
      end();
      return null;
    };
    return { run, lose: () => end() };
  }

  get isOn(): boolean {
    return this.#isOn.state === true;
  }

  /** As the core does: who has it on is asked at once, and what was said is written some time later. Gives what is wrong with the log then. */
  async add(
    node: Node,
    app: AppId,
    { words, afterMs }: { readonly words: string; readonly afterMs: number },
  ): Promise<string | null> {
    const { queryLog } = node.storage;
    if (!queryLog.settings(app)) return null;
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    this.#begun += 1;
    const question: LoggedQuestion = {
      kind: "resolve",
      sets: [],
      sentence: words,
      answer: {},
      confidence: 1,
      runnerUp: null,
      missing: [],
      source: "model",
    };
    await queryLog.add(app, [{ digest: words, question, doubt: 0, times: 1, requestId: words, at: Date.now() }]);
    return this.#isOn.state === false ? this.#faultWhileOff(node, app) : null;
  }

  async #faultWhileOff(node: Node, app: AppId): Promise<string | null> {
    const { changes } = this.#isOn;
    const count = await node.storage.queryLog.count(app);
    return count > 0 && this.#isOn.changes === changes
      ? `${app}: ${count} questions are logged, and none is to be`
      : null;
  }

  /** What is wrong with what stands there, when nothing is under way. */
  faultsAtRest(rows: number, times: number): readonly string[] {
    const faults: string[] = [];
    if (this.#isOn.state === false && rows > 0) faults.push(`${rows} questions are logged, and none is to be`);
    if (times > this.#begun) faults.push(`${times} questions are logged, and ${this.#begun} were asked`);
    return faults;
  }
}
