import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { parseDocument } from "yaml";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The examples of pipelines. */
export const FOLDER = join(ROOT, "examples/ci");

/** A YAML file without a doubt about what it says. */
export function yamlAt(path: string) {
  const document = parseDocument(readFileSync(join(ROOT, path), "utf8"), { strict: true, uniqueKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

/** Expects a script that bash can read. */
export function bashAccepts(script: string): void {
  const { status, stderr } = spawnSync("bash", ["-n"], { input: script, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}
