import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workbookWith } from "../schema/spreadsheet/workbook-file.ts";
import { commit, expectRefusal, git, globalFleet, globalPlace, type Place, place, runCli } from "./harness.ts";

function committed(here: Place, text: string): void {
  here.write("fleet.yaml", text);
  git(here, "init", "-q", "-b", "main");
  commit(here, "base");
}

interface Planned {
  scopes: { changes: { action: string; licenseNumber: string; cause: string }[] }[];
  warnings: { code: string; message: string }[];
}

async function causes(here: Place, base = "main"): Promise<{ lines: string[]; warnings: string[] }> {
  const { stdout } = await here.run("plan", "--base", base, "--json");
  const { scopes, warnings }: Planned = JSON.parse(stdout);
  return {
    lines: scopes.flatMap(({ changes }) => changes.map((one) => `${one.action} ${one.licenseNumber}: ${one.cause}`)),
    warnings: warnings.map(({ code, message }) => `${code}: ${message}`),
  };
}

it("plan --base distinguishes edits of this change from drift and from dates", async () => {
  const here = await place({ mode: "global", start: { cars: ["KEEP1", "GONE1", "STRANGER", "EXPIRED1"] } });
  const expired = "  - { licenseNumber: EXPIRED1, validUntil: 2020-01-01 }\n";
  committed(here, globalFleet(["KEEP1", "GONE1", "MISSING1"], expired));
  here.write("fleet.yaml", globalFleet(["KEEP1", "MISSING1", "NEW1"], expired));
  expect((await causes(here)).lines).toEqual([
    "add MISSING1: drift",
    "add NEW1: edit",
    "delete EXPIRED1: date",
    "delete GONE1: edit",
    "delete STRANGER: drift",
  ]);
  const { stdout } = await here.run("plan", "--base", "main");
  expect(stdout).toContain("This change: +1 −1; drift: +1 −1; dates: −1");
});

it("plan --base reads the workbooks of the base revision", async () => {
  const here = await place({ mode: "global", start: { cars: ["KEEP1"] } });
  writeFileSync(join(here.folder, "cars.xlsx"), workbookWith([["Plate"], ["KEEP1"], ["MISSING1"]]));
  here.write("fleet.yaml", "version: 1\nmode: global\ncarsFrom: [{ file: cars.xlsx, column: plate }]\n");
  git(here, "init", "-q", "-b", "main");
  commit(here, "base");
  writeFileSync(join(here.folder, "cars.xlsx"), workbookWith([["Plate"], ["KEEP1"], ["MISSING1"], ["NEW1"]]));
  expect(await causes(here)).toEqual({ lines: ["add MISSING1: drift", "add NEW1: edit"], warnings: [] });
  const { stdout } = await here.run("plan", "--json");
  expect(stdout).toContain('"source": "cars.xlsx:Cars!A4"');
});

it("plan --base counts what a changed policy brings as an edit", async () => {
  const here = await place({ mode: "global", start: { cars: ["KEEP1", "STRANGER"] } });
  committed(here, globalFleet(["KEEP1"], "policy: { prune: none }\n"));
  here.write("fleet.yaml", globalFleet(["KEEP1"]));
  expect((await causes(here)).lines).toEqual(["delete STRANGER: edit"]);
});

it("plan --base lists edits that have no effect", async () => {
  const here = await place({ mode: "global", start: { cars: ["KEEP1", "THERE1", { licenseNumber: "VIP1" }] } });
  committed(here, globalFleet(["KEEP1", "VIP1", "NEVER1"], 'policy: { protect: { plates: ["VIP*"] } }\n'));
  here.write("fleet.yaml", globalFleet(["KEEP1", "THERE1"], 'policy: { protect: { plates: ["VIP*"] } }\n'));
  expect(await causes(here)).toEqual({
    lines: [],
    warnings: [
      "edit-without-effect: `THERE1` was added to the file and is on the list already",
      "edit-without-effect: `VIP1` was removed from the file and stays on the list (matches `VIP*` (policy.protect.plates))",
      "edit-without-effect: `NEVER1` was removed from the file and is not on the list",
    ],
  });
});

it("plan --base names a list that the file does not contain any more", async () => {
  const accounts = ["4711", "4712"].map((baId) => ({ baId, name: baId, cars: ["A1", "B1"] }));
  const here = await place({ mode: "billing-account", start: { cars: ["A1", "B1"], accounts } });
  const fleet = (...baIds: string[]) =>
    `version: 1\nmode: billing-account\naccounts:\n${baIds.map((baId) => `  - { baId: ${baId}, cars: [A1, B1] }\n`).join("")}`;
  committed(here, fleet("4711", "4712"));
  here.write("fleet.yaml", fleet("4711"));
  expect(await causes(here)).toEqual({
    lines: [],
    warnings: [
      "unmanaged-account: the server has a billing account that no fleet file declares: 4712; declare them, or name them in policy.accounts.ignore",
      "list-released: account:4712 was removed from the file with 2 cars: its list stays as it is and is no longer managed",
    ],
  });
});

