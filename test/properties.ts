import fc from "fast-check";

// The same cases in every run, so that a change is judged by what it changed; SEED=… looks at others.
fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 20_260_101) });

const IS_DEEP = process.env["CASES"] === "all";

/** How many cases a property gets: `all` of them in `npm run test:long` or with CASES=all, else a tenth. */
export function cases(all: number): number {
  return IS_DEEP ? all : Math.ceil(all / 10);
}

/** Which rows of a long table are tried: all of them in `npm run test:long` or with CASES=all, else so many, from all over it. */
export function rowsFrom<Row>(all: readonly Row[], few: number): Row[] {
  const step = IS_DEEP ? 1 : Math.max(1, Math.floor(all.length / few));
  return all.filter((_, at) => at % step === 0);
}
