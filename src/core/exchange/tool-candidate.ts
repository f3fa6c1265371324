import { AppError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { preparedSchema } from "../schema/json-schema.ts";
import { checkedTools, type Tool } from "../toolset.ts";
import { fittingText } from "./fitting-text.ts";
import { allowedNames, OUR_TOOL_NAMES, whyChanged } from "./names.ts";
import { counted, type Notes } from "./notes.ts";
import { patternsIn, withoutPatterns } from "./older-schema.ts";
import type { Selection } from "./selection.ts";
import { Unusable } from "./unusable.ts";

/** What may become a tool, as the file has it. */
export interface ToolCandidate {
  readonly name: string;
  /** Where it stands or what it stands for, as in `GET /pets/{petId}`; in notes. */
  readonly origin: string;
  /** What it can be chosen by besides its name. */
  readonly choosableBy: readonly string[];
  readonly description: string;
  /** Made only for those that were chosen. Undefined: it takes none. Throws an Unusable. */
  readonly parameters: () => JsonObject | undefined;
  /** Sentences that mean it; made only for those that were chosen. */
  readonly examples?: () => readonly string[];
}

/** A tool, and what it was made of. */
export interface ChosenTool<Candidate extends ToolCandidate> {
  readonly candidate: Candidate;
  readonly tool: Tool;
}

/** Words shown of what could be chosen by. */
const SUGGESTIONS_MAX = 12;

/** The tools of a file, as `chosenTools` makes them. */
export function toolsFrom(candidates: readonly ToolCandidate[], only: Selection, notes: Notes): readonly Tool[] {
  return chosenTools(candidates, only, notes).map(({ tool }) => tool);
}

/**
 * The tools of a file: those chosen, with names and descriptions that this server takes. One that cannot be used is
 * dropped with a note. Throws `tool_limit_reached` for more than a toolset holds, and `validation_error` when none is left.
 */
export function chosenTools<Candidate extends ToolCandidate>(
  candidates: readonly Candidate[],
  only: Selection,
  notes: Notes,
): readonly ChosenTool<Candidate>[] {
  const chosen = candidates.filter((candidate) => only.takes([candidate.name, ...candidate.choosableBy]));
  only.refuseUnmatched();
  const left = candidates.length - chosen.length;
  if (left > 0) notes.dropped(counted(left, "tool"), "not chosen by --only");
  if (chosen.length > LIMITS.toolsMax) throw tooMany(chosen);
  const names = allowedNames(
    chosen.map(({ name }) => name),
    OUR_TOOL_NAMES,
  );
  const made = chosen.flatMap((candidate, index) => {
    const tool = toolFrom(candidate, names[index] ?? candidate.name, notes);
    return tool === null ? [] : [{ candidate, tool }];
  });
  if (made.length === 0)
    throw new AppError("validation_error", ["the file has no tool that can be used", ...notes.reasons].join("; "));
  checkTogether(made.map(({ tool }) => tool));
  return made;
}

function toolFrom(candidate: ToolCandidate, name: string, notes: Notes): Tool | null {
  try {
    const parameters = candidate.parameters();
    const description = fittingText(candidate.description, LIMITS.descriptionCharactersMax);
    const examples = candidate.examples?.() ?? [];
    const said = { ...(parameters && { parameters }), ...(examples.length > 0 && { examples }) };
    const tool = compilable({ name, description, ...said }, notes);
    notes.kept(
      name,
      [candidate.origin, ...(examples.length > 0 ? [counted(examples.length, "example")] : [])].join(", "),
    );
    if (name !== candidate.name)
      notes.renamed(
        candidate.name === "" ? candidate.origin : candidate.name,
        name,
        whyChanged(candidate.name, OUR_TOOL_NAMES),
      );
    if (description === "")
      notes.changed(name, "has no description: a sentence on what it is for makes answers better");
    else if (description.endsWith("…") && !candidate.description.trim().endsWith("…")) {
      notes.changed(name, `its description is cut to ${LIMITS.descriptionCharactersMax} characters`);
    }
    return tool;
  } catch (failure) {
    if (!(failure instanceof Unusable)) throw failure;
    notes.dropped(candidate.name === "" ? candidate.origin : candidate.name, failure.message);
    return null;
  }
}

/** The tool, if need be without patterns that this server's engine does not know. Throws an Unusable. */
function compilable(tool: Tool, notes: Notes): Tool {
  const problem = problemOf(tool);
  if (problem === null) return tool;
  const unusable = new Set(patternsIn(tool.parameters).filter((pattern) => !isUsablePattern(pattern)));
  if (unusable.size === 0 || !tool.parameters) throw new Unusable(problem);
  const relaxed = { ...tool, parameters: withoutPatterns(tool.parameters, unusable) };
  const remaining = problemOf(relaxed);
  if (remaining !== null) throw new Unusable(remaining);
  for (const pattern of unusable)
    notes.changed(tool.name, `without the pattern ${pattern}: lookaround and back-references are not supported`);
  return relaxed;
}

function problemOf(tool: Tool): string | null {
  try {
    checkedTools([tool]);
    return null;
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    return failure.message.replace(/^tools(\.0)?[.:]? ?/, "its ").replace(/^its (\w+): (?=[a-z])/, "its $1 ");
  }
}

function isUsablePattern(pattern: string): boolean {
  try {
    preparedSchema({ pattern }, "pattern");
    return true;
  } catch {
    return false;
  }
}

/** Each tool alone is fine by now; all together may be too much. */
function checkTogether(tools: readonly Tool[]): void {
  try {
    checkedTools(tools);
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    const { code, message, details } = failure;
    throw new AppError(code, `${message}: choose fewer with --only`, { ...(details && { details }), cause: failure });
  }
}

function tooMany(chosen: readonly ToolCandidate[]): AppError {
  const counts = new Map<string, number>();
  for (const words of chosen.map(({ choosableBy }) => new Set(choosableBy))) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, SUGGESTIONS_MAX);
  const first = chosen[0]?.name ?? "";
  const groups = most.filter(([, count]) => count > 1).map(([word, count]) => `${word} (${count})`);
  const also = groups.length === 0 ? "" : `, or by ${groups.join(", ")}`;
  return new AppError(
    "tool_limit_reached",
    `${chosen.length} tools are chosen, and a toolset holds ${LIMITS.toolsMax}: choose with --only, by names such as "${first}" or "${prefixOf(first)}*"${also}; several imports with other signatures bring in the rest`,
  );
}

function prefixOf(name: string): string {
  return /^[A-Za-z0-9]+?(?=[A-Z_.:/-])/.exec(name)?.[0] ?? name.slice(0, 3);
}
