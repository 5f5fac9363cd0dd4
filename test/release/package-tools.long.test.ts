import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

it("the packed package passes publint and attw, and its example compiles with TypeScript 5.4 in nodenext and bundler", () => {
  const script = join(ROOT, "scripts/check-package.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
