import { expect, test } from "bun:test";
import fc from "fast-check";
import { RepeatedAnswers } from "#core/answering/repeated-answers.ts";
import type { AppId } from "#core/tenant.ts";

const APPS = ["app_1", "app_2"] as AppId[];
const LIFE_MS = 10_000;

/** A server that knows, for each app, one text that changes, and answers each request with it. */
class World {
  now = 1_000_000;
  readonly texts = new Map<AppId, number>();
  readonly counts = new Map<AppId, number>();
  counted = 0;
  readonly answers = new RepeatedAnswers<string>({
    clock: { now: () => this.now, monotonicMs: () => 0 },
    changes: { of: (app) => this.counts.get(app) ?? 0, renew: () => null },
  });

  change(app: AppId): void {
    this.texts.set(app, (this.texts.get(app) ?? 0) + 1);
    this.counts.set(app, (this.counts.get(app) ?? 0) + 1);
  }

  worked(app: AppId, request: string): string {
    return `${app} asked ${request}: ${this.texts.get(app) ?? 0}`;
  }

  /** Answers as a server does; `meanwhile` happens while it works. */
  ask(app: AppId, request: string, meanwhile: () => void = () => {}): string {
    const found = this.answers.find(app, request);
    if (found) {
      found.count();
      return found.made;
    }
    const keep = this.answers.begin(app, request);
    const made = this.worked(app, request);
    meanwhile();
    const count = () => {
      this.counted += 1;
    };
    keep({ made, characters: made.length, repeat: { madeAt: this.now, endsAt: this.now + LIFE_MS, count } });
    return made;
  }
}

const event = fc.record({
  kind: fc.constantFrom("ask", "ask", "ask", "ask while it changes", "change", "wait"),
  app: fc.constantFrom(...APPS),
  request: fc.constantFrom("a", "b", "a\nb", ""),
});

test("whatever changes whenever, an answer is what it would be if it was worked out now", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const world = new World();
      for (const { kind, app, request } of events) {
        if (kind === "change") world.change(app);
        if (kind === "wait") world.now += LIFE_MS / 3;
        if (kind === "ask") expect(world.ask(app, request)).toBe(world.worked(app, request));
        if (kind === "ask while it changes") world.ask(app, request, () => world.change(app));
      }
    }),
  );
});

test("each that is given is counted, and its age is that of the answer; at its end it is worked out again", () => {
  const world = new World();
  const [app] = APPS as [AppId];
  world.ask(app, "a");
  world.now += LIFE_MS - 1;
  expect(world.answers.find(app, "a")).toMatchObject({ made: world.worked(app, "a"), ageSeconds: 9 });
  expect(world.counted).toBe(0);
  world.ask(app, "a");
  expect(world.counted).toBe(1);
  world.now += 1;
  expect(world.answers.find(app, "a")).toBeNull();
  expect(world.counted).toBe(1);
});

test("what is kept is bounded in bytes, and one app drives out its own", () => {
  const world = new World();
  const [one, two] = APPS as [AppId, AppId];
  world.ask(two, "first");
  for (let index = 0; index < 4_000; index += 1) world.ask(one, `${index} ${"x".repeat(16_000)}`);
  const kept = Array.from({ length: 4_000 }, (_, index) => `${index} ${"x".repeat(16_000)}`).filter((request) =>
    world.answers.find(one, request),
  );
  expect(kept.length * 16_000).toBeLessThan(32 * 1024 * 1024);
  expect(kept.length).toBeGreaterThan(900);
  expect(world.answers.find(two, "first")).not.toBeNull();
});