it.each([
  {
    was: "broken",
    base: "version: 1\nmode: global\ncars: [\n",
    why: /could not be read \(fleet\.yaml:3:7: .*bracket is not closed/,
  },
  {
    was: "in another mode",
    base: "version: 1\nmode: billing-account\naccounts: [{ baId: 1, cars: [A1] }]\n",
    why: /was in billing-account mode/,
  },
])("plan --base says that causes cannot be told when the base was $was", async ({ base, why }) => {
  const here = await place({ mode: "global", start: { cars: [] } });
  committed(here, base);
  here.write("fleet.yaml", globalFleet(["A1"]));
  const { lines, warnings } = await causes(here);
  expect(lines).toEqual(["add A1: edit"]);
  expect(warnings[0]).toMatch(/^base-not-comparable: At main the fleet file .* every change is shown as an edit\.$/);
  expect(warnings[0]).toMatch(why);
});

it("plan --base counts everything as an edit when the base had no such file, and leaves the repository as it is", async () => {
  const here = await place({ mode: "global", start: { cars: ["KEEP1"] } });
  here.write("other.yaml", "");
  git(here, "init", "-q", "-b", "main");
  commit(here, "base");
  here.write("fleets/fleet.yaml", globalFleet(["KEEP1", "NEW1"]));
  const { code, stdout } = await here.run("plan", "-f", "fleets", "--base", "main", "--json");
  expect({ code, changes: JSON.parse(stdout).scopes[0].changes }).toMatchObject({
    code: 0,
    changes: [{ cause: "edit" }],
  });
  expect(git(here, "status", "--short").trim()).toBe("?? fleets/");
});

it("plan --base takes paths from the root and from folders below, and follows links as of the base", async () => {
  const here = await place({ mode: "global", start: { cars: [] } });
  here.write("fleets/cars/real.txt", "OLD1\n");
  symlinkSync("real.txt", `${here.folder}/fleets/cars/list.txt`);
  const fleet = here.write("fleets/fleet.yaml", "version: 1\nmode: global\ncarsFrom: [{ file: cars/list.txt }]\n");
  git(here, "init", "-q", "-b", "main");
  commit(here, "base");
  here.write("fleets/cars/real.txt", "OLD1\nNEW1\n");
  for (const [cwd, file] of [
    [here.folder, fleet],
    [`${here.folder}/fleets/cars`, fleet],
    [`${here.folder}/fleets/cars`, "../fleet.yaml"],
  ] as const) {
    const { stdout } = await runCli(["plan", "-f", file, "--base", "main", "--json"], cwd, here.env);
    const [scope]: Planned["scopes"] = JSON.parse(stdout).scopes;
    expect(scope?.changes.map((one) => `${one.licenseNumber}: ${one.cause}`)).toEqual(["NEW1: edit", "OLD1: drift"]);
  }
});

it("plan --base says that a clone made with --filter lacks the files of the base, and fetches none", async () => {
  const here = await place({ mode: "global", start: { cars: [] } });
  committed(here, globalFleet(["A1"]));
  here.write("fleet.yaml", globalFleet(["A1", "B1"]));
  commit(here, "more");
  git(here, "config", "uploadpack.allowFilter", "true");
  git(here, "clone", "-q", "--filter=blob:none", `file://${here.folder}`, "part");
  const ended = await runCli(["plan", "--base", "HEAD~1"], `${here.folder}/part`, here.env);
  expectRefusal(ended, 3, /--base: .*clone made with --filter lacks files/, here.sandbox);
});

it("plan --base says so when a fleet file is not in the repository, or git does not trust its owner", async () => {
  const here = await globalPlace([], ["A1"]);
  here.write("inner/fleet.yaml", globalFleet(["A1"]));
  git(here, "init", "-q", "-b", "main", "inner");
  const outside = await runCli(["plan", "--base", "main", "-f", "../fleet.yaml"], `${here.folder}/inner`, here.env);
  expectRefusal(outside, 3, /is not in the git repository/, here.sandbox);
  const env = { ...here.env, PATH: `${here.folder}/bin:${here.env["PATH"]}` };
  const fake =
    "#!/bin/sh\n[ $1 = --version ] && echo git version 2.38.0 && exit\necho fatal: detected dubious ownership >&2; exit 128\n";
  chmodSync(here.write("bin/git", fake), 0o755);
  const untrusted = await runCli(["plan", "--base", "main"], `${here.folder}/inner`, env);
  expectRefusal(untrusted, 3, /--base: fatal: detected dubious ownership/, here.sandbox);
});

it("plan --base says what to do when the clone lacks the base, or there is no repository", async () => {
  const here = await globalPlace([], ["A1"]);
  expectRefusal(await here.run("plan", "--base", "main"), 3, /--base requires a git repository around/, here.sandbox);
  committed(here, globalFleet(["A1"]));
  expectRefusal(
    await here.run("plan", "--base", "no-such"),
    3,
    /not in this clone[\s\S]*git fetch --depth=1/,
    here.sandbox,
  );
  expect(here.sandbox.requests).toEqual([]);
});
