/** `1,234,567.89` for `1234567.89`; a text that is not a plain decimal number stays. Not from the locale: the same bytes everywhere. */
export function groupDigits(text: string): string {
  const [, sign = "", whole = "", rest = ""] = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(text) ?? [];
  return whole === "" ? text : `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}${rest}`;
}

/** `2,000`: the one form of a count in everything that people read. */
export function withCommas(count: number): string {
  return groupDigits(String(count));
}

/** `1 car`, `2,000 cars`. */
export function counted(count: number, one: string): string {
  return `${withCommas(count)} ${one}${count === 1 ? "" : "s"}`;
}
