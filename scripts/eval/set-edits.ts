/** What owners do to their sets between two versions, by chance and the same for the same seed. Pure. */
import { isJsonObject, type JsonObject } from "#core/json.ts";

export interface EditedTool {
  readonly name: string;
  readonly description?: string;
  /** Left out by tools that take none. */
  readonly parameters?: JsonObject;
}

export interface EditedClass {
  readonly label: string;
  readonly description?: string;
  readonly examples: readonly string[];
}

export interface Edit<Item> {
  /** As in "tool renamed". */
  readonly kind: string;
  /** What was done, for people. */
  readonly says: string;
  readonly edited: readonly Item[];
}

type Random = () => number;
/** Null where the set has nothing that could be changed so. */
type Editing<Item> = (items: readonly Item[], random: Random) => Omit<Edit<Item>, "kind"> | null;

const TOOL_EDITS: Readonly<Record<string, Editing<EditedTool>>> = {
  "tool renamed": (tools, random) => {
    const { name } = picked(tools, random);
    const edited = tools.map((tool) => (tool.name === name ? { ...tool, name: `${name}_v2` } : tool));
    return { says: `${name} is ${name}_v2`, edited };
  },
  "tool dropped": (tools, random) => {
    if (tools.length < 2) return null;
    const { name } = picked(tools, random);
    return { says: name, edited: tools.filter((tool) => tool.name !== name) };
  },
  "tools merged": (tools, random) => {
    if (tools.length < 3) return null;
    const [kept, gone] = [picked(tools, random), picked(tools, random)];
    if (kept.name === gone.name) return null;
    const description = [kept.description, gone.description].filter(Boolean).join(" ");
    const properties = { ...propertiesOf(gone), ...propertiesOf(kept) };
    const merged = { ...kept, description, parameters: { ...kept.parameters, properties } };
    const rest = tools.filter(({ name }) => name !== gone.name);
    return {
      says: `${gone.name} into ${kept.name}`,
      edited: rest.map((tool) => (tool.name === kept.name ? merged : tool)),
    };
  },
  "description cut to its name": (tools, random) => {
    const { name } = picked(tools, random);
    const description = name.replaceAll("_", " ");
    return { says: name, edited: tools.map((tool) => (tool.name === name ? { ...tool, description } : tool)) };
  },
  "parameter renamed": onProperty(
    () => true,
    ({ properties, required }, name) => ({
      says: `${name} is new_${name}`,
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, schema]) => [key === name ? `new_${name}` : key, schema]),
      ),
      required: required.map((one) => (one === name ? `new_${name}` : one)),
    }),
  ),
  "parameter dropped": onProperty(
    () => true,
    ({ properties, required }, name) => {
      const { [name]: _, ...rest } = properties;
      return { says: name, properties: rest, required: required.filter((one) => one !== name) };
    },
  ),
  "parameter required": onProperty(
    (_, name, required) => !required.includes(name),
    ({ properties, required }, name) => ({ says: name, properties, required: [...required, name] }),
  ),
  "enum value dropped": onProperty(
    (schema) => Array.isArray(schema.enum) && schema.enum.length > 1,
    ({ properties, required }, name, random) => {
      const schema = properties[name] as JsonObject;
      const values = schema.enum as readonly string[];
      const gone = picked(values, random);
      const { default: _, ...rest } = schema;
      const kept = { ...rest, enum: values.filter((value) => value !== gone) };
      return { says: `${name} is no longer ${gone}`, properties: { ...properties, [name]: kept }, required };
    },
  ),
  "enum value renamed": onProperty(
    (schema) => Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === "string"),
    ({ properties, required }, name, random) => {
      const schema = properties[name] as JsonObject;
      const values = schema.enum as readonly string[];
      const old = picked(values, random);
      const { default: _, ...rest } = schema;
      const renamed = { ...rest, enum: values.map((value) => (value === old ? `${old}-2` : value)) };
      return { says: `${name}: ${old} is ${old}-2`, properties: { ...properties, [name]: renamed }, required };
    },
  ),
};

