import { describe, expect, it } from "vitest";
import { accountFleet, expectRefusal, type Place, place } from "./harness.ts";

const BA_IDS = Array.from({ length: 12 }, (_, at) => `47${10 + at}`);

async function sharded(): Promise<Place> {
  const here = await place({ mode: "billing-account", start: { accounts: BA_IDS.map((baId) => ({ baId })) } });
  here.write(
    "fleet.yaml",
    accountFleet(Object.fromEntries(BA_IDS.map((baId, at) => [baId, [at === 5 ? "REJECT1" : `AB${baId}`]]))),
  );
  return here;
}

describe("report merge", () => {
  it("report merge joins the reports of all shards into what one run would have reported", async () => {
    const here = await sharded();
    const codes: (number | null)[] = [];
    for (const shard of [1, 2, 3]) {
      const args = [
        "--auto-approve",
        "--shard",
        `${shard}/3`,
        "--report",
        `report-${shard}.json`,
        "--state",
        `file:state-${shard}.jsonl`,
      ];
      codes.push((await here.run("apply", ...args)).code);
    }
    expect([...codes].sort()).toEqual([0, 0, 9]);
    const merged = await here.run("report", "merge", "report-3.json", "report-1.json", "report-2.json", "--json");
    expect(merged.code).toBe(9);
    const report = JSON.parse(merged.stdout);
    expect(report).toMatchObject({ kind: "platectl/report", counts: { verified: 11, rejected: 1 }, exitCode: 9 });
    expect(report.scopes.map(({ scope }: { scope: string }) => scope)).toEqual(BA_IDS.map((baId) => `account:${baId}`));
    expect((await here.run("report", "merge", "report-1.json", "report-2.json", "report-3.json")).stdout).toContain(
      "REJECT1",
    );
  });

  it("report merge refuses reports that are not shards of one run, and files that are not reports", async () => {
    const here = await sharded();
    await here.run("apply", "--auto-approve", "--account", "4710", "--report", "a.json");
    here.sandbox.reset();
    here.write("b.json", "{}");
    expectRefusal(await here.run("report", "merge", "a.json", "a.json"), 3, /account:4710 is in both/, here.sandbox);
    expectRefusal(await here.run("report", "merge", "a.json", "b.json"), 3, /b\.json is not a report/, here.sandbox);
    expectRefusal(await here.run("report", "merge", "none.json"), 3, /none\.json cannot be read/, here.sandbox);
  });
});
