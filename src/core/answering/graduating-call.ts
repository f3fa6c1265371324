import type { CallQuestion } from "./call-reuse.ts";
import { checkedDraft, type Drafted } from "./drafted-call.ts";
import type { GraduatingQuestion } from "./graduated.ts";

/** A query to toolsets, as graduation looks at it: calls of one tool are compared. */
export function graduatingCall(question: CallQuestion): GraduatingQuestion<Drafted> {
  const { app, model } = question;
  return {
    ...{ app, model, contentHash: aloneIn(question) },
    read(drafted) {
      const { said, answer } = checkedDraft(question, drafted);
      const { tool } = drafted.draft;
      const member = tool === null || answer.others ? null : (question.tools[tool]?.name ?? null);
      return { member, confidence: answer.confidence, said };
    },
    told: ({ draft, modelMs }) => ({ ...draft, modelMs }),
    saidBy: ({ id }, drafted) => ({ ...drafted, draft: { ...drafted.draft, model: drafted.draft.model ?? id } }),
  };
}

/** Of its only set, where nothing else has its part in the answer. */
function aloneIn({ toolsets, request, persona }: CallQuestion): GraduatingQuestion<Drafted>["contentHash"] {
  const [set, ...others] = toolsets;
  const { history, context, toolChoice } = request;
  const isAlone = history.length === 0 && context === null && toolChoice.name === null && !toolChoice.mustCall;
  return set && others.length === 0 && isAlone && persona === null ? set.contentHash : null;
}
