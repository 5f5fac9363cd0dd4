import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { processOwner } from "../../src/cli/process/process-info.ts";
import { isAlive } from "../../src/process/this-process.ts";
import { ENTRY } from "../action/runner.ts";
import { startProcess } from "../processes.ts";
import { flows } from "./flows.ts";
import { expectRefusal, globalPlace, PLATECTL, place } from "./harness.ts";

flows(import.meta.url);

const live = { mode: "global", start: { cars: ["AB1"] } } as const;
const listed = (...more: readonly [cars: readonly string[], more?: string]) => globalPlace(["AB1"], ...more);

/** Runs a program as a process of its own. */
function run(command: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  return startProcess(command, args, { cwd, env }).ended;
}

/** A copy of the built program, to damage. */
function copyOfProgram(): string {
  const root = mkdtempSync(join(tmpdir(), "platectl-copy-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const from = join(dirname(PLATECTL), "../..");
  cpSync(join(from, "dist"), join(root, "dist"), { recursive: true });
  cpSync(join(from, "package.json"), join(root, "package.json"));
  return root;
}

it.each([
  ["command line", PLATECTL, ["plan"]],
  ["action", ENTRY, []],
])(
  "S3 S4 the %s keeps no secret in process.env, where child processes, loaded code and a report of Node could find it",
  async (_, program, args) => {
    const here = await listed(["AB1"]);
    const hook = here.write(
      "hook.cjs",
      'process.on("exit", () => require("node:fs").writeFileSync("seen.json", JSON.stringify([process.env, process.report.getReport()])));',
    );
    const more = { NODE_OPTIONS: `--require ${hook}`, INPUT_TOKEN: "ghs_canary", RUNNER_TEMP: here.folder };
    expect((await run(process.execPath, [program, ...args], here.folder, { ...here.env, ...more })).code).toBe(0);
    const seen = here.read("seen.json");
    expect(seen).toContain(here.sandbox.clientId);
    expect(seen).not.toContain(here.sandbox.clientSecret);
    expect(seen).not.toContain("ghs_canary");
  },
);

it("a program that cannot load its parts says so, with 3", async () => {
  const here = await place(live);
  const root = copyOfProgram();
  for (const name of readdirSync(join(root, "dist/chunks"))) {
    if (/^plan\d*\.js$/.test(name)) rmSync(join(root, "dist/chunks", name));
  }
  const ended = await run(process.execPath, [join(root, "dist/cli/main.js"), "plan"], here.folder, here.env);
  expectRefusal(ended, 3, /^error: platectl cannot load one of its own files/, here.sandbox);
});

it("a program whose files are replaced while it waits for the lock ends with its usual code", async () => {
  const here = await listed(["AB1"]);
  const holder = { ...processOwner(), id: "0123456789ab", at: "2026-01-01T00:00:00.000Z" };
  here.write(".platectl/state.jsonl.lock", `${JSON.stringify(holder)}\n`);
  const root = copyOfProgram();
  const args = [join(root, "dist/cli/main.js"), "apply", "--auto-approve", "--lock-timeout", "1"];
  const { child, ended } = startProcess(process.execPath, args, { cwd: here.folder, env: here.env });
  child.stderr?.once("data", () => rmSync(join(root, "dist/chunks"), { recursive: true }));
  expectRefusal(await ended, 8, /state unlock 0123456789ab/, here.sandbox);
});

it.each([20, 32])("the program ends by itself under a limit of %i open files", async (limit) => {
  const here = await place(live);
  const line = `ulimit -n ${limit}; exec timeout 60 ${process.execPath} ${PLATECTL} plan`;
  expect([1, 3]).toContain((await run("bash", ["-c", line], here.folder, here.env)).code);
});

it("H9 a working directory that was deleted is reported", async () => {
  const here = await place(live);
  const line = `mkdir gone; cd gone; rmdir ../gone; exec ${process.execPath} ${PLATECTL} plan`;
  const ended = await run("bash", ["-c", line], here.folder, here.env);
  expectRefusal(ended, 3, /^error: The working directory cannot be read \(ENOENT\)/, here.sandbox);
});

describe.runIf(process.platform === "linux")("who holds a lock", () => {
  it("the lock names the boot of the machine, so that another machine of the same name is not taken for it", () => {
    const start = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    expect(processOwner().host).toContain(start);
  });

  it("a zombie process does not count as alive, its parent does", async () => {
    // What the shell becomes never asks how its child ended; the shell itself would, so the child waits until it is gone.
    const child = 'until read -r name < /proc/$$/comm && [ "$name" = sleep ]; do :; done';
    const script = `{ ${child}; } & echo $!; exec sleep 600`;
    const parent = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const pid = await new Promise<number>((resolve) => parent.stdout.once("data", (text) => resolve(Number(text))));
    const isZombie = () => / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    while (!isZombie()) await new Promise((resolve) => setImmediate(resolve));
    expect(isAlive(pid)).toBe(false);
    expect(isAlive(parent.pid ?? 0)).toBe(true);
  });
});
