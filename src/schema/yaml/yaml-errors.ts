import type { YAMLError, ErrorCode as YamlErrorCode } from "yaml";
import type { ErrorCode } from "../../allowlist/index.ts";

/** What is wrong, and what to do about it. */
interface Words {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string;
}

const LOOK = "Check the indentation and quotes here and on the line before.";
const ONE_KEY = "Write each key on one line, as `key: value`.";
const NO_NAMES =
  "Write the value out in full, without `&`, `*` and `!`; if the text itself is meant, put it in quotes.";
const INDENT = "Indent the lines of one list or mapping alike, and close every `[` and `{`.";
const DEFECT = "Not valid YAML.";

/** What to say of a second document in a file. */
export const SECOND_DOCUMENT: Words = {
  code: "yaml-multiple-docs",
  message: "A second YAML document starts here.",
  fix: "Keep one document per file: remove `---` or `...` and what follows, or split the file.",
};

/** What to say of a file with too many levels. */
export const TOO_DEEP: Words = {
  code: "yaml-resource-exhaustion",
  message: "The file is nested too deeply.",
  fix: "Remove the nested brackets and dashes; a fleet file needs few levels.",
};

/** Our own words for each code of `yaml`, whose messages repeat the file's text: it may be no fleet file (S2, S24). */
const WORDS: Readonly<Record<YamlErrorCode, Words>> = {
  ALIAS_PROPS: { code: "yaml-alias-props", message: "A YAML alias has a tag or an anchor here.", fix: NO_NAMES },
  BAD_ALIAS: { code: "yaml-bad-alias", message: "A YAML alias or anchor has no proper name here.", fix: NO_NAMES },
  BAD_COLLECTION_TYPE: {
    code: "yaml-bad-collection-type",
    message: "A YAML tag does not fit the list or mapping behind it.",
    fix: NO_NAMES,
  },
  BAD_DIRECTIVE: {
    code: "yaml-bad-directive",
    message: "This is no YAML directive, and none are accepted.",
    fix: "Remove the line, or put the value in quotes if it starts with `%`.",
  },
  BAD_DQ_ESCAPE: {
    code: "yaml-bad-dq-escape",
    message: "A backslash in double quotes is followed by something that is no escape of YAML.",
    fix: "Use single quotes, or write the backslash twice.",
  },
  BAD_INDENT: {
    code: "yaml-bad-indent",
    message: "This is indented in another way than what it belongs to, or a bracket is not closed.",
    fix: INDENT,
  },
  BAD_PROP_ORDER: {
    code: "yaml-bad-prop-order",
    message: "A YAML anchor or tag stands before the dash, `?` or `:` here.",
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
    message: "Inside brackets, lists and mappings must be in brackets, too.",
    fix: "Write `[a, b]` and `{ key: value }`.",
  },
  DUPLICATE_KEY: { code: "yaml-duplicate-key", message: "A key is written twice.", fix: "Keep one of the two." },
  IMPOSSIBLE: { code: "yaml-impossible", message: DEFECT, fix: LOOK },
  KEY_OVER_1024_CHARS: {
    code: "yaml-key-over-1024-chars",
    message: "A key is longer than 1,024 characters.",
    fix: ONE_KEY,
  },
  MISSING_CHAR: {
    code: "yaml-missing-char",
    message: "A quote, a bracket, a comma, a colon or a blank is missing here.",
    fix: "Add the missing character.",
  },
  MULTILINE_IMPLICIT_KEY: {
    code: "yaml-multiline-implicit-key",
    message: "A key runs over several lines; perhaps a colon is missing, or a quote is not closed.",
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
    message: "A tab stands in the indentation here.",
    fix: "Indent with spaces.",
  },
  TAG_RESOLVE_FAILED: { code: "yaml-tag-resolve-failed", message: "A YAML tag stands here.", fix: NO_NAMES },
  UNEXPECTED_TOKEN: {
    code: "yaml-unexpected-token",
    message: "Text stands here that does not belong to the value before it.",
    fix: LOOK,
  },
};

/** `yaml`'s words for a missing character, which hold nothing of the file, and ours. */
const MISSING: readonly (readonly [RegExp, string])[] = [
  [/^Missing closing .quote$/, "A quoted text is not closed."],
  [/must end with a [\]}]$/, "A bracket is not closed."],
  [/^Missing ,/, "A comma is missing between two items in brackets."],
  [/^Implicit map keys need/, "This is neither a key with a colon nor part of the value before it."],
  [/^Missing space after :|^Comments must be separated/, "A blank is missing here."],
];

/** What to say of an error of `yaml`; nothing of the file's text. */
export function wordsFor(error: YAMLError): Words {
  const words = WORDS[error.code];
  if (error.code !== "MISSING_CHAR") return words;
  return { ...words, message: MISSING.find(([pattern]) => pattern.test(error.message))?.[1] ?? words.message };
}
