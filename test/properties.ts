import fc from "fast-check";

// The same cases in every run, so that a change is judged by what it changed; SEED=… looks at others.
fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 20_260_101) });

/** How many cases a property gets: `all` of them in `npm run test:long` or with CASES=all, else a tenth. */
export function cases(all: number): number {
  return process.env["CASES"] === "all" ? all : Math.ceil(all / 10);
}
