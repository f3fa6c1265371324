import { NO_LABEL } from "../classification-set.ts";
import { checkedDrafts, type Drafted } from "./drafted-labels.ts";
import type { GraduatingQuestion } from "./graduated.ts";
import type { LabelQuestion } from "./label-reuse.ts";

/** A text and a set of classes, as graduation looks at it: texts that are of one class as a whole are compared. */
export function graduatingLabel({ app, model, set, sentence }: LabelQuestion): GraduatingQuestion<Drafted> {
  return {
    ...{ app, model, contentHash: set.contentHash },
    read({ drafts }) {
      const { said, answer } = checkedDrafts(model, sentence, set.definition, drafts);
      const [first] = answer.classifications;
      const isOne = "class" in said && first !== undefined && first.label !== NO_LABEL;
      return { member: isOne ? first.label : null, confidence: first?.confidence ?? 0, said };
    },
    told: ({ drafts: [first], modelMs }) => ({ ...first, modelMs }),
    saidBy: ({ id }, drafted) => ({
      ...drafted,
      drafts: drafted.drafts.map((part, at) => (at === 0 ? { ...part, model: part.model ?? id } : part)),
    }),
  };
}
