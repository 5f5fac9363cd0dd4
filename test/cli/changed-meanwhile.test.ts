import { expect, it } from "vitest";
import { reportDocumentSchema } from "../../src/documents/index.ts";
import { globalPlace, inFrontOf, plates } from "./harness.ts";

const CARS = plates("CAR", 30);
const ROGUES = plates("ROGUE", 5);
const flat = (text: string) => text.replaceAll(/\s+/g, " ");

/** A list as the file has it but for one car to add; while that is sent, somebody else takes ten cars off and puts five on. */
async function disturbed() {
  const here = await globalPlace(CARS, [...CARS, "NEW1"]);
  let isDone = false;
  const url = await inFrontOf(here.sandbox.url, ({ method, url: path }) => {
    if (method !== "POST" || path === "/auth/v1" || isDone) return undefined;
    isDone = true;
    here.sandbox.model.removeCars("global", CARS.slice(0, 10));
    here.sandbox.model.putCars("global", ROGUES);
    return undefined;
  });
  const args = ["apply", "--auto-approve", "--settle-time", "2", "--base-url", url];
  return { here, apply: (...more: string[]) => here.run(...args, ...more) };
}

it("apply names the cars that went and came while it ran, and ends with 9 (V19)", async () => {
  const { here, apply } = await disturbed();
  const { code, stdout } = await apply("--report", "report.json");
  expect(code).toBe(9);
  expect(stdout).not.toContain("Nothing is left");
  expect(flat(stdout)).toContain(
    "While this ran, somebody else changed the lists (changed-meanwhile): 10 cars of the fleet file went off them, 5 cars that it does not want came on them.",
  );
  for (const car of CARS.slice(0, 10)) expect(stdout).toContain(`changed   + ${car}`);
  for (const car of ROGUES) expect(stdout).toContain(`changed   - ${car}`);
  const report = reportDocumentSchema.parse(JSON.parse(here.read("report.json")));
  expect(report.exitCode).toBe(9);
  expect(report.counts).toMatchObject({ verified: 1, rejected: 0, unknown: 0, notSent: 0 });
  expect(report.scopes[0]?.changedMeanwhile).toEqual([
    ...CARS.slice(0, 10).map((licenseNumber) => ({ licenseNumber, drift: "missing" })),
    ...ROGUES.map((licenseNumber) => ({ licenseNumber, drift: "extra" })),
  ]);
});

it.each(["markdown", "html", "csv"])("a report in %s names what somebody else changed meanwhile", async (format) => {
  const { apply } = await disturbed();
  const { code, stdout } = await apply("--format", format);
  expect(code).toBe(9);
  expect([CARS[0], CARS[9], ROGUES[4]].filter((car) => !stdout.includes(`${car}`))).toEqual([]);
  expect(stdout).not.toContain("Nothing is left");
});
