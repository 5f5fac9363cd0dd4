/** What can be chosen of the changes of a plan: actions, and causes, which a base revision tells. */
export const CHOOSABLE = ["add", "update", "delete", "drift", "edit"] as const;

/** Which of the changes a run is to do; the others are left out, and named. */
export interface Choice {
  /** Those of which one of these is true; absent: all. */
  readonly only?: readonly (typeof CHOOSABLE)[number][];
  /** Plates of cars to leave alone, as given. */
  readonly skip?: readonly string[];
}

/** Whether it is a cause. */
export function isCause(word: (typeof CHOOSABLE)[number]): boolean {
  return word === "drift" || word === "edit";
}
