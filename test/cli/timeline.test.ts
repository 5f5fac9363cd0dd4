import { parse as parseCsv } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { dayFromToday, record, user } from "./audit-world.ts";
import { commit, git, type Place, place } from "./harness.ts";

const RANGE = ["--from", dayFromToday(-25), "--to", dayFromToday(1)];

type Lists = Readonly<Record<string, readonly string[]>>;

function fleetOf(lists: Lists): string {
  const accounts = Object.entries(lists).map(([baId, cars]) => `  - baId: ${baId}\n    cars: [${cars.join(", ")}]\n`);
  return `version: 1\nmode: billing-account\naccounts:\n${accounts.join("")}policy: { maxDeletes: { percent: 100 } }\n`;
}

/** Cars on account 4711 that one of them parked with, on these days from today; all are on the list. */
function parkedOn(days: readonly number[], plate = "SOLD1", start: { cars?: readonly string[] } = {}): Promise<Place> {
  const billing = [record(1, "KEEP1", { day: dayFromToday(-24) })].concat(
    days.map((day, at) => record(at + 2, plate, { day: dayFromToday(day) })),
  );
  const users = [user("1", "ACTIVE", "KEEP1")];
  const accounts = [
    { baId: "4711", cars: [...(start.cars ?? ["KEEP1", "SOLD1"])], users, billing },
    { baId: "4712", cars: ["OTHER1"], users: [], billing: [] },
  ];
  return place({ mode: "billing-account", start: { accounts } });
}

function commitLists(here: Place, lists: Lists, day: number): string {
  return commitFleet(here, fleetOf({ "4712": ["OTHER1"], ...lists }), day);
}

function commitFleet(here: Place, fleet: string, day: number): string {
  here.write("fleet.yaml", fleet);
  git(here, "init", "-q", "-b", "main");
  return commit(here, "change", dayFromToday(day));
}

interface Audited {
  /** Findings about undesired parkings, errors and infos. */
  readonly findings: readonly string[];
  /** Days and evidence of claims. */
  readonly claims: readonly string[];
}

async function audited(here: Place, ...options: readonly string[]): Promise<Audited> {
  const { stdout } = await here.run("audit", "--json", "--info", "--claims", "claims.csv", ...RANGE, ...options);
  const { findings } = JSON.parse(stdout);
  const rows = parseCsv<Record<string, string>>(here.read("claims.csv"), { columns: true, record_delimiter: "\r\n" });
  return {
    findings: findings
      .filter(({ rule }: { rule: string }) => /^billed|^ended/.test(rule))
      .map(
        ({ rule, evidence }: { rule: string; evidence: { billed: { records: number } } }) =>
          `${rule} ${evidence.billed.records}`,
      ),
    claims: rows.map(({ startDate = "", evidence = "" }) => `${startDate.slice(0, 10)} ${evidence}`),
  };
}

const ended = (day: number) => `{ licenseNumber: SOLD1, validUntil: ${dayFromToday(day)} }`;

