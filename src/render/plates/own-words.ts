import { DOCUMENTS, jsonSchema } from "../../schema/index.ts";

const COMMANDS = ["platectl", "completion", "end", "schema", "git", "restore", "state", "HEAD"];
/** What stands for a value in a command. */
const PLACEHOLDERS = ["FILE", "PLATE", "REVISION", "BRANCH", "REMOTE", "N"];
/** An option, a number that is shorter than plates are, a commit. */
const SHORT =
  /^(?:-f?|--(?:[a-z]+(?:-[a-z]+)*(?:=(?:HEAD|N|\d+|[0-9a-f]{7,40}(?:~1)?))?)?|\d{1,2}[dh]?|[0-9a-f]{12}(?:~1)?)$/;

let own: ReadonlySet<string> | undefined;

/** Whether a word is one of platectl's: of a command, an option, or a key or fixed value of the fleet file such as `carsFrom`. */
export function isOwnWord(text: string): boolean {
  own ??= new Set([
    ...COMMANDS,
    ...wordsOf(Object.values(DOCUMENTS).join(" ")),
    ...PLACEHOLDERS,
    ...namesIn(jsonSchema("fleet")),
  ]);
  const known = own;
  return SHORT.test(text) || wordsOf(text).every((word) => known.has(word) || SHORT.test(word));
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s:.,@=~[\]{}`]+/).filter((word) => word !== "");
}

/** The keys and the fixed values that a JSON Schema names. */
function* namesIn(schema: unknown): Generator<string, void, void> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties") yield* Object.keys(value);
    if (keyword === "const" || keyword === "enum") yield* [value].flat().filter((one) => typeof one === "string");
    yield* namesIn(value);
  }
}
