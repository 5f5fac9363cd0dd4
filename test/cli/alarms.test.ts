import { describe, expect, it } from "vitest";
import type { Scope } from "../../src/allowlist/index.ts";
import { reportDocumentSchema } from "../../src/documents/index.ts";
import { startProcess } from "../processes.ts";
import {
  accountFleet,
  globalFleet,
  globalPlace,
  inFrontOf,
  PLATECTL,
  type Place,
  placeWith,
  plates,
} from "./harness.ts";

const flat = (text: string) => text.replaceAll(/\s+/g, " ");
const OWN = plates("OWN", 30);
/** Of others: two that customer care added, and three that are protected. */
const CARE = [1, 2].map((at) => ({ licenseNumber: `CARE${at}`, addedByCustomerCare: true }));
const OTHERS = [...CARE, "VIP1", "VIP2", "VIP3", ...plates("ELSE", 15)];
/** Takes no car where the client names them: each delete empties the list. */
const EMPTIES = { in: "query", name: "xx" } as const;
const behaviour = { globalDelete: EMPTIES, accountDelete: EMPTIES, deleteWithoutCars: "everything" } as const;
const settings = (prune: string) =>
  `policy: { prune: ${prune}, allowEmpty: true, protect: { plates: ["VIP*", "ELSE*", "CARE*"] } }\n`;

/** Cars of ours that platectl added beside those of others, and the fleet file without so many of them. */
async function emptied(mode: string, prune: string, gone: number): Promise<{ here: Place; apply: Place["run"] }> {
  const fleet = (cars: readonly string[]) =>
    mode === "global" ? globalFleet(cars, settings(prune)) : accountFleet({ 4711: cars }, settings(prune));
  const start = mode === "global" ? { cars: OTHERS } : { accounts: [{ baId: "4711", cars: OTHERS }] };
  const here = await placeWith(fleet(OWN), start, { behaviour });
  await here.run("apply", "--auto-approve", "--allow-adds=30");
  here.write("fleet.yaml", fleet(OWN.slice(gone)));
  const apply: Place["run"] = (...args) => here.run("apply", "--auto-approve", `--allow-deletes=${gone}`, ...args);
  return { here, apply };
}

