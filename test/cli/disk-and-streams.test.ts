import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import {
  accountFleet,
  expectRefusal,
  globalFleet,
  PLATECTL,
  type Place,
  place,
  placeWith,
  plates,
  writesTo,
} from "./harness.ts";

const live = { mode: "global", start: { cars: ["AB1"] } } as const;

function applyIn(here: Place): Promise<Place> {
  here.write("fleet.yaml", globalFleet(["AB1", "CD2"]));
  return Promise.resolve(here);
}

/** Runs a shell command line in the place; `$P` is the program. */
function shell(here: Place, line: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { ...here.env, P: `${process.execPath} ${PLATECTL}` };
  const child = spawn("bash", ["-c", line], { cwd: here.folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

describe("H5 streams that fail", () => {
  it("a reader that has gone does not end an apply under way; the exit code says that the report was lost", async () => {
    const here = await applyIn(await place(live));
    const { stdout } = await shell(here, `$P apply --auto-approve | true; echo "\${PIPESTATUS[0]}"`);
    expect(stdout).toBe("11\n");
    expect(here.sandbox.model.plates("global")).toContain("CD2");
  });

  it("a reader of help that has gone is not an error, and a full disk is", async () => {
    const here = await place(live);
    for (const command of ["plan --help", "help cars list", "--help"]) {
      const { stdout, stderr } = await shell(here, `$P ${command} | true; echo "\${PIPESTATUS[0]}"`);
      expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
    }
    expect((await shell(here, "$P plan --help > /dev/full")).stderr).toMatch(/could not be written to stdout/);
  });

  it("a full disk behind stdout sends the report to stderr", async () => {
    const here = await applyIn(await place(live));
    const { code, stderr } = await shell(here, "$P apply --auto-approve > /dev/full");
    expect({ code, stderr }).toEqual({ code: 11, stderr: expect.stringContaining('"licenseNumber": "CD2"') });
  });

  it("a closed stderr does not change the result of a run", async () => {
    const here = await applyIn(await place(live));
    expect((await shell(here, "$P apply --auto-approve 2>&-")).code).toBe(0);
  });

  it("a slow reader gets the whole of a long plan", async () => {
    const here = await place(live);
    here.write("fleet.yaml", globalFleet(plates("ZZ", 9999)));
    const { stdout } = await shell(here, '$P plan --json | { read -r first; echo "$first"; cat; } | wc -c');
    const { stdout: whole } = await here.run("plan", "--json");
    expect(Number(stdout)).toBe(Buffer.byteLength(whole));
  });
});

describe("H3 disks that fail", () => {
  it.skipIf(process.getuid?.() === 0)(
    "a read-only folder for the state ends apply before it sends anything",
    async () => {
      const here = await applyIn(await place(live));
      chmodSync(here.folder, 0o500);
      const ended = await here.run("apply", "--auto-approve");
      chmodSync(here.folder, 0o700);
      expectRefusal(ended, 3, /state/, here.sandbox);
    },
  );

  it("a file size limit during a run: what is not journalled is not sent, and the next run converges", async () => {
    const here = await place({ mode: "billing-account", start: { accounts: [{ baId: "4711" }] } });
    const cars = plates("AB", 60);
    here.write("fleet.yaml", accountFleet({ "4711": cars }, "interface: { batchSize: 4 }\n"));
    const { code, stdout } = await shell(here, "ulimit -f 4; trap '' XFSZ; exec $P apply --auto-approve --json");
    expect([9, 10]).toContain(code);
    const { counts } = JSON.parse(stdout);
    expect(counts.notSent).toBeGreaterThan(0);
    expect(counts.verified + counts.acknowledged + counts.rejected + counts.unknown + counts.notSent).toBe(60);
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
    expect(here.sandbox.model.plates("account:4711")).toHaveLength(60);
  });

  const mounted: string[] = [];
  afterEach(() => {
    for (const folder of mounted.splice(0)) spawnSync("umount", [folder]);
  });

  it("a full tmpfs for the state ends apply safely (skipped where nothing may be mounted)", async (context) => {
    const here = await place({ mode: "billing-account", start: { accounts: [{ baId: "4711" }] } });
    const folder = `${here.folder}/small`;
    mkdirSync(folder);
    const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", folder]);
    if (mount.status !== 0) return context.skip("mount is not permitted here");
    mounted.push(folder);
    const cars = plates("AB", 400);
    here.write("fleet.yaml", accountFleet({ "4711": cars }, "interface: { batchSize: 20 }\n"));
    // In a process of its own, which is gone when the next one meets the lock that it could not take off.
    const full = await here.start("apply", "--auto-approve", "--json", "--state", "file:small/state.jsonl").ended;
    expect([9, 10]).toContain(full.code);
    expect(JSON.parse(full.stdout).counts.notSent).toBeGreaterThan(0);
    const sent = here.sandbox.model.plates("account:4711").length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(400);
    spawnSync("mount", ["-o", "remount,size=1m", folder]);
    const ended = await here.run("apply", "--auto-approve", "--state", "file:small/state.jsonl", "--allow-adds=400");
    expect({ code: ended.code, stderr: ended.stderr }).toMatchObject({ code: 0 });
    expect(here.sandbox.model.plates("account:4711")).toHaveLength(400);
  });
});

describe("H2 an interrupt of the shell around it", () => {
  it("a shell that runs platectl with exec passes an interrupt to the program", async () => {
    const here = await placeWith(
      accountFleet({ "4711": plates("AB", 60) }, "interface: { batchSize: 1 }\n"),
      { accounts: [{ baId: "4711" }] },
      { chaos: { latency: [20, 30], reset: 0, lost: 0, unavailable: 0, tooMany: 0, drip: 0, cut: 0, failingCars: 0 } },
    );
    const env = { ...here.env, P: `${process.execPath} ${PLATECTL}` };
    const child = spawn("bash", ["-c", "exec $P apply --auto-approve --quiet"], {
      cwd: here.folder,
      env,
      stdio: "ignore",
    });
    await here.answered("POST", 5);
    child.kill("SIGINT");
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(130);
    expect(writesTo(here.sandbox).length).toBeLessThan(60);
  });
});
