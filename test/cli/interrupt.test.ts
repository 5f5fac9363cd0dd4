import { describe, expect, it } from "vitest";
import { accountFleet, type Place, place, plates, slow } from "./harness.ts";

async function slowPlace(): Promise<Place> {
  const here = await place({ mode: "billing-account", start: { accounts: [{ baId: "4711" }] }, chaos: slow(20, 30) });
  here.write("fleet.yaml", accountFleet({ "4711": plates("AB", 30) }, "interface: { batchSize: 1 }\n"));
  return here;
}

describe("an interrupt (H2)", () => {
  it.each([["SIGINT", 130] as const, ["SIGTERM", 143] as const, ["SIGHUP", 143] as const])(
    "an interrupt by %s stops sending, reports, and ends with %i",
    async (signal, code) => {
      const here = await slowPlace();
      const { child, ended } = here.start("apply", "--auto-approve", "--json");
      await here.answered("POST", 6);
      child.kill(signal);
      const { code: actual, stdout, stderr } = await ended;
      expect({ actual, stderr }).toEqual({ actual: code, stderr: expect.stringContaining("nothing more is sent") });
      const report = JSON.parse(stdout);
      expect(report).toMatchObject({ exitCode: code, complete: true });
      expect(report.counts.notSent).toBeGreaterThan(0);
      expect(Object.values<number>(report.counts).reduce((sum, count) => sum + count, 0)).toBe(30);
      expect((await here.run("apply", "--auto-approve", "--quiet")).code).toBe(0);
      expect(here.sandbox.model.plates("account:4711")).toHaveLength(30);
    },
  );
});