describe("what is claimed of cars that left", () => {
  it("a last day that was written after the parking is a finding of its own, and nothing is claimed", async () => {
    const here = await parkedOn([-10]);
    commitLists(here, { "4711": ["KEEP1", "SOLD1"] }, -60);
    commitLists(here, { "4711": ["KEEP1", ended(-15)] }, -2);
    expect(await audited(here)).toEqual({ findings: ["ended-afterwards 1"], claims: [] });
  });

  it("a last day that was committed before the parking is the proof of a claim, with commit, author and day", async () => {
    const here = await parkedOn([-20, -10]);
    commitLists(here, { "4711": ["KEEP1", "SOLD1"] }, -60);
    const wrote = commitLists(here, { "4711": ["KEEP1", ended(-15)] }, -18);
    commitLists(here, { "4711": ["KEEP1"] }, -2);
    expect(await audited(here)).toEqual({
      findings: ["billed-not-desired 1"],
      claims: [
        `${dayFromToday(-10)} validUntil ${dayFromToday(-15)} in fleet.yaml, commit ${wrote} of ${dayFromToday(-18)} by a`,
      ],
    });
  });

  it("a last day whose writing nobody knows proves nothing", async () => {
    const here = await parkedOn([-10]);
    here.write("fleet.yaml", fleetOf({ "4711": ["KEEP1", ended(-15)], "4712": ["OTHER1"] }));
    expect(await audited(here)).toEqual({ findings: ["billed-not-desired 1"], claims: [] });
  });

  it("the first stay of a car that came back with a later first day is neither found nor claimed", async () => {
    const here = await parkedOn([-22, -10]);
    commitLists(here, { "4711": ["KEEP1", "SOLD1"] }, -60);
    commitLists(here, { "4711": ["KEEP1"] }, -20);
    const back = `{ licenseNumber: SOLD1, validFrom: ${dayFromToday(-3)} }`;
    commitLists(here, { "4711": ["KEEP1", back] }, -4);
    const { findings, claims } = await audited(here);
    expect({ findings, days: claims.map((claim) => claim.slice(0, 10)) }).toEqual({
      findings: ["billed-between-stays 1"],
      days: [dayFromToday(-10)],
    });
  });

  it("a car that moved to another account parked rightly on the first one before, and on the other one after", async () => {
    const here = await parkedOn([-20, -5], "MOVED1");
    commitLists(here, { "4711": ["KEEP1", "MOVED1"] }, -60);
    commitLists(here, { "4711": ["KEEP1"], "4712": ["OTHER1", "MOVED1"] }, -10);
    expect(await audited(here)).toEqual({ findings: ["billed-other-account 1"], claims: [] });
  });

  it("a car that came from another account was billed too early on the new one, which is found and not claimed", async () => {
    const here = await parkedOn([-20, -5], "MOVED1");
    commitLists(here, { "4711": ["KEEP1"], "4712": ["OTHER1", "MOVED1"] }, -60);
    commitLists(here, { "4711": ["KEEP1", "MOVED1"] }, -10);
    expect(await audited(here)).toEqual({ findings: ["billed-before-move 1"], claims: [] });
  });

  it("a car that joined was billed before, which is found, and claimed where the journal says that it was not there", async () => {
    const here = await parkedOn([-20, 1], "NEW1", { cars: ["KEEP1"] });
    commitLists(here, { "4711": ["KEEP1"] }, -60);
    commitLists(here, { "4711": ["KEEP1", "NEW1"] }, -10);
    expect(await audited(here)).toEqual({ findings: ["billed-before-joining 1"], claims: [] });
    await here.run("apply", "--auto-approve", "--allow-adds=1");
    const { findings, claims } = await audited(here);
    expect({ findings, claims }).toEqual({
      findings: ["billed-before-joining 1"],
      claims: [expect.stringMatching(/^\S+ journal entry of .*: added to the list$/)],
    });
  });

  it("nothing is said of cars before their list was in a fleet file, or of a plate that was corrected", async () => {
    const here = await parkedOn([-20, -5], "AB12O45");
    commitLists(here, {}, -60);
    commitLists(here, { "4711": ["KEEP1", "AB12O4S"] }, -30);
    commitLists(here, { "4711": ["KEEP1", "AB12O45"] }, -10);
    expect(await audited(here)).toEqual({ findings: [], claims: [] });
  });

  it("a car that left before the days of the audit is claimed by the commit that took it out", async () => {
    const here = await parkedOn([-3], "SOLD1", { cars: ["KEEP1"] });
    commitLists(here, { "4711": ["KEEP1", "SOLD1"] }, -90);
    const sold = commitLists(here, { "4711": ["KEEP1"] }, -60);
    commitLists(here, { "4711": ["KEEP1"], "4712": ["OTHER1", "NEW1"] }, -50);
    expect(await audited(here)).toEqual({
      findings: ["billed-not-desired 1"],
      claims: [expect.stringContaining(`commit ${sold} of ${dayFromToday(-60)} by a`)],
    });
  });

  it("the proof of a claim is the journal, in whatever the files say later, and marks a delete that was never read back", async () => {
    const here = await parkedOn([1]);
    commitLists(here, { "4711": ["KEEP1", "SOLD1"] }, -60);
    here.write("fleet.yaml", fleetOf({ "4711": ["KEEP1", ended(-15)], "4712": ["OTHER1"] }));
    await here.run("apply", "--auto-approve", "--allow-deletes=1");
    const { claims } = await audited(here);
    expect(claims).toEqual([expect.stringMatching(/journal entry of .*read back without it/)]);
  });

  it.each([
    ["was read back, though it is as long as before", true, "verified", /read back without it/],
    ["nobody can read", false, "acknowledged", /never read back/],
  ])("history and the proof of a claim agree about a delete from a list that %s", async (_, isRead, word, proof) => {
    const here = await parkedOn([1]);
    const settings = isRead ? "" : "interface: { accountList: false }\n";
    const apply = async (cars: readonly string[]) => {
      here.write("fleet.yaml", fleetOf({ "4711": cars, "4712": ["OTHER1"] }) + settings);
      await here.run("apply", "--auto-approve", "--allow-deletes=1", "--allow-adds=2");
    };
    await apply(["KEEP1", "SOLD1"]);
    await apply(isRead ? ["KEEP1", "NEW1"] : ["KEEP1"]);
    const { journal } = JSON.parse((await here.run("history", "SOLD1", "--offline", "--json")).stdout);
    expect(journal.rows.at(-1)).toMatchObject({ event: `delete ${word}` });
    expect((await audited(here)).claims.at(-1)).toMatch(proof);
  });

  it("audit and car find say that the journal of another server is ignored", async () => {
    const here = await parkedOn([-10]);
    commitLists(here, { "4711": ["KEEP1", "SOLD1", "NEW1"] }, -60);
    await here.run("apply", "--auto-approve");
    const other = await parkedOn([-10]);
    other.write("fleet.yaml", here.read("fleet.yaml"));
    other.write(".platectl/state.jsonl", here.read(".platectl/state.jsonl"));
    const { warnings } = JSON.parse((await other.run("audit", "--json", ...RANGE)).stdout);
    expect(warnings).toMatchObject([{ code: "journal-of-another-server" }]);
    const find = async (place: Place) => (await place.run("car", "find", "NEW1")).stdout;
    expect(await find(here)).toMatch(/^Last sent: .* add verified/m);
    expect(await find(other)).toMatch(
      /^Last sent: never; 1 entry of the journal is of another server or mode, and not shown$/m,
    );
  });

  it("the days of a car that is written on several lines are those of their commits", async () => {
    const here = await parkedOn([-20, -10]);
    const lines = (until: string) => `\n      - KEEP1\n      - licenseNumber: SOLD1\n        validUntil: ${until}\n`;
    const write = (until: string, day: number) =>
      commitFleet(here, `version: 1\nmode: billing-account\naccounts:\n  - baId: 4711\n    cars:${lines(until)}`, day);
    write(dayFromToday(100), -60);
    write(dayFromToday(-15), -12);
    expect((await audited(here)).claims).toEqual([
      expect.stringMatching(new RegExp(`^${dayFromToday(-10)} .* of ${dayFromToday(-12)} by a`)),
    ]);
  });
});
