import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startProcess } from "../processes.ts";
import {
  accountFleet,
  type Ended,
  expectRefusal,
  globalPlace,
  PLATECTL,
  type Place,
  place,
  plates,
} from "./harness.ts";

const PROGRAM = `${process.execPath} ${PLATECTL}`;

/** A list to which one car is to be added. */
const oneToAdd = () => globalPlace(["AB1"], ["AB1", "CD2"]);

/** Runs a shell command line in the place; `$P` is the program. */
function shell({ folder, env }: Place, line: string): Promise<Ended> {
  return startProcess("bash", ["-c", line], { cwd: folder, env: { ...env, P: PROGRAM } }).ended;
}

describe("H5 streams that fail", () => {
  it("a reader that has gone does not end an apply under way; the exit code says that the report was lost", async () => {
    const here = await oneToAdd();
    const { stdout } = await shell(here, `$P apply --auto-approve | true; echo "\${PIPESTATUS[0]}"`);
    expect(stdout).toBe("11\n");
    expect(here.sandbox.model.plates("global")).toContain("CD2");
  });

  it("a reader of help that has gone is not an error, and a full disk is", async () => {
    const here = await oneToAdd();
    for (const command of ["plan --help", "help cars list", "--help"]) {
      const { stdout, stderr } = await shell(here, `$P ${command} | true; echo "\${PIPESTATUS[0]}"`);
      expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
    }
    expect((await shell(here, "$P plan --help > /dev/full")).stderr).toMatch(/could not be written to stdout/);
  });

  it("a full disk behind stdout sends the report to stderr", async () => {
    const here = await oneToAdd();
    const { code, stderr } = await shell(here, "$P apply --auto-approve > /dev/full");
    expect({ code, stderr }).toEqual({ code: 11, stderr: expect.stringContaining('"licenseNumber": "CD2"') });
  });

  it("a closed stderr does not change the result of a run", async () => {
    const here = await oneToAdd();
    expect((await shell(here, "$P apply --auto-approve 2>&-")).code).toBe(0);
  });

  it("a slow reader gets the whole of a long plan", async () => {
    const here = await globalPlace(["AB1"], plates("ZZ", 9999));
    const { stdout } = await shell(here, '$P plan --json | { read -r first; echo "$first"; cat; } | wc -c');
    const { stdout: whole } = await here.run("plan", "--json");
    expect(Number(stdout)).toBe(Buffer.byteLength(whole));
  });
});

describe("H3 disks that fail", () => {
  it.skipIf(process.getuid?.() === 0)(
    "a read-only folder for the state ends apply before it sends anything",
    async () => {
      const here = await oneToAdd();
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
});
