/** Whether a text is one that a grammar allows, for the part of llama.cpp's notation that ours are written in. */

type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "oneOf"; readonly pattern: RegExp }
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "all"; readonly parts: readonly Node[] }
  | { readonly kind: "any"; readonly choices: readonly Node[] }
  | { readonly kind: "repeated"; readonly part: Node; readonly min: number; readonly max: number };

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{\d+,\d*\}|[A-Za-z][\w-]*|[()|?*+])/y;

/** Throws for a rule that is not there or cannot be read. */
export function allows(grammar: string, text: string): boolean {
  const rules = new Map(
    grammar.split("\n").map((line) => {
      const [name = "", body = ""] = line.split(/ ::= (.*)/s);
      return [name, parsed(body)] as const;
    }),
  );
  return ends(rules, { kind: "rule", name: "root" }, text, new Set([0])).has(text.length);
}

function parsed(body: string): Node {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < body.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(body);
    if (!found) throw new Error(`cannot be read: ${body.slice(at)}`);
    tokens.push(found[1] as string);
  }
  const node = choices(tokens);
  if (tokens.length > 0) throw new Error(`left over: ${tokens.join(" ")}`);
  return node;
}

function choices(tokens: string[]): Node {
  const found: Node[] = [sequence(tokens)];
  while (tokens[0] === "|") {
    tokens.shift();
    found.push(sequence(tokens));
  }
  return { kind: "any", choices: found };
}

function sequence(tokens: string[]): Node {
  const parts: Node[] = [];
  while (tokens[0] !== undefined && tokens[0] !== "|" && tokens[0] !== ")") parts.push(repeated(tokens));
  return { kind: "all", parts };
}

function repeated(tokens: string[]): Node {
  const part = single(tokens);
  const sign = tokens[0] ?? "";
  const counts = /^\{(\d+),(\d*)\}$/.exec(sign);
  const [min, max] = counts
    ? [Number(counts[1]), counts[2] === "" ? Number.POSITIVE_INFINITY : Number(counts[2])]
    : ({ "?": [0, 1], "*": [0, Number.POSITIVE_INFINITY] }[sign] ?? [-1, 0]);
  if (min === undefined || max === undefined || min < 0) return part;
  tokens.shift();
  return { kind: "repeated", part, min, max };
}

function single(tokens: string[]): Node {
  const token = tokens.shift() ?? "";
  if (token === "(") {
    const inner = choices(tokens);
    if (tokens.shift() !== ")") throw new Error("an open bracket");
    return inner;
  }
  if (token.startsWith('"')) return { kind: "text", text: token.slice(1, -1).replace(/\\(.)/g, "$1") };
  if (token.startsWith("[")) return { kind: "oneOf", pattern: new RegExp(`^${token}$`, "u") };
  return { kind: "rule", name: token };
}

/** Where it can have ended when it began at one of these places. */
function ends(rules: ReadonlyMap<string, Node>, node: Node, text: string, starts: ReadonlySet<number>): Set<number> {
  const from = (next: Node, places: ReadonlySet<number>) => ends(rules, next, text, places);
  if (starts.size === 0) return new Set();
  switch (node.kind) {
    case "text":
      return new Set([...starts].filter((at) => text.startsWith(node.text, at)).map((at) => at + node.text.length));
    case "oneOf":
      return new Set(
        [...starts].flatMap((at) => {
          const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
          return at < text.length && node.pattern.test(character) ? [at + character.length] : [];
        }),
      );
    case "rule": {
      const rule = rules.get(node.name);
      if (!rule) throw new Error(`no rule ${node.name}`);
      return from(rule, starts);
    }
    case "all":
      return node.parts.reduce((places, part) => from(part, places), new Set(starts));
    case "any":
      return new Set(node.choices.flatMap((choice) => [...from(choice, starts)]));
    case "repeated": {
      const found = new Set(node.min === 0 ? starts : []);
      let places = new Set(starts);
      for (let count = 1; count <= node.max && places.size > 0; count += 1) {
        const before = found.size;
        places = from(node.part, places);
        if (count >= node.min) for (const place of places) found.add(place);
        if (count > node.min && found.size === before) break;
      }
      return found;
    }
  }
}
