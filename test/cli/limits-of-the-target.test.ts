import { describe, expect, it } from "vitest";
import { accountFleet, globalFleet, type Place, placeWith, plates } from "./harness.ts";

const BA_IDS = Array.from({ length: 6 }, (_, at) => `600${at}`);
const ALL = BA_IDS.map((baId): readonly [string, string[]] => [baId, plates(`A${baId}`, 10)]);
const APPLY = ["apply", "--auto-approve", "--settle-time", "0"] as const;

/** Six accounts of ten cars that were applied once, and then a file that keeps some cars of each. */
async function applied(kept: number): Promise<Place> {
  const accounts = BA_IDS.map((baId) => ({ baId }));
  const here = await placeWith(accountFleet(Object.fromEntries(ALL)), { accounts });
  expect((await here.run(...APPLY)).code).toBe(0);
  here.write("fleet.yaml", accountFleet(Object.fromEntries(ALL.map(([baId, cars]) => [baId, cars.slice(0, kept)]))));
  return here;
}

function left({ sandbox }: Place): number {
  return BA_IDS.reduce((sum, baId) => sum + [...sandbox.model.plates(`account:${baId}`)].length, 0);
}

describe("limits of deletes hold for the target, whatever a run chooses (V18)", () => {
  const pairs = [BA_IDS.slice(0, 2), BA_IDS.slice(2, 4), BA_IDS.slice(4)];
  it.each([
    ["one by one", 6, BA_IDS.map((baId) => ["--account", baId])],
    ["in pairs", 8, pairs.map((pair) => pair.flatMap((baId) => ["--account", baId]))],
  ])("lists taken %s lose at most the 12 of 60 cars that one run over all may delete", async (_, kept, choices) => {
    const here = await applied(kept);
    for (const chosen of [...choices, ...choices]) await here.run(...APPLY, ...chosen);
    expect(left(here)).toBeGreaterThanOrEqual(48);
    expect(left(here)).toBeLessThan(60);
  });

  it("another name of the same loopback address has the same memory", async () => {
    const here = await applied(6);
    for (const baId of BA_IDS.slice(0, 3)) expect((await here.run(...APPLY, "--account", baId)).code).toBe(0);
    const address = here.sandbox.url.replace("127.0.0.1", "localhost");
    expect(address).toContain("localhost");
    const stopped = await here.run(...APPLY, "--account", "6003", "--base-url", address, "--auth-url", address);
    expect(stopped.code).toBe(4);
    expect(stopped.stderr).toMatch(/16\s+deletes\s+exceed\s+the\s+limit\s+of\s+12/);
  });
});

const STATE = ["--state", "file:kept.jsonl"] as const;
const warned = async (here: Place, ...args: readonly string[]) => {
  const { stdout } = await here.run("plan", "--json", ...args);
  const { warnings }: { warnings: { code: string; message: string }[] } = JSON.parse(stdout);
  return warnings.filter(({ code }) => code === "no-memory");
};
const job = async (env: Record<string, string>) => {
  const here = await placeWith(globalFleet(plates("AB", 18)), { cars: plates("AB", 20) }, { env });
  return here;
};

it.each([{ CI: "true" }, { GITHUB_ACTIONS: "true" }, { TF_BUILD: "True" }])(
  "a job that deletes and has no state says that limits over several days are not judged: %j",
  async (env) => {
    const here = await job(env);
    expect(await warned(here)).toMatchObject([{ message: expect.stringMatching(/no memory.*--state git:/) }]);
    for (const format of ["text", "markdown"])
      expect((await here.run("plan", "--format", format)).stdout.replaceAll(/\s+/g, " ")).toContain(
        "limits over several days are not judged",
      );
    expect((await here.run("apply", "--auto-approve", ...STATE)).stderr).toContain("no memory");
    here.write("fleet.yaml", globalFleet(plates("AB", 17)));
    expect(await warned(here, ...STATE)).toEqual([]);
    expect(await warned(here)).toHaveLength(1);
  },
);
