import { readdirSync } from "node:fs";
import { describe } from "vitest";
import { flows } from "./flows.ts";

const names = readdirSync(import.meta.dirname);

// What a data file says is all that there is to test, unless a test of its name stands beside it.
for (const name of names.filter((one) => one.endsWith(".test.yaml") && !names.includes(one.replace(/yaml$/, "ts"))))
  describe(name, () => flows(new URL(name, import.meta.url).href));
