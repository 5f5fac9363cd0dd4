/** A number that must reach the wire digit by digit: an int64 or an exact decimal. */
export class NumberText {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/** What `exactJsonText` can write. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | NumberText
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** JSON like `JSON.stringify`, with the digits of a `NumberText` as they stand (`JSON.rawJSON` is too new for Node 20). */
export function exactJsonText(value: JsonValue): string {
  if (value instanceof NumberText) return value.digits;
  if (Array.isArray(value)) return `[${value.map(exactJsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${exactJsonText(item)}`)
    .join(",")}}`;
}
