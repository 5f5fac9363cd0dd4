import fc from "fast-check";

// The same cases in every run, so that a change is judged by what it changed; SEED=… looks at others.
fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 20_260_101) });
