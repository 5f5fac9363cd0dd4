import { type ValueKind, wholeNumber } from "./value-kinds.ts";

const ROW = wholeNumber(1, 100);
/** Which row of a list has the names of its columns. It stands alone: `--help` knows it without the shapes of files. */
export const HEADER: ValueKind<number | false> = {
  expectation: "the number of a row from 1 to 100, or `false`",
  read: (text) => (text === "false" ? false : ROW.read(text)),
  schema: {
    anyOf: [
      { const: false },
      { type: "integer", minimum: 1, maximum: 100, title: "integer" },
      { type: "string", pattern: "^(?:false|[1-9][0-9]?|100)$", title: "string" },
    ],
  },
  isUnquoted: true,
};
