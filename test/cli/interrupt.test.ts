import { spawn, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { accountFleet, globalFleet, PLATECTL, type Place, place, plates, slow, writesTo } from "./harness.ts";

async function slowPlace(): Promise<Place> {
  const here = await place({ mode: "billing-account", start: { accounts: [{ baId: "4711" }] }, chaos: slow(20, 30) });
  here.write("fleet.yaml", accountFleet({ "4711": plates("AB", 80) }, "interface: { batchSize: 1 }\n"));
  return here;
}

describe("an interrupt (H2)", () => {
  it.each([["SIGINT", 130] as const, ["SIGTERM", 143] as const, ["SIGHUP", 143] as const])(
    "an interrupt by %s stops sending, reports, and ends with %i",
    async (signal, code) => {
      const here = await slowPlace();
      const { child, ended } = here.start("apply", "--auto-approve", "--json");
      await here.answered("POST", 6);
      child.kill(signal);
      const { code: actual, stdout, stderr } = await ended;
      expect({ actual, stderr }).toEqual({ actual: code, stderr: expect.stringContaining("nothing more is sent") });
      const report = JSON.parse(stdout);
      expect(report).toMatchObject({ exitCode: code, complete: true });
      expect(report.counts.notSent).toBeGreaterThan(0);
      expect(Object.values<number>(report.counts).reduce((sum, count) => sum + count, 0)).toBe(80);
      expect((await here.run("apply", "--auto-approve", "--quiet")).code).toBe(0);
      expect(here.sandbox.model.plates("account:4711")).toHaveLength(80);
    },
  );
});

const hasScript = spawnSync("script", ["--version"]).status === 0;

describe.skipIf(!hasScript)("the prompt, on a terminal of util-linux's script", () => {
  const start = { mode: "global", start: { cars: ["AB1"] } } as const;

  it.each([
    ["yes", "yes\n", 0, 1],
    ["no", "no\n", 130, 0],
    ["an empty line", "\n", 130, 0],
    ["Ctrl-C", "\u0003", 130, 0],
    ["Ctrl-D", "\u0004", 130, 0],
  ])("the prompt on a terminal takes an answer: %s", async (_, keys, code, writes) => {
    const here = await place(start);
    here.write("fleet.yaml", globalFleet(["AB1", "CD2"]));
    const command = `${process.execPath} ${PLATECTL} apply`;
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: here.folder,
      env: { ...here.env, TERM: "xterm" },
    });
    let screen = "";
    let isAsked = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      screen += text;
      if (isAsked || !screen.includes("is accepted")) return;
      isAsked = true;
      child.stdin.write(keys);
    });
    const ended = await new Promise((resolve) => child.on("close", resolve));
    expect({ ended, screen }).toEqual({
      ended: code,
      screen: expect.stringMatching(/Apply 1 add, 0 updates, 0 deletes at/),
    });
    expect(writesTo(here.sandbox)).toHaveLength(writes);
    if (writes === 0) expect(screen).toMatch(/Not confirmed: nothing was sent\.\s*$/);
    expect(screen).not.toMatch(/^\s+at /m);
  });
});
