import type { YAMLError, ErrorCode as YamlErrorCode } from "yaml";
import type { Explanation } from "../diagnostics/diagnostic-collector.ts";

const CHECK_LINES = "Check the indentation and quotes here and on the line before.";
const ONE_KEY = "Write each key on one line, as `key: value`, with a space after the colon.";
const NO_NAMES =
  "Write the value in full, without `&`, `*` and `!`; to use these characters as text, put it in quotes.";
const INDENT = "Give all lines of a list or mapping the same indentation, and close every `[` and `{`.";
const NOT_VALID = "Not valid YAML.";

/** A second document in a file. */
export const SECOND_DOCUMENT: Explanation = {
  code: "yaml-multiple-docs",
  message: "A second YAML document starts here.",
  fix: "Keep one document per file: remove `---` or `...` and all that follows, or split the file.",
};

/** A file with too many levels. */
export const TOO_DEEP: Explanation = {
  code: "yaml-resource-exhaustion",
  message: "The file is nested too deeply.",
  fix: "Remove the nested brackets and dashes; a fleet file needs few levels.",
};

/** A message for each code of `yaml`, whose own messages quote the file, which may be something else than a fleet file (S2, S24). */
const EXPLANATIONS: Readonly<Record<YamlErrorCode, Explanation>> = {
  ALIAS_PROPS: { code: "yaml-alias-props", message: "A YAML alias has a tag or an anchor here.", fix: NO_NAMES },
  BAD_ALIAS: { code: "yaml-bad-alias", message: "A YAML alias or anchor has no valid name here.", fix: NO_NAMES },
  BAD_COLLECTION_TYPE: {
    code: "yaml-bad-collection-type",
    message: "A YAML tag does not fit the list or mapping after it.",
    fix: NO_NAMES,
  },
  BAD_DIRECTIVE: {
    code: "yaml-bad-directive",
    message: "This is not a YAML directive, and directives are not accepted.",
    fix: "Remove the line, or put the value in quotes if it starts with `%`.",
  },
  BAD_DQ_ESCAPE: {
    code: "yaml-bad-dq-escape",
    message: "A backslash in double quotes starts an escape sequence that YAML does not know.",
    fix: "Use single quotes, or write the backslash twice.",
  },
  BAD_INDENT: {
    code: "yaml-bad-indent",
    message: "The indentation does not match the lines around it, or a bracket is not closed.",
    fix: INDENT,
  },
  BAD_PROP_ORDER: {
    code: "yaml-bad-prop-order",
    message: "A YAML anchor or tag is before a dash, `?` or `:` here.",
    fix: NO_NAMES,
  },
  BAD_SCALAR_START: {
    code: "yaml-bad-scalar-start",
    message: "A value cannot start with this character unless it is in quotes.",
    fix: "Put the value in quotes.",
  },
  BLOCK_AS_IMPLICIT_KEY: {
    code: "yaml-block-as-implicit-key",
    message: "A second `key: value` or a list starts on the same line here.",
    fix: ONE_KEY,
  },
  BLOCK_IN_FLOW: {
    code: "yaml-block-in-flow",
    message: "Inside brackets, lists and mappings must be in brackets as well.",
    fix: "Write `[a, b]` and `{ key: value }`.",
  },
  DUPLICATE_KEY: { code: "yaml-duplicate-key", message: "A key appears twice.", fix: "Keep one of the two." },
  IMPOSSIBLE: { code: "yaml-impossible", message: NOT_VALID, fix: CHECK_LINES },
  KEY_OVER_1024_CHARS: {
    code: "yaml-key-over-1024-chars",
    message: "A key is longer than 1,024 characters.",
    fix: ONE_KEY,
  },
  MISSING_CHAR: {
    code: "yaml-missing-char",
    message: "A quote, a bracket, a comma, a colon or a space is missing here.",
    fix: "Add the missing character.",
  },
  MULTILINE_IMPLICIT_KEY: {
    code: "yaml-multiline-implicit-key",
    message: "A key spans several lines; a colon may be missing, or a quote is not closed.",
    fix: ONE_KEY,
  },
  MULTIPLE_ANCHORS: { code: "yaml-multiple-anchors", message: "A value has two YAML anchors here.", fix: NO_NAMES },
  MULTIPLE_DOCS: SECOND_DOCUMENT,
  MULTIPLE_TAGS: { code: "yaml-multiple-tags", message: "A value has two YAML tags here.", fix: NO_NAMES },
  NON_STRING_KEY: {
    code: "yaml-non-string-key",
    message: "A key must be plain text, without a tag, an alias, a list or a mapping.",
    fix: "Use a plain word as the key.",
  },
  RESOURCE_EXHAUSTION: TOO_DEEP,
  TAB_AS_INDENT: {
    code: "yaml-tab-as-indent",
    message: "The indentation contains a tab.",
    fix: "Indent with spaces.",
  },
  TAG_RESOLVE_FAILED: { code: "yaml-tag-resolve-failed", message: "There is a YAML tag here.", fix: NO_NAMES },
  UNEXPECTED_TOKEN: {
    code: "yaml-unexpected-token",
    message: "There is unexpected text after the value.",
    fix: CHECK_LINES,
  },
};

/** `yaml`'s messages for a missing character, which quote nothing of the file, and ours. */
const MISSING_CHARACTERS: readonly (readonly [RegExp, string])[] = [
  [/^Missing closing .quote$/, "A quoted text is not closed."],
  [/must end with a [\]}]$/, "A bracket is not closed."],
  [/^Missing ,/, "A comma is missing between two items in brackets."],
  [/^Implicit map keys need/, "This is neither a key with a colon nor part of the value above."],
  [/^Missing space after :|^Comments must be separated/, "A space is missing here."],
];

/** The diagnostic for an error of `yaml`, without text of the file. */
export function explainYamlError(error: YAMLError): Explanation {
  const words = EXPLANATIONS[error.code];
  if (error.code !== "MISSING_CHAR") return words;
  return {
    ...words,
    message: MISSING_CHARACTERS.find(([pattern]) => pattern.test(error.message))?.[1] ?? words.message,
  };
}
