/** Things of an app that change one state after the other, for tests of what several nodes see of them. */
import type { Storage } from "#core/ports/storage.ts";
import type { AppId } from "#core/tenant.ts";
import { aBank, aMemory, anApp, aToolset, NOW } from "../storage/kit.ts";

type Stores = Pick<Storage, "aliases" | "apps" | "definitions" | "memories" | "taught">;

/** How one kind of things changes, and what can be read of it. */
interface Life {
  /** Makes the `step`-th change, counted from 0. */
  change(stores: Stores, app: AppId, step: number): Promise<unknown>;
  read(stores: Stores, app: AppId): Promise<unknown>;
  /** What is read after so many changes. */
  after(changes: number): unknown;
}

const [BASE, OTHER] = ["base-v1", "other-v1"];
const ALIAS_MAX = 10;
const LIST_MAX = 1_000;

/** Created, replaced, replaced, removed, and created again. */
const PHASES = 4;
const isGone = (changes: number) => changes % PHASES === 0;

const set: Life = {
  async change({ definitions }, app, step) {
    if (isGone(step + 1)) return definitions.remove(app, "toolset", "home-v1", null);
    const draft = { ...aToolset("light"), description: `${step + 1}` };
    if (isGone(step)) return definitions.create(app, "toolset", "home-v1", draft, NOW);
    return definitions.replace(app, "toolset", "home-v1", draft, NOW, null);
  },
  async read({ definitions }, app) {
    return (await definitions.find(app, "toolset", "home-v1"))?.description ?? null;
  },
  after: (changes) => (isGone(changes) ? null : `${changes}`),
};

const alias: Life = {
  async change({ aliases }, app, step) {
    if (isGone(step + 1)) return aliases.remove(app, "live", null);
    const sides = [
      { signature: BASE, percent: step + 1 },
      { signature: OTHER, percent: 99 - step },
    ] as const;
    return aliases.put(app, "live", { kind: null, sides }, NOW, null, ALIAS_MAX);
  },
  async read({ aliases }, app) {
    return (await aliases.find(app, "live"))?.sides[0].percent ?? null;
  },
  after: (changes) => (isGone(changes) ? null : changes),
};

/** Of a list: two come, then the one before the last goes, so that neither how many there are nor the newest tells everything. */
const LISTED = 3;
const goes = (step: number) => step % LISTED === 2;
function listed(changes: number): readonly string[] {
  const steps = Array.from({ length: changes }, (_, step) => step);
  return steps.filter((step) => !goes(step) && !(step % LISTED === 0 && step + 2 < changes)).map((step) => `n_${step}`);
}

const bank: Life = {
  change({ memories }, app, step) {
    if (goes(step)) return memories.remove(app, "bank_1", `n_${step - 2}`, NOW);
    return memories.add(app, "bank_1", aMemory(`n_${step}`), LIST_MAX);
  },
  async read({ memories }, app) {
    return (await memories.all(app, "bank_1")).map(({ id }) => id);
  },
  after: listed,
};

const taughtSet = { kind: "toolset", signature: BASE } as const;
const taught: Life = {
  change(stores, app, step) {
    if (goes(step)) return stores.taught.remove(app, taughtSet, `n_${step - 2}`);
    const lesson = {
      id: `n_${step}`,
      text: "light",
      right: { kind: "calls", calls: [] },
      beside: [BASE],
      taughtAt: NOW,
    } as const;
    return stores.taught.teach(app, taughtSet, { ...lesson, words: `words of ${step}` }, LIST_MAX);
  },
  async read(stores, app) {
    return (await stores.taught.all(app, taughtSet)).map(({ id }) => id);
  },
  after: listed,
};

const LIVES = { set, alias, bank, "taught cases": taught };
export type ThingKind = keyof typeof LIVES;
export const THING_KINDS = Object.keys(LIVES) as readonly ThingKind[];
/** An alias has a percent for each. */
export const THING_CHANGES_MAX = 100;

/** The app, and what the things need beside themselves. */
export async function prepareThings({ apps, definitions }: Stores, name: string): Promise<AppId> {
  const app = anApp(name);
  await apps.create(app);
  for (const signature of [BASE, OTHER])
    await definitions.create(app.id, "toolset", signature, aToolset(signature), NOW);
  await definitions.create(app.id, "bank", "bank_1", aBank("home"), NOW);
  return app.id;
}

/** One thing: its changes are made one after the other, whichever node makes them. */
export class Thing {
  readonly #app: AppId;
  readonly #life: Life;
  #changing: Promise<unknown> = Promise.resolve();
  #begun = 0;
  /** Acknowledged by anybody, and by each. */
  #acknowledged = 0;
  readonly #acknowledgedBy = new Map<Stores, number>();

  constructor(app: AppId, kind: ThingKind) {
    this.#app = app;
    this.#life = LIVES[kind];
  }

  /** Resolves when the node has acknowledged it. */
  change(node: Stores): Promise<void> {
    const changed = this.#changing.then(async () => {
      this.#begun += 1;
      await this.#life.change(node, this.#app, this.#begun - 1);
      this.#acknowledged = this.#begun;
      this.#acknowledgedBy.set(node, this.#begun);
    });
    this.#changing = changed.catch(() => {});
    return changed;
  }

  /** What a node gives that asked for all changes before, and what it may give: in JSON. */
  readRenewed(node: Stores & Pick<Storage, "changes">) {
    const least = this.#acknowledged;
    return this.#read(node, least, async () => {
      await node.changes.renew(this.#app);
    });
  }

  /** Of a node that asked for nothing: it knows its own changes. */
  readAsItIs(node: Stores) {
    return this.#read(node, this.#acknowledgedBy.get(node) ?? 0, async () => {});
  }

  async #read(node: Stores, least: number, prepare: () => Promise<void>) {
    await prepare();
    const seen = JSON.stringify(await this.#life.read(node, this.#app));
    const changes = Array.from({ length: this.#begun - least + 1 }, (_, index) => least + index);
    return { seen, allowed: changes.map((count) => JSON.stringify(this.#life.after(count))) };
  }
}
