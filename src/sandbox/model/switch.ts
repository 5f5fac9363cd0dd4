/** A switch as a command line sets it: what may be written, and what that means; undefined for anything else. */
export interface BehaviourSwitch<Value> {
  /** What it is unless told otherwise. */
  readonly usual: Value;
  readonly values: string;
  /** All that may be written, where that is a few words. */
  readonly choices?: readonly string[];
  readonly read: (text: string) => Value | undefined;
}

/** One of a few values, usually the first. */
export function oneOf<const All extends readonly [string | number, ...(string | number)[]]>(
  ...all: All
): BehaviourSwitch<All[number]> {
  const choices = all.map(String);
  const read = (text: string) => all.find((value) => String(value) === text);
  return { usual: all[0], values: choices.join(", "), choices, read };
}

/** Yes or no. */
export function boolean(usual = false): BehaviourSwitch<boolean> {
  const read = (text: string) => (text === "true" ? true : text === "false" ? false : undefined);
  return { usual, values: "true, false", choices: ["true", "false"], read };
}

/** The name of a parameter. */
export function name(usual: string): BehaviourSwitch<string> {
  const read = (text: string) => (/^[A-Za-z0-9_.~-]{1,64}$/.test(text) ? text : undefined);
  return { usual, values: "a parameter's name", read };
}

/** A whole number. */
export function count(usual: number, least = 1): BehaviourSwitch<number> {
  return { usual, values: `a whole number from ${least}`, read: (text) => readCount(text, least) };
}

/** A limit that is usually none. */
export function limit(): BehaviourSwitch<number> {
  const usual = Number.POSITIVE_INFINITY;
  return { usual, values: "a whole number, none", read: (text) => (text === "none" ? usual : readCount(text, 0)) };
}

/** Words with commas between, or `none`. */
export function words(what: string, usual: readonly string[]): BehaviourSwitch<readonly string[]> {
  return { usual, values: `none, ${what},…`, read: splitWords };
}

/** The words of a text with commas between; for `none` there are none. */
export function splitWords(text: string): readonly string[] {
  return text === "none" ? [] : text.split(",").map((word) => word.trim());
}

function readCount(text: string, least: number): number | undefined {
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least ? number : undefined;
}
