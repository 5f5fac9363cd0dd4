import { describe, expect, it } from "vitest";
import { flows } from "./flows.ts";
import { type Ended, globalFleet, type Place, placeWith, writesTo } from "./harness.ts";
import { plateIn, world } from "./masked-world.ts";

flows(import.meta.url);

const KEY = "0123456789abcdef0123456789abcdef";

async function quiet(here: Place, ...args: string[]): Promise<Ended> {
  const ended = await here.run(...args);
  expect({ args, shown: plateIn(ended.stdout + ended.stderr) }).toEqual({ args });
  return ended;
}

describe.each(["masked", "hashed"] as const)("plates that are %s (S27)", (how) => {
  it("plates stay whole in the files that apply and people need, and apply accepts them", async () => {
    const here = await world(how);
    await here.run("plan", "--plan-file", "plan.json", "--format", "html", "--output", "plan.html");
    await quiet(here, "apply", "plan.json", "--report", "report.json");
    await here.run("audit", "--format", "json", "--output", "audit.json");
    for (const file of ["plan.json", "plan.html", "report.json", ".platectl/state.jsonl"])
      expect(here.read(file)).toContain("QX12354");
    expect(here.read("audit.json")).toContain("QX12342");
    expect(here.sandbox.model.plates("account:4711")).toContain("QX12354");
  });

  it("hidden plates are in no plan that could be applied, and in no fleet file", async () => {
    const here = await world(how);
    here.write("shown.json", (await quiet(here, "plan", "--json")).stdout);
    const applied = await quiet(here, "apply", "shown.json");
    expect(applied).toMatchObject({ code: 7, stderr: expect.stringContaining("its plates are masked") });
    expect(writesTo(here.sandbox)).toEqual([]);
    const exported = await quiet(here, "export", "--account", "4711");
    expect(exported).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("--output") });
    expect((await quiet(here, "export", "--account", "4711", "--output", "exported.yaml")).code).toBe(0);
    expect(here.read("exported.yaml")).toContain("QX12302");
  });
});

it("the option --plates hashes by the key, and does not show it", async () => {
  const shown = async (key: string) => {
    const env = { PLATECTL_PLATES: "hashed", PLATECTL_PLATES_KEY: key };
    const { stdout, stderr } = await (await placeWith(globalFleet(["AB12345"]), {}, { env })).run("plan");
    expect(stdout + stderr).not.toContain(key);
    return /plate#[A-Z2-7]{10}/.exec(stdout)?.[0] ?? expect.unreachable();
  };
  expect(await shown(KEY.replace("0", "1"))).not.toBe(await shown(KEY));
});
