import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  accountFleet,
  accountPlace,
  expectEnd,
  expectRefusal,
  globalFleet,
  globalPlace,
  type Place,
  place,
  runCli,
  writesTo,
} from "./harness.ts";

const STATE = ".platectl/state.jsonl";

async function applied(): Promise<Place> {
  const here = await globalPlace(["AB1"], ["AB1", "CD2", "EF3"]);
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  return here;
}

/** Two accounts whose cars cannot be listed; the first holds what its fleet file desires. */
function listless(): Promise<Place> {
  return place({
    mode: "billing-account",
    start: {
      accounts: [
        { baId: "4711", cars: ["AB1", "CD2"] },
        { baId: "4712", cars: ["ZZ9"] },
      ],
    },
    behaviour: { accountCars: 404 },
  });
}

it("state show prints what a run left behind: cars, the run and its exit code, and which server is meant", async () => {
  const here = await applied();
  const { code, stdout } = await here.run("state", "show");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^State \.platectl\/state\.jsonl, [\d,]+ bytes\. It is intact\.\nNot locked\.$/m);
  expect(stdout).toMatch(/^Target [0-9a-f]{32} \(this server\)$/m);
  expect(stdout).toMatch(/^global +2 +0 +3 *$/m);
  const { stdout: document } = await here.run("state", "show", "--json");
  expect(JSON.parse(document)).toMatchObject({
    kind: "platectl/state",
    schemaVersion: 1,
    condition: { kind: "sound" },
    lock: null,
    targets: [{ scopes: [{ scope: "global", present: 2, uncertain: 0, lastCount: 3 }], runs: [{ exitCode: 0 }] }],
  });
});

it("state show says whether the journal is whole, has a torn end, or is damaged in which line (H2)", async () => {
  const here = await applied();
  const path = `${here.folder}/${STATE}`;
  appendFileSync(path, '{"crc":"0000');
  expect((await here.run("state", "show")).stdout).toContain("cut off");
  writeFileSync(path, readFileSync(path, "utf8").replace("CD2", "CD3"));
  expect((await here.run("state", "show")).stdout).toMatch(/damaged: line \d+/);
  here.write("notes.txt", "remember the milk\n");
  const foreign = await here.run("state", "show", "--state", "file:notes.txt");
  expect(foreign.stdout).toContain("not a state of platectl");
});

it("state show needs no server, no environment and no fleet file", async () => {
  const here = await place({ mode: "global", start: {} });
  const ended = await runCli(["state", "show"], here.folder, { PATH: "" });
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: "" });
  expect(ended.stdout).toContain("It knows nothing yet.");
  expect(here.sandbox.requests).toEqual([]);
});

describe("state unlock (S33)", () => {
  const lock = (id: string) =>
    `${JSON.stringify({ id, user: "ci", host: "elsewhere", pid: 1, command: "platectl apply", at: "2026-01-01T00:00:00.000Z" })}\n`;

  it("state unlock shows who holds the lock and since when before it removes it, and without an id that alone", async () => {
    const here = await applied();
    expectRefusalText(await here.run("state", "unlock"), /not locked/);
    here.write(`${STATE}.lock`, lock("0123456789ab"));
    const holder =
      /Locked by ci on elsewhere \(process 1\) since 2026-01-01T00:00:00.000Z, \S+ days ago.*: 0123456789ab/;
    const asked = await here.run("state", "unlock");
    expectRefusalText(asked, holder);
    expect(asked.stderr).toContain("If that run has certainly ended: platectl state unlock 0123456789ab");
    expect((await here.run("state", "show")).stdout).toMatch(holder);
    const removed = await here.run("state", "unlock", "0123456789ab");
    expect({ code: removed.code, stderr: removed.stderr }).toEqual({ code: 0, stderr: expect.stringMatching(holder) });
    expect((await here.run("state", "show")).stdout).toContain("Not locked.");
  });

  it("state unlock releases the lock with its id, and with no other", async () => {
    const here = await applied();
    here.write(`${STATE}.lock`, lock("0123456789ab"));
    here.write("fleet.yaml", globalFleet(["AB1", "CD2", "EF3", "GH4"]));
    const before = writesTo(here.sandbox).length;
    expect((await here.run("apply", "--auto-approve")).code).toBe(8);
    expect(writesTo(here.sandbox)).toHaveLength(before);
    expectRefusalText(
      await here.run("state", "unlock", "ffffffffffff"),
      /has no lock "ffffffffffff"\.[\s\S]*Locked by ci on elsewhere[\s\S]*0123456789ab/,
    );
    expect((await here.run("state", "unlock", "0123456789ab")).code).toBe(0);
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
    expectRefusalText(await here.run("state", "unlock", "0123456789ab"), /not locked/);
  });
});

it("state adopt does not touch lists that the server shows", async () => {
  const here = await accountPlace({ "4711": ["AB1"] }, { "4711": ["AB1", "CD2"] });
  const ended = await here.run("state", "adopt", "--auto-approve");
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing to adopt") });
  expect(ended.stderr).toContain("account:4711: the server shows this list");
});

it("state adopt refuses an account that the server does not know, and waits for no lock", async () => {
  const here = await listless();
  here.write("fleet.yaml", accountFleet({ "999": ["AB1"] }));
  expectRefusal(await here.run("state", "adopt", "--auto-approve"), 6, /account:999/, here.sandbox);
});

it("state adopt refuses a list that was read before and is answered 404 now, unless the file says that there is none", async () => {
  const here = await accountPlace({ "4711": ["AB1"] }, { "4711": ["AB1", "CD2"] });
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  here.sandbox.behave({ accountCars: 404 });
  const adopt = () => here.run("state", "adopt", "--auto-approve");
  expect(await adopt()).toMatchObject({ code: 6, stderr: expect.stringContaining("this list was read before") });
  here.write("fleet.yaml", `${accountFleet({ "4711": ["AB1", "CD2"] })}interface: { accountList: false }\n`);
  expect((await adopt()).code).toBe(0);
});

function expectRefusalText({ code, stderr }: { code: number | null; stderr: string }, words: RegExp): void {
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(words) });
}

it("state copy takes the state to an empty place, where the next run goes on, and overwrites none", async () => {
  const here = await applied();
  const copied = await here.run("state", "copy", `file:${STATE}`, "file:other/state.jsonl");
  expect(copied).toMatchObject({ code: 0, stderr: "" });
  expect(copied.stdout).toBe(
    ".platectl/state.jsonl was copied to other/state.jsonl: 4 records, read back and compared.\n",
  );
  expectEnd(await here.run("state", "copy", `file:${STATE}`, "file:other/state.jsonl"), 3, {
    stderr: "other/state.jsonl already holds a state, which is not overwritten",
  });
  const document = await here.run("state", "copy", `file:${STATE}`, "file:third.jsonl", "--json");
  expect(JSON.parse(document.stdout)).toMatchObject({ kind: "platectl/state-copy", to: "third.jsonl", archives: 0 });
  expect((await here.run("plan", "--state", "file:other/state.jsonl")).stdout).toContain("No changes");
});
