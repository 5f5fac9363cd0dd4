import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { PROFILES } from "./profile.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const shape = z.strictObject({
  rule: z.string(),
  file: z.string(),
  find: z.string(),
  replace: z.string(),
  layer: z.string(),
});
const bugs = z.array(shape).parse(JSON.parse(readFileSync(join(import.meta.dirname, "planted-bugs.json"), "utf8")));

it.each(bugs)("a planted bug can still be planted: $rule", ({ file, find, replace, layer }) => {
  const parts = readFileSync(join(ROOT, file), "utf8").split(find);
  expect(parts).toHaveLength(2);
  expect(replace).not.toBe(find);
  const profile = layer.startsWith("simulation:") ? layer.slice("simulation:".length) : undefined;
  expect(profile === undefined ? existsSync(join(ROOT, layer)) : profile === "mix" || PROFILES.includes(profile)).toBe(
    true,
  );
});
