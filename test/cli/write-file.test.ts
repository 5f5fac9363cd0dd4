import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeFileWhole } from "../../src/cli/output/write-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "platectl-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("J2: readers of a file that is being written see the old text or the new one, and nothing between", async () => {
  const path = join(folder, "report.json");
  const [before, after] = ["old\n", "new\n".repeat(500_000)];
  writeFileSync(path, before);
  let isWritten = false;
  const writing = writeFileWhole(path, after).then(() => {
    isWritten = true;
  });
  const seen = new Set<string>();
  while (!isWritten) {
    seen.add(readFileSync(path, "utf8"));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await writing;
  expect([...seen].filter((text) => text !== before && text !== after)).toEqual([]);
  expect(readFileSync(path, "utf8")).toBe(after);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("J2: a file that cannot be replaced leaves nothing behind", async () => {
  mkdirSync(join(folder, "report.json"));
  await expect(writeFileWhole(join(folder, "report.json"), "new")).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(["report.json"]);
});

it("J2: a pipe or a device is written to, and stays what it is", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const reader = spawn("cat", [pipe], { stdio: ["ignore", "pipe", "ignore"] });
  let read = "";
  reader.stdout.on("data", (chunk) => {
    read += chunk;
  });
  const closed = once(reader, "close");
  await writeFileWhole(pipe, "new");
  await closed;
  expect({ read, isPipe: statSync(pipe).isFIFO() }).toEqual({ read: "new", isPipe: true });
  await writeFileWhole("/dev/null", "new");
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  expect(readdirSync(folder)).toEqual(["pipe"]);
});
