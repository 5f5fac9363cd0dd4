import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { PLATECTL } from "./harness.ts";

/** Starts the demo in an empty folder, with a folder of its own for temporary files. */
function startDemo() {
  const folder = mkdtempSync(join(tmpdir(), "platectl-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["here", "tmp"]) mkdirSync(join(folder, name));
  const env = {
    PATH: process.env["PATH"],
    TMPDIR: join(folder, "tmp"),
    PLATECTL_BASE_URL: "https://fleet.example.com",
  };
  const child = spawn(process.execPath, [PLATECTL, "demo"], { cwd: join(folder, "here"), env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return {
    child,
    shows: async (text: string) => {
      while (!output.includes(text)) await once(child.stdout, "data");
    },
    async ended() {
      const [code] = await once(child, "close");
      return { code, output, left: ["here", "tmp"].flatMap((name) => readdirSync(join(folder, name))) };
    },
  };
}

it("the demo shows the whole loop in at most 25 commands, and leaves nothing behind", async () => {
  const { code, output, left } = await startDemo().ended();
  expect({ code, left }).toEqual({ code: 0, left: [] });
  expect(output.match(/^\$ /gm)?.length).toBeLessThanOrEqual(25);
  const inOrder = [
    /Wrote fleet\.yaml: 19 cars of cars\.xlsx/,
    /Taken off now: 985\.50 DKK in the last 30 days/,
    /Stopped by a guard[\s\S]*git restore --source=HEAD -- cars\.xlsx[\s\S]*--allow-deletes=/,
    /rejected {2}\+ REJECT1/,
    /error Billed, and not wanted — 1 finding, 210\.00 DKK/,
    /^billed-not-desired,4711,.*RET4401.*,"journal entry of /m,
    /\[killed\][\s\S]*1 verified[\s\S]*No changes\. The live lists match the fleet file\./,
  ];
  let rest = output;
  for (const pattern of inOrder) {
    expect(rest).toMatch(pattern);
    rest = rest.slice(rest.search(pattern));
  }
});

it("a demo that is interrupted ends with the code of the signal and leaves nothing behind", async () => {
  const demo = startDemo();
  await demo.shows("$ platectl plan");
  demo.child.kill("SIGTERM");
  expect(await demo.ended()).toMatchObject({ code: 143, left: [], output: expect.not.stringContaining("exit null") });
});
