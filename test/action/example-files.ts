import { spawn, spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { parseDocument } from "yaml";
import { PLATECTL, type Place } from "../cli/harness.ts";

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

/** Puts the built command line on the PATH, under its name. */
export function withPlatectl(here: Place): Readonly<Record<string, string>> {
  chmodSync(here.write("bin/platectl", `#!/bin/sh\nexec "${process.execPath}" "${PLATECTL}" "$@"\n`), 0o755);
  return { ...here.env, PATH: `${here.folder}/bin:${here.env["PATH"]}` };
}

/** Runs a script as CI systems do, without waiting in this process: the sandbox lives in it. */
export async function bash(script: string, cwd: string, env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script, "script", ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, output }));
  });
}
