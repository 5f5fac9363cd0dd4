import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");

it("the good first changes of CONTRIBUTING.md are rows of the table in ARCHITECTURE.md, and name files that exist", () => {
  const list = read("CONTRIBUTING.md").split("## Good first changes")[1]?.split("And always:")[0] ?? "";
  const table = read("ARCHITECTURE.md").split("## To add something")[1] ?? "";
  const rows = [...table.matchAll(/^\| (an? [^|]+?) \|/gm)].map(([, what = ""]) => what);
  const named = [...list.matchAll(/^- \*\*(An? .*?)\.\*\*/gm)].map(([, what = ""]) => what.toLowerCase());
  expect(named.length).toBeGreaterThan(3);
  expect(rows).toEqual(expect.arrayContaining(named));
  const paths = [...list.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
