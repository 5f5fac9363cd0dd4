import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { PAGE_SCRIPT, PAGE_STYLE } from "../../src/render/html/page-assets.ts";

const root = join(import.meta.dirname, "../..");

it("the script and the style of the pages are what a build makes of their sources", () => {
  const made = execFileSync(process.execPath, [join(root, "scripts/page-assets.mjs"), "--print"], { encoding: "utf8" });
  const isCurrent = readFileSync(join(root, "src/render/html/page-assets.ts"), "utf8") === made;
  expect(isCurrent, "src/render/html/page-assets.ts is old: run `npm run build`, and commit it").toBe(true);
});

it("the script and the style of the pages stay small: each page holds them", () => {
  expect(Buffer.byteLength(PAGE_SCRIPT)).toBeLessThanOrEqual(12_000);
  expect(gzipSync(PAGE_SCRIPT).length).toBeLessThanOrEqual(5_000);
  expect(Buffer.byteLength(PAGE_STYLE)).toBeLessThanOrEqual(14_000);
});
