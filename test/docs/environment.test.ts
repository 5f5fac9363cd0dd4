import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, readPage } from "./pages.ts";

const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(ROOT, "src", name), "utf8"));

/** The variables that the program reads, by the ways in which its source names them. */
const read = new Set(
  sources.flatMap((text) => [
    ...[...text.matchAll(/\b(PLATECTL_[A-Z_]+)\b/g)].map(([name]) => name),
    ...[...text.matchAll(/\b(?:env|variables)\["([A-Z_]+)"\]/g)].map(([, name = ""]) => name),
    ...[...text.matchAll(/\b(?:env|variables)\.([A-Z_]{2,})\b/g)].map(([, name = ""]) => name),
  ]),
);

const section = readPage("docs/reference.md").split("## Environment variables")[1]?.split("\n## ")[0] ?? "";
const described = [...section.matchAll(/`([A-Z][A-Z_]+…?)(?:=0)?`/g)].map(([, name = ""]) => name);
const isDescribed = (variable: string) =>
  described.some((name) => name === variable || (name.endsWith("…") && variable.startsWith(name.slice(0, -1))));

it("the reference describes every variable that the program reads", () => {
  expect(read.size).toBeGreaterThan(15);
  expect([...read].filter((variable) => !isDescribed(variable))).toEqual([]);
});

it("the reference describes no variable of platectl that the program does not read", () => {
  const own = described.filter((name) => name.startsWith("PLATECTL_"));
  expect(own.filter((name) => !read.has(name))).toEqual([]);
});
