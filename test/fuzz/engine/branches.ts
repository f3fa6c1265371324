/** Which branches of the product a fuzzed input goes through. Modules are counted in by a plugin as they are loaded. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type AnyNode, type Literal, type Node, parse } from "acorn";
import { plugin } from "bun";

const ROOT = join(import.meta.dir, "../../..");
/** Branches of all modules that are counted; the product has some 40,000 in what is fuzzed. */
const BRANCHES_MAX = 1 << 17;
/** Handlers are read as source text by the router, and must stay what they are. */
const COUNTED =
  /\/src\/(?:core|config|cli|mcp|telemetry|models\/language|models\/backend|models\/gguf|storage|http\/(?:request|chat|mcp))\/.*\.ts$/;
/** Words of a parser's own source are good words to try on it. */
const WORD_CHARACTERS = { min: 2, max: 40 };

declare global {
  var fuzzedBranches: Uint16Array;
}

interface Counted {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
}

/** How often each branch was taken since `clear`; bit sets by powers of two tell "once" from "often". */
export class Branches {
  readonly #counts: Uint16Array;
  readonly #modules: readonly Counted[];
  readonly #seen: Uint8Array;
  #seenCount = 0;

  constructor(modules: readonly Counted[], counts: Uint16Array) {
    this.#modules = modules;
    this.#counts = counts;
    this.#seen = new Uint8Array(counts.length);
  }

  /** Branches seen so far, each counted once. */
  get seenCount(): number {
    return this.#seenCount;
  }

  clear(): void {
    this.#counts.fill(0, 0, this.#end());
  }

  /** Notes what was taken since `clear`: whether a branch is new, or only how often one was taken. */
  note(): "branch" | "count" | null {
    let news: "branch" | "count" | null = null;
    const end = this.#end();
    for (let index = 0; index < end; index += 1) {
      const count = this.#counts[index] as number;
      if (count === 0) continue;
      const bit = bucketOf(count);
      const seen = this.#seen[index] as number;
      if ((seen & bit) !== 0) continue;
      if (seen === 0) {
        this.#seenCount += 1;
        news = "branch";
      }
      news ??= "count";
      this.#seen[index] = seen | bit;
    }
    return news;
  }

  /** Positions of the branches taken since `clear`. */
  taken(): readonly number[] {
    const taken: number[] = [];
    const end = this.#end();
    for (let index = 0; index < end; index += 1) if (this.#counts[index] !== 0) taken.push(index);
    return taken;
  }

  /** Of the modules in which at least one branch was seen: how many branches they have, and the words in their source. */
  reached(): { readonly branches: number; readonly words: readonly string[] } {
    const reached = this.#modules.filter(({ from, to }) => this.#seen.subarray(from, to).some((bits) => bits !== 0));
    return {
      branches: reached.reduce((sum, { from, to }) => sum + to - from, 0),
      words: [...new Set(reached.flatMap(({ words }) => words))],
    };
  }

  #end(): number {
    return this.#modules.at(-1)?.to ?? 0;
  }
}

function bucketOf(count: number): number {
  return 1 << Math.min(7, 31 - Math.clz32(count));
}

/** From now on modules of the product count their branches when they are loaded: what is loaded already does not. */
export function countBranches(): () => Branches {
  const modules: Counted[] = [];
  const counts = new Uint16Array(BRANCHES_MAX);
  globalThis.fuzzedBranches = counts;
  plugin({
    name: "fuzzed branches",
    setup(build) {
      build.onLoad({ filter: COUNTED }, ({ path }) => {
        const from = modules.at(-1)?.to ?? 0;
        const source = new Bun.Transpiler({ loader: "ts", target: "bun" }).transformSync(readFileSync(path, "utf8"));
        const { text, branches, words } = counted(source, from);
        if (from + branches > BRANCHES_MAX) throw new Error(`more than ${BRANCHES_MAX} branches: raise BRANCHES_MAX`);
        modules.push({ file: relative(ROOT, path), from, to: from + branches, words });
        return { contents: text, loader: "js" };
      });
    },
  });
  return () => new Branches(modules, counts);
}

/** The source with a counter in every branch, the first of them at `from`. */
export function counted(source: string, from: number) {
  const insertions: { readonly at: number; readonly text: string; readonly isBehind: boolean }[] = [];
  const words = new Set<string>();
  let branches = 0;
  const counter = () => {
    const text = `counts$[${from + branches}]++`;
    branches += 1;
    return text;
  };
  const insert = (at: number, text: string, isBehind = false) => insertions.push({ at, text, isBehind });
  const block = (node: Node) => {
    if (node.type === "BlockStatement") insert(node.start + 1, `${counter()};`);
    else {
      insert(node.start, `{${counter()};`);
      insert(node.end, "}", true);
    }
  };
  const expression = (node: Node) => {
    insert(node.start, `(${counter()},`);
    insert(node.end, ")", true);
  };
  for (const node of nodesIn(parse(source, { ecmaVersion: "latest", sourceType: "module" }))) {
    for (const branch of branchesOf(node)) {
      if (branch.kind === "block") block(branch.node);
      else if (branch.kind === "expression") expression(branch.node);
      else insert(branch.node.start, `${counter()};`);
    }
    const word = node.type === "Literal" ? (node as Literal).value : null;
    if (typeof word === "string" && word.length >= WORD_CHARACTERS.min && word.length <= WORD_CHARACTERS.max)
      words.add(word);
  }
  return {
    text: `const counts$ = globalThis.fuzzedBranches;${inserted(source, insertions)}`,
    branches,
    words: [...words],
  };
}

/** `place`: statements that begin with the node. */
interface Branch {
  readonly kind: "block" | "expression" | "place";
  readonly node: Node;
}

/** What of the node runs or does not run. */
function branchesOf(node: AnyNode): readonly Branch[] {
  const block = (one: Node): Branch => ({ kind: "block", node: one });
  const expression = (one: Node): Branch => ({ kind: "expression", node: one });
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
      return [block(node.body)];
    case "ArrowFunctionExpression":
      return [node.body.type === "BlockStatement" ? block(node.body) : expression(node.body)];
    case "IfStatement":
      return [block(node.consequent), ...(node.alternate ? [block(node.alternate)] : [])];
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
      return [block(node.body)];
    case "CatchClause":
      return [block(node.body)];
    case "SwitchCase": {
      const [first] = node.consequent;
      return first ? [{ kind: "place", node: first }] : [];
    }
    case "ConditionalExpression":
      return [expression(node.consequent), expression(node.alternate)];
    case "LogicalExpression":
      return [expression(node.right)];
    default:
      return [];
  }
}

/** Each node before those in it, in the order of the source. */
function* nodesIn(root: Node): Generator<AnyNode> {
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node as AnyNode;
    const inner = Object.values(node).flat().filter(isNode);
    open.push(...inner.reverse());
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** What ends at a place stands before what begins there; of two that end there, the inner one. */
function inserted(
  source: string,
  insertions: readonly { readonly at: number; readonly text: string; readonly isBehind: boolean }[],
): string {
  const ordered = insertions
    .map((insertion, order) => ({ ...insertion, order }))
    .sort(
      (one, other) =>
        one.at - other.at ||
        Number(other.isBehind) - Number(one.isBehind) ||
        (one.isBehind ? other.order - one.order : one.order - other.order),
    );
  const parts: string[] = [];
  let at = 0;
  for (const insertion of ordered) {
    parts.push(source.slice(at, insertion.at), insertion.text);
    at = insertion.at;
  }
  parts.push(source.slice(at));
  return parts.join("");
}
