import { expect, it } from "vitest";
import { place } from "./harness.ts";

it("a new sandbox shows money by default: in an audit, a plan that deletes, and the spending", async () => {
  const here = await place({ mode: "billing-account" });
  await here.run("export", "--output", "fleet.yaml");
  const audited = await here.run("audit");
  expect(audited.stdout).toMatch(/billed[^\n]* \d[\d,.]* [A-Z]{3}/);
  expect((await here.run("billing", "report")).stdout).toMatch(/\d[\d,.]* DKK/);
  let car = 0;
  const fewer = here.read("fleet.yaml").replace(/^ {6}- .*\n/gm, (line) => (++car <= 20 ? "" : line));
  here.write("fleet.yaml", fewer);
  const { stdout } = await here.run("plan", "--money", "90");
  expect(stdout.replace(/\s+/g, " ")).toMatch(/Taken off now: [^:]*\d [A-Z]{3}[^:]* in the last 90 days/);
});
