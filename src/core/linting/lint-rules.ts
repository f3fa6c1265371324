/** Everything that linting finds, in one table: the reference is made of it. */

/** `warning`: somebody will get a wrong answer, or none. `hint`: it could be better, and may be meant as it is. */
export type Severity = "hint" | "warning";

interface LintRule {
  readonly severity: Severity;
  /** `words`: found by reading, also when a set is created or replaced. `vectors`: by the embedder, when linting is asked for. */
  readonly by: "vectors" | "words";
  /** What is wrong, for the reference. */
  readonly finds: string;
  /** What to write instead. */
  readonly instead: string;
}

export const LINT_RULES = {
  tool_without_description: {
    severity: "warning",
    by: "words",
    finds: "A tool has no description: its name is all that it can be found by.",
    instead: "one sentence that says what it does: verb, object, and what tells it from the other tools",
  },
  description_repeats_name: {
    severity: "hint",
    by: "words",
    finds: "The description of a tool has no word that its name does not have.",
    instead: "what the name does not say: on what, for whom, and what tells it from the other tools",
  },
  class_with_label_alone: {
    severity: "hint",
    by: "words",
    finds: "A class has neither examples nor a description that says more than its label.",
    instead: "three or more real sentences as `examples`, or one line of description",
  },
  untelling_parameter: {
    severity: "warning",
    by: "words",
    finds:
      "A parameter for text is called `x`, `arg1` or `value`, and no description says what it holds: nothing could fill it.",
    instead: "a name that says what it holds, and a short description with a value or two",
  },
  free_object: {
    severity: "warning",
    by: "words",
    finds: "An object has no properties, so no sentence says what belongs into it.",
    instead:
      "its `properties`, each with a type; where pairs of any name are meant, `additionalProperties` with a type",
  },
  required_unknown: {
    severity: "warning",
    by: "words",
    finds: "`required` names what is no property: it is missing in every call, and can never be filled.",
    instead: "the property as it is called in `properties`, or leave the name out of `required`",
  },
  default_hides_choice: {
    severity: "warning",
    by: "words",
    finds: "A required parameter has a `default`: the server fills it in, so nobody is ever asked for it.",
    instead: "no `default` where people have to choose, or leave it out of `required` where the default will do",
  },
  default_not_allowed: {
    severity: "warning",
    by: "words",
    finds: "A `default` is of another type than the parameter, or none of the values of its `enum`: it is never used.",
    instead: "a default that the parameter's own schema allows",
  },
  keyword_unknown: {
    severity: "warning",
    by: "words",
    finds:
      "A schema has a word that is no keyword and is nearly one, or a parameter that stands beside the keywords in place of under `properties`: nobody reads it.",
    instead: "the keyword as JSON Schema has it; parameters under `properties`",
  },
  enum_not_allowed: {
    severity: "warning",
    by: "words",
    finds: "An `enum` has a value that is not of the parameter's `type`: no call can ever have it.",
    instead: "values of that type, or the type that they are of",
  },
  format_unknown: {
    severity: "warning",
    by: "words",
    finds: "A `format` is nearly one that is known, and is none: nothing is checked.",
    instead: "the format as JSON Schema has it: `date`, `date-time`, `time`, `email`, `uri`, `uuid` …",
  },
  range_empty: {
    severity: "warning",
    by: "words",
    finds: "A least value, length or number of items is over the greatest one: every call is refused.",
    instead: "the smaller one first",
  },
  list_of_anything: {
    severity: "warning",
    by: "words",
    finds: "A parameter is a list, and no `items` say of what.",
    instead: '`items` with a type, as in `"items": {"type": "string"}`',
  },
  enum_of_codes: {
    severity: "hint",
    by: "words",
    finds:
      "Values of an `enum` look like codes, and neither `x-synonyms` nor the description tells what they stand for. Only who says the code gets it.",
    instead:
      'where people say something else, those words: `"x-synonyms": {"A3": ["large paper"]}`, or words as values',
  },
  language_not_read: {
    severity: "warning",
    by: "words",
    finds:
      "A tool, a class or its examples are in a language that the model inside does not read: nobody who speaks it is answered.",
    instead:
      "the words in English, German, Spanish, French, Italian or Dutch; or a `backend` that names a language model, which reads any",
  },
  languages_mixed: {
    severity: "hint",
    by: "words",
    finds: "Tools or classes of one set are described in several languages: what is common to them is seen less well.",
    instead: "one language for all descriptions; what people say, and the examples, may be in any that is read",
  },
  examples_in_two_languages: {
    severity: "hint",
    by: "words",
    finds: "A tool or class has examples in two languages: of each it has fewer to go by.",
    instead: "in each language that people speak as many examples as elsewhere in one, three or more",
  },
  example_in_two: {
    severity: "warning",
    by: "words",
    finds: "The same sentence is an example of two tools or classes.",
    instead: "the example under the one that is meant; where a sentence may mean both, under neither",
  },
  equal_tool_names: {
    severity: "warning",
    by: "words",
    finds: "Two sets that are used together have a tool of the same name.",
    instead: "another name for one of them, or see to `metadata.toolset`, which says whose tool an answer means",
  },
  tools_alike: {
    severity: "warning",
    by: "vectors",
    finds: "Two tools say nearly the same: the model cannot tell them apart.",
    instead:
      "in each description what the other one does not do, first of all; or one tool with a parameter that makes the difference",
  },
  classes_alike: {
    severity: "warning",
    by: "vectors",
    finds: "Two classes are nearly the same by what they say, or by their examples.",
    instead: "one class in the place of both, or examples that only one of them could have",
  },
  example_claimed: {
    severity: "warning",
    by: "vectors",
    finds: "An example is much nearer to another tool or class than to the rest of its own.",
    instead: "the example under the other one; or, where it is right as it is, two more like it beside it",
  },
} as const satisfies Readonly<Record<string, LintRule>>;

export type LintCode = keyof typeof LINT_RULES;

/** As an `enum` of the API. */
export const LINT_CODES = Object.keys(LINT_RULES) as readonly LintCode[];
