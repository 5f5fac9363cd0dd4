import type { Steps } from "../src/runtime/steps.ts";

/** The most that `count` grew by between two points where others may have a turn, and the result. */
export function mostInAStep<Result>(steps: Steps<Result>, count: () => number): { most: number; result: Result } {
  let [most, before] = [0, 0];
  for (;;) {
    const step = steps.next();
    most = Math.max(most, count() - before);
    before = count();
    if (step.done) return { most, result: step.value };
  }
}

/** Objects with that plate; `looks` counts how often one was asked for it. */
export function watchedPlates<Rest extends object>(plates: readonly string[], rest: Rest) {
  const watch = { looks: 0 };
  const items = plates.map((plate) => ({
    ...rest,
    get licenseNumber() {
      watch.looks += 1;
      return plate;
    },
  }));
  return { items, looks: () => watch.looks };
}