describe("a delete that empties the list is the first thing that its reader sees (V22)", () => {
  it.each(
    [1, 2, 20, 30].flatMap((gone) =>
      ["global", "account:4711"].flatMap((mode) => ["owned", "all"].map((prune) => [gone, mode, prune] as const)),
    ),
  )("with %i deletes, %s, prune: %s", async (gone, mode, prune) => {
    const { here, apply } = await emptied(mode, prune, gone);
    const { code, stdout, stderr } = await apply("--report", "report.json");
    const text = flat(stdout);
    expect(code).toBe(9);
    const where = mode === "global" ? "global" : "account 4711";
    expect(text).toMatch(
      new RegExp(
        `^Alarm, ${where}: deleting \`OWN0001\` alone took ${OWN.length + OTHERS.length - 1} more off the list`,
      ),
    );
    // Accounts do not say who added a car.
    const some = mode === "global" ? "2 of them added by customer care, 18 of them protected" : "20 of them protected";
    expect(text).toContain(`${some}. Nothing more was sent.`);
    expect(text).not.toMatch(/somebody else|Nothing is left|done as planned/);
    expect(flat(stderr)).toContain("alarm: deleting `OWN0001` alone took");
    const { alarms = [], scopes } = reportDocumentSchema.parse(JSON.parse(here.read("report.json")));
    const customerCare = mode === "global" ? CARE.length : 0;
    const taken = { count: OWN.length + OTHERS.length - 1, customerCare, protected: OTHERS.length - customerCare };
    expect(alarms).toMatchObject([{ code: "delete-took-more", scope: mode as Scope, taken }]);
    expect(alarms[0]?.taken?.cars).toHaveLength(taken.count);
    const wanted = OWN.slice(gone).map((licenseNumber) => ({ licenseNumber, drift: "taken" }));
    expect(scopes[0]?.changedMeanwhile ?? []).toEqual(wanted);
    expect(here.sandbox.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  it.each([
    ["markdown", /^\*\*Alarm, global:\*\* /],
    ["html", /<body[^>]*>.*?<p><strong>Alarm, global: deleting <code>OWN0001<\/code> alone took/s],
    ["csv", /^scope,.*\r?\nglobal,,,alarm,"?deleting `OWN0001` alone took 49 more/],
    ["json", /^\{\s+"kind": "platectl\/report"[^[]*"alarms": \[\s+\{\s+"code": "delete-took-more"/],
  ])("a report in %s begins with it", async (format, words) => {
    const { apply } = await emptied("global", "all", 1);
    const { code, stdout } = await apply("--format", format);
    expect(code).toBe(9);
    expect(stdout).toMatch(words);
    expect(stdout).not.toMatch(/somebody else|Nothing is left/);
  });

  it("the next run still knows how many cars the list held", async () => {
    const { here, apply } = await emptied("global", "owned", 30);
    await apply();
    here.write("fleet.yaml", globalFleet(["OWN0031"], settings("owned")));
    const { code, stderr } = await here.run("apply", "--auto-approve");
    expect(code).toBe(4);
    expect(stderr).toContain("emptyLive");
  });

  it("where plates are masked, so are those that went", async () => {
    const { apply } = await emptied("global", "owned", 1);
    const { stdout, stderr } = await apply("--json", "--plates", "masked");
    expect(JSON.parse(stdout).alarms[0].taken.count).toBe(49);
    expect(`${stdout}${stderr}`).not.toMatch(/OWN0001|ELSE0001|VIP1\b/);
  });
});

it.each([
  ["a car is added", "POST", "AA1"],
  ["the first car is deleted", "DELETE", "AA2"],
])("a car that customer care takes over while %s is not deleted (V23)", async (_, during, plate) => {
  const gone = ["AA1", "AA2", "AA3"];
  const here = await globalPlace([...gone, ...OWN], [...OWN, "NEW1"]);
  let isDone = false;
  const url = await inFrontOf(here.sandbox.url, ({ method, url: path }) => {
    if (method !== during || path === "/auth/v1" || isDone) return undefined;
    isDone = true;
    here.sandbox.model.putCars("global", [{ licenseNumber: plate, addedByCustomerCare: true }]);
    return undefined;
  });
  const { code, stdout } = await here.run("apply", "--auto-approve", "--base-url", url);
  expect(code).toBe(9);
  expect(flat(stdout)).toContain(`not-sent - ${plate} held back: added by customer care`);
  const left = here.sandbox.model.plates("global");
  expect(gone.filter((car) => left.includes(car))).toEqual([plate]);
});

describe("a state that cannot be written after the last request is said", () => {
  /** A shell in which files may not grow beyond so many kilobytes. */
  const limited = ({ folder, env }: Place, kilobytes: number, args: string) =>
    startProcess(
      "bash",
      ["-c", `ulimit -f ${kilobytes}; trap '' XFSZ; exec ${process.execPath} ${PLATECTL} apply --auto-approve ${args}`],
      { cwd: folder, env },
    ).ended;

  it.each([
    ["global", globalFleet(plates("AB", 18))],
    ["a list that cannot be read", accountFleet({ 4711: plates("AB", 18) })],
  ])("%s", async (where, fleet) => {
    const isRead = where === "global";
    const start = { accounts: [{ baId: "4711" }] };
    const here = await placeWith(fleet, isRead ? {} : start, isRead ? {} : { behaviour: { accountCars: 404 } });
    const { code, stdout, stderr } = await limited(here, 1, "--quiet --allow-adds=18");
    expect(here.sandbox.model.plates(isRead ? "global" : "account:4711")).toHaveLength(18);
    expect(code).toBe(9);
    expect(flat(stdout)).toMatch(/^Alarm: the state could not record .*: .*\. What the server did is done/);
    expect(stdout).not.toContain("Nothing is left");
    expect(stderr).toContain("alarm: the state could not record");
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  });
});
