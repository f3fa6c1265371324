import type { Classifier } from "../answering/classification.ts";
import type { Resolver } from "../answering/resolution.ts";
import type { Examiner } from "../examination/examiner.ts";
import type { OpenRuns } from "../examination/open-runs.ts";
import type { Proposals } from "../examination/proposals.ts";
import type { TestRuns } from "../examination/test-runs.ts";
import type { Clock } from "../ports/clock.ts";
import type { ToolSearch } from "../tool-search/tool-search.ts";

/** What the commands that have a model answer are made of. */
export interface Asking {
  readonly examiner: Examiner;
  readonly openRuns: OpenRuns;
  readonly testRuns: Pick<TestRuns, "keep">;
  readonly proposals: Pick<Proposals, "examining" | "forget">;
  readonly resolver: Pick<Resolver, "resolve" | "resolveAfresh">;
  readonly classifier: Pick<Classifier, "classify" | "classifyAfresh">;
  readonly toolSearch: Pick<ToolSearch, "search">;
  readonly clock: Pick<Clock, "monotonicMs">;
}
