import type { IsWord } from "../reading/slips.ts";
import { KnownCalls, type KnownCallsOptions } from "./calls/known-calls.ts";
import type { Consideration, FindNearest, Knowledge, Taught } from "./knowledge.ts";
import { KnownLabels } from "./labels/known-labels.ts";

/** What is known of the calls of some tools, those of all named toolsets one after the other. */
export function knowledgeOfCalls(options: KnownCallsOptions): Knowledge {
  const calls = new KnownCalls(options);
  return {
    add({ lesson, sentence: text, ...taught }: Taught): boolean {
      if (lesson.kind !== "call") return false;
      calls.add({ ...taught, text, ...lesson });
      return true;
    },
    remove: (id) => calls.remove(id),
    consider: (sentence, vector, now): Consideration => calls.consider(sentence, vector, now),
    kinOf: (id) => calls.kinOf(id),
  };
}

/** What is known of the labels of some classes. */
export function knowledgeOfLabels(findNearest: FindNearest, isWord: IsWord): Knowledge {
  const labels = new KnownLabels({ findNearest, isWord });
  return {
    add({ lesson, sentence: text, ...taught }: Taught): boolean {
      if (lesson.kind !== "label") return false;
      labels.add({ ...taught, text, class: lesson.class });
      return true;
    },
    remove: (id) => labels.remove(id),
    consider: (sentence, vector): Consideration => labels.consider(sentence, vector),
    kinOf: (id) => [id],
  };
}
