import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { constants } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  accountFleet,
  type Ended,
  globalFleet,
  globalPlace,
  inFrontOf,
  PLATECTL,
  type Place,
  placeWith,
  plates,
  slow,
  writesTo,
} from "./harness.ts";

// Each test waits for what shows the phase, sends SIGTERM, and waits for the end: a program that went on would not end, or
// would show its result.

const LARGE = plates("AB", 9_000).flatMap((plate) => Array.from({ length: 12 }, (_, at) => `${plate}${at}`));
// Sends the signal when the report is about to be written to its file, and goes on once it was seen.
const ON_THE_REPORT_FILE = `data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports } from "node:module";
  import files from "node:fs/promises";
  import { setImmediate } from "node:timers/promises";
  const { open } = files;
  files.open = async (path, ...rest) => {
    if (String(path).includes(".report.json.")) {
      process.kill(process.pid, "SIGTERM");
      await setImmediate();
      await setImmediate();
    }
    return open(path, ...rest);
  };
  syncBuiltinESMExports();
`)}`;
const HOUR = "3600";

/** The exit code as a shell shows it: a command that only reads dies of the signal itself. */
async function codeOf(child: ChildProcess, ended: Promise<Ended>): Promise<Ended> {
  const { code, ...rest } = await ended;
  return { ...rest, code: code ?? 128 + constants.signals[child.signalCode ?? "SIGKILL"] };
}

async function terminated({ child, ended }: ReturnType<Place["start"]>): Promise<Ended> {
  child.kill("SIGTERM");
  const end = await codeOf(child, ended);
  expect({ code: end.code, stderr: end.stderr }).toMatchObject({ code: 143 });
  expect(end.stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  return end;
}

/** Resolves with the first answer to a request that `isIt`, which nobody answers but the test. */
function held(url: string, isIt: (method: string, path: string) => boolean) {
  let found: (response: ServerResponse) => void = () => undefined;
  const request = new Promise<ServerResponse>((resolve) => {
    found = resolve;
  });
  const address = inFrontOf(url, ({ method = "GET", url: path = "" }, response) => {
    if (!isIt(method, path)) return undefined;
    found(response);
    return "taken";
  });
  return { address, request };
}

const ANY_ADDS = "policy: { maxAdds: { percent: 100, always: 1000000 } }\n";
const placeOf = (cars: readonly string[]) => globalPlace(["AB1"], cars, ANY_ADDS);

function lockIn(here: Place): boolean {
  return existsSync(join(here.folder, ".platectl", "state.jsonl.lock"));
}

it.each(["plan", "audit", "export", "cars list"])("SIGTERM ends %s, while it waits for the login", async (command) => {
  const here = await placeOf(["AB1"]);
  const { address, request } = held(here.sandbox.url, (method) => method === "POST");
  const running = here.start(...command.split(" "), "--base-url", await address);
  await request;
  expect((await terminated(running)).stdout).toBe("");
});

it.each([
  ["plan", "--format", "html"],
  ["audit", "--format", "html"],
])("SIGTERM ends %s, while it compares and shows a large list", async (...args) => {
  const here = await placeOf(LARGE);
  const running = here.start(...args);
  await here.answered("GET", args[0] === "plan" ? 2 : 4);
  const { stdout } = await terminated(running);
  expect(stdout).not.toContain("</html>");
  expect(running.child.signalCode).toBe("SIGTERM");
});

describe("SIGTERM ends apply, which gives its lock back (H2, I1, V14)", () => {
  it("SIGTERM ends apply, which releases its lock, while it waits for the server, and while another waits for its lock", async () => {
    const here = await placeOf(["AB1", "CD2"]);
    const { address, request } = held(here.sandbox.url, (method) => method === "POST");
    const first = here.start("apply", "--auto-approve", "--base-url", await address);
    await request;
    const second = here.start("apply", "--auto-approve", "--base-url", await address, "--lock-timeout", HOUR);
    await new Promise<void>((resolve) => {
      second.child.stderr?.on("data", (text: string) => text.includes("Waiting") && resolve());
    });
    await terminated(second);
    expect(lockIn(here)).toBe(true);
    await terminated(first);
    expect(lockIn(here)).toBe(false);
    expect(writesTo(here.sandbox)).toEqual([]);
  });

  const isWrite = (method: string, path: string) => method === "POST" && path === "/api/cars";

  it.each([
    ["while a write is under way: its cars are unknown", () => isWrite, { unknown: 1 }, undefined],
    ["in a pause that the server asked for, and the lock is released", () => isWrite, { notSent: 1 }, "429"],
    [
      "while it reads the list back: what it did not see is unknown",
      () => {
        let isWritten = false;
        return (method: string, path: string) => {
          isWritten ||= isWrite(method, path);
          return isWritten && method === "GET" && path.startsWith("/api/cars");
        };
      },
      { unknown: 1 },
      undefined,
    ],
  ])("SIGTERM ends apply %s", async (_, phase, counts, status) => {
    const here = await placeOf(["AB1", "CD2"]);
    const { address, request } = held(here.sandbox.url, phase());
    const running = here.start("apply", "--auto-approve", "--json", "--verbose", "--base-url", await address);
    const response = await request;
    if (status !== undefined) {
      const isLogged = new Promise<void>((resolve) => {
        running.child.stderr?.on("data", (text: string) => text.includes(` ${status} `) && resolve());
      });
      response.writeHead(Number(status), { "retry-after": "200", "content-length": "0" }).end();
      await isLogged;
    }
    const { stdout } = await terminated(running);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 143, complete: true, counts });
    expect(lockIn(here)).toBe(false);
  });
});

it.each([["SIGINT", 130] as const, ["SIGTERM", 143] as const, ["SIGHUP", 143] as const])(
  "an interrupt (H2) by %s stops sending, reports, and ends with %i",
  async (signal, code) => {
    const fleet = accountFleet({ "4711": plates("AB", 30) }, "interface: { batchSize: 1 }\n");
    const here = await placeWith(fleet, { accounts: [{ baId: "4711" }] }, { chaos: slow(20, 30) });
    const { child, ended } = here.start("apply", "--auto-approve", "--json");
    await here.answered("POST", 6);
    child.kill(signal);
    const { code: actual, stdout, stderr } = await ended;
    expect({ actual, stderr }).toEqual({ actual: code, stderr: expect.stringContaining("nothing more is sent") });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ exitCode: code, complete: true });
    expect(report.counts.notSent).toBeGreaterThan(0);
    expect(Object.values<number>(report.counts).reduce((sum, count) => sum + count, 0)).toBe(30);
    expect((await here.run("apply", "--auto-approve", "--quiet")).code).toBe(0);
    expect(here.sandbox.model.plates("account:4711")).toHaveLength(30);
  },
);

it("an interrupt while apply reads, before anything was sent, says nothing of unknown cars", async () => {
  const here = await placeOf(["AB1", "CD2"]);
  const { address, request } = held(here.sandbox.url, (method) => method === "GET");
  const { child, ended } = here.start("apply", "--auto-approve", "--base-url", await address);
  await request;
  child.kill("SIGINT");
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining("Interrupted while reading.") });
  expect(stderr).not.toContain("unknown");
});

const applied = (cars: number, env = {}) =>
  placeWith(globalFleet(["AB1", ...plates("CD", cars)], ANY_ADDS), { cars: ["AB1"] }, { env });

it("SIGTERM lets apply write its report once that has begun, and the exit code is that of the report", async () => {
  const here = await applied(2, { NODE_OPTIONS: `--import=${ON_THE_REPORT_FILE}` });
  const { code, stdout, stderr } = await here.start("apply", "--auto-approve", "--json", "--report", "report.json")
    .ended;
  expect(stderr).toContain("Interrupted");
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ exitCode: code, complete: true, counts: { verified: 2 } });
  expect(JSON.parse(here.read("report.json"))).toEqual(report);
});

it("SIGTERM ends apply although nobody reads its report", async () => {
  const here = await applied(3_000);
  const child = spawn(process.execPath, [PLATECTL, "apply", "--auto-approve", "--json", "--report", "report.json"], {
    cwd: here.folder,
    env: here.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  // The pipe is full once something can be read from it that nobody takes.
  await new Promise((resolve) => child.stdout.once("readable", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
  expect(JSON.parse(here.read("report.json"))).toMatchObject({ exitCode: 0, counts: { verified: 3_000 } });
});

const isolated = ["--pid", "--fork", "--kill-child"];
const hasUnshare = spawnSync("unshare", [...isolated, "true"]).status === 0;

it.skipIf(!hasUnshare)("SIGTERM ends the first process of a container (H2)", async () => {
  const here = await placeOf(["AB1"]);
  const { address, request } = held(here.sandbox.url, (method) => method === "POST");
  const env = { ...here.env, PLATECTL_BASE_URL: await address };
  const outer = spawn("unshare", [...isolated, process.execPath, PLATECTL, "plan"], { cwd: here.folder, env });
  const ended = new Promise((resolve) => outer.on("close", resolve));
  await request;
  const [inner = ""] = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, "utf8").split(" ");
  process.kill(Number(inner), "SIGTERM");
  expect(await ended).toBe(143);
});