const CLASS_EDITS: Readonly<Record<string, Editing<EditedClass>>> = {
  "class renamed": (classes, random) => {
    const { label } = picked(classes, random);
    const edited = classes.map((one) => (one.label === label ? { ...one, label: `${label}_v2` } : one));
    return { says: `${label} is ${label}_v2`, edited };
  },
  "class dropped": (classes, random) => {
    if (classes.length < 3) return null;
    const { label } = picked(classes, random);
    return { says: label, edited: classes.filter((one) => one.label !== label) };
  },
  "classes merged": (classes, random) => {
    const [kept, gone] = [picked(classes, random), picked(classes, random)];
    if (classes.length < 3 || kept.label === gone.label) return null;
    const merged = { ...kept, examples: [...kept.examples, ...gone.examples] };
    const rest = classes.filter(({ label }) => label !== gone.label);
    return {
      says: `${gone.label} into ${kept.label}`,
      edited: rest.map((one) => (one.label === kept.label ? merged : one)),
    };
  },
  "examples moved": (classes, random) => {
    const [from, to] = [picked(classes, random), picked(classes, random)];
    if (from.label === to.label || from.examples.length < 2) return null;
    const half = Math.floor(from.examples.length / 2);
    const edited = classes.map((one) => {
      if (one.label === from.label) return { ...one, examples: one.examples.slice(half) };
      return one.label === to.label ? { ...one, examples: [...one.examples, ...from.examples.slice(0, half)] } : one;
    });
    return { says: `half of ${from.label} to ${to.label}`, edited };
  },
  "examples dropped": (classes, random) => {
    const { label, examples } = picked(classes, random);
    if (examples.length < 2) return null;
    const edited = classes.map((one) => (one.label === label ? { ...one, examples: examples.slice(0, 1) } : one));
    return { says: `all but one of ${label}`, edited };
  },
};

/** So many edits, each of the set as it is, the kinds in turn. */
export function toolEdits(tools: readonly EditedTool[], count: number, random: Random): readonly Edit<EditedTool>[] {
  return editsOf(tools, TOOL_EDITS, count, random);
}

/** So many edits, each of the set as it is, the kinds in turn. */
export function classEdits(
  classes: readonly EditedClass[],
  count: number,
  random: Random,
): readonly Edit<EditedClass>[] {
  return editsOf(classes, CLASS_EDITS, count, random);
}

const TRIES_MAX = 1_000;

function editsOf<Item>(
  items: readonly Item[],
  editing: Readonly<Record<string, Editing<Item>>>,
  count: number,
  random: Random,
): readonly Edit<Item>[] {
  const kinds = Object.entries(editing);
  const edits: Edit<Item>[] = [];
  for (let tried = 0; edits.length < count && tried < TRIES_MAX; tried += 1) {
    const [kind, edit] = kinds[tried % kinds.length] as (typeof kinds)[number];
    const done = edit(items, random);
    if (done) edits.push({ kind, ...done });
  }
  return edits;
}

interface Properties {
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

/** Changes one of the parameters that qualify, of any tool. */
function onProperty(
  qualifies: (schema: JsonObject, name: string, required: readonly string[]) => boolean,
  change: (of: Properties, name: string, random: Random) => Properties & { readonly says: string },
): Editing<EditedTool> {
  return (tools, random) => {
    const places = tools.flatMap((tool) => {
      const required = requiredOf(tool);
      return Object.entries(propertiesOf(tool)).flatMap(([name, schema]) =>
        isJsonObject(schema) && qualifies(schema, name, required) ? [{ tool, name }] : [],
      );
    });
    if (places.length === 0) return null;
    const { tool, name } = picked(places, random);
    const changed = change({ properties: propertiesOf(tool), required: requiredOf(tool) }, name, random);
    const { says, properties, required } = changed;
    const parameters = { ...tool.parameters, properties, required };
    return { says: `${tool.name}.${says}`, edited: tools.map((one) => (one === tool ? { ...one, parameters } : one)) };
  };
}

function propertiesOf({ parameters = {} }: EditedTool): JsonObject {
  return isJsonObject(parameters.properties ?? null) ? (parameters.properties as JsonObject) : {};
}

function requiredOf({ parameters = {} }: EditedTool): readonly string[] {
  return Array.isArray(parameters.required) ? (parameters.required as readonly string[]) : [];
}

function picked<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
