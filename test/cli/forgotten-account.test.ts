import { describe, expect, it } from "vitest";
import { AS_DOCUMENTED } from "../../src/sandbox/model/behaviour.ts";
import { auditDocumentSchema, planDocumentSchema, reportDocumentSchema } from "../../src/schema/index.ts";
import { accountFleet, type Ended, type Place, place, placeWith } from "./harness.ts";

const BOTH = accountFleet({ "4711": ["A1", "A2", "A3"], "4712": ["B1"] });
const ONE = accountFleet({ "4712": ["B1"] });
const SAID = "account 4711 is not in the fleet file any more, and the state knows 3 cars that platectl manages on it";
const MESSAGE =
  `${SAID}: they stay allowed until you act. To take them off, declare the account with \`cars: []\` and approve that ` +
  "with policy.allowEmpty, and with the number of deletes where the plan then asks for it; to leave it as it is, name it in policy.accounts.ignore";

const forgotten = ({ warnings = [] }: { readonly warnings?: readonly { readonly code: string }[] }) =>
  warnings.filter(({ code }) => code === "forgotten-account");
const flat = (text: string) => text.replaceAll(/\s+/g, " ");
const apply = (here: Place, ...more: string[]) => here.run("apply", "--auto-approve", ...more);
const reportOf = ({ stdout }: Ended) => reportDocumentSchema.parse(JSON.parse(stdout));

async function servedAs(kind: string): Promise<Place> {
  const behaviour = kind === "lists no accounts and no cars" ? { ...AS_DOCUMENTED, accountsList: 404 as const } : {};
  const here = await place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711" }, { baId: "4712" }] },
    behaviour,
  });
  here.write("fleet.yaml", BOTH);
  expect((await apply(here)).code).toBe(0);
  here.write("fleet.yaml", ONE);
  return here;
}

describe.each(["lists no accounts and no cars", "lists both"])(
  "an account that left the fleet file (V17a), on a server that %s",
  (kind) => {
    it("an account that left the fleet file is named with its cars by every plan and apply, which never say that nothing is left", async () => {
      const here = await servedAs(kind);
      const planned = await here.run("plan");
      expect(flat(planned.stdout)).toContain(`${SAID}: they stay`);
      expect(planned.stdout).not.toContain("match the fleet file");
      const plan = planDocumentSchema.parse(JSON.parse((await here.run("plan", "--json")).stdout));
      const warning = { code: "forgotten-account", message: MESSAGE, scope: "account:4711" };
      expect(plan.warnings.filter(({ code }) => code.endsWith("-account"))).toEqual([warning]);
      for (const turn of ["first", "second"]) {
        const { code, stdout, stderr } = await apply(here);
        expect({ turn, code }).toEqual({ turn, code: 0 });
        expect(stderr).toContain(`warning: ${MESSAGE} (forgotten-account)`);
        expect(flat(stdout)).toContain(`Cars are left that no fleet file names: ${SAID}`);
        expect(stdout).not.toContain("Nothing is left");
      }
      expect(forgotten(reportOf(await apply(here, "--json")))).toEqual([warning]);
      expect(here.sandbox.model.plates("account:4711")).toEqual(["A1", "A2", "A3"]);
    });

    it("an account that left the fleet file is an error of audit, and is named by no other rule", async () => {
      const here = await servedAs(kind);
      const { code, stdout } = await here.run("audit", "--json");
      const { findings } = auditDocumentSchema.parse(JSON.parse(stdout));
      const about = findings.filter(({ scope, rule }) => scope === "account:4711" && rule.endsWith("-account"));
      expect(about).toMatchObject([{ rule: "forgotten-account", severity: "error" }]);
      expect(about[0]?.message).toContain("the state knows 3 cars");
      expect(findings.filter(({ rule }) => rule === "unmanaged-account-used")).toEqual([]);
      expect(code).toBe(2);
    });

    it("an account that left the fleet file is silent once it is ignored, or declared without cars and emptied", async () => {
      const here = await servedAs(kind);
      here.write("fleet.yaml", `${ONE}policy: { accounts: { ignore: [4711] } }\n`);
      expect(forgotten(reportOf(await apply(here, "--json")))).toEqual([]);
      here.write("fleet.yaml", `${accountFleet({ "4711": [], "4712": ["B1"] })}policy: { allowEmpty: true }\n`);
      expect((await apply(here, "--allow-deletes=3")).code).toBe(0);
      expect(here.sandbox.model.plates("account:4711")).toEqual([]);
      here.write("fleet.yaml", ONE);
      expect(forgotten(reportOf(await apply(here, "--json")))).toEqual([]);
    });
  },
);

it("apply without changes shows what its plan warns of, in text and in the report", async () => {
  const here = await placeWith("version: 1\nmode: global\ncars: [AB1]\n", {
    cars: [{ licenseNumber: "AB1" }, { licenseNumber: "no plate!" }],
  });
  const { stderr } = await apply(here);
  expect(stderr).toMatch(/^warning: global: the live list holds `no plate!`.*\(not-a-plate\)$/m);
  expect((await apply(here, "--quiet")).stderr).toBe("");
  expect(reportOf(await apply(here, "--json")).warnings).toMatchObject([{ code: "not-a-plate" }]);
});
