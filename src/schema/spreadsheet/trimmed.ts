const SPACE = 0x20;
const DELETE = 0x7f;

/** `trim`, in less time for texts that have nothing to trim. */
export function trimmed(text: string): string {
  return isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

function isInk(code: number): boolean {
  return code > SPACE && code < DELETE;
}
