import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { SCHEMA_NAMES } from "../../src/schema/documents/document-names.ts";
import { record } from "./audit-world.ts";
import { accountFleet, expectEnd, place } from "./harness.ts";
import { printedDocument } from "./printed-documents.ts";

const LOCK = `${JSON.stringify({ id: "0123456789ab", user: "ci", host: "elsewhere", pid: 1, command: "apply", at: "2026-01-01T00:00:00.000Z" })}\n`;
const USER = { id: "81", firstName: "Eve", lastName: "Eel", email: "eve@example.com", phoneNumber: "+4670000001" };
const ACCOUNT = {
  baId: "4711",
  cars: ["AB12345"],
  users: [
    { ...USER, cars: ["AB12345"], address: { city: "Lund", street: "Storgatan 1", postalCode: "211 34", co: "" } },
  ],
  billing: [record(1, "AB12345")],
};
/** The documents in an order in which each command has something to print. */
const PRINTED = [
  ["init", "init -f other.yaml --account 4711"],
  ["validation", "validate"],
  ["fmt", "fmt"],
  ["import", "import list.csv --output imported.yaml"],
  ["export", "export"],
  ["plan", "plan"],
  ["report", "apply --auto-approve"],
  ["car-edit", "car add EF5 --account 4711"],
  ["car", "car find AB12345"],
  ["history", "history AB12345"],
  ["audit", "audit"],
  ["doctor", "doctor"],
  ["accounts", "accounts list"],
  ["cars", "cars list"],
  ["fleet-cars", "fleet list"],
  ["users", "users list 4711"],
  ["users", "users get 4711 81"],
  [
    "users-created",
    "users create 4711 --first-name Bo --last-name Ek --email bo@example.com --phone-number +4670000009 --auto-approve",
  ],
  ["user-car-removal", "users remove-car 4711 81 AB12345 --auto-approve"],
  ["billing", "billing list 4711"],
  ["spending", "billing report"],
  ["state", "state show"],
  ["state-copy", "state copy file:.platectl/state.jsonl file:copy.jsonl"],
  ["adoption", "state adopt --auto-approve"],
  ["forgotten", "state forget AB12345 --account 4711 --auto-approve"],
  ["unlocked", "state unlock 0123456789ab"],
  ["error", "state unlock 0123456789ab"],
  ["plan", "plan --plan-file plan.json"],
  ["acknowledge", "acknowledge plan.json --reason sold"],
] as const;

const start = { mode: "global", start: { cars: ["AB12345"] } } as const;

describe("schema", () => {
  it("schema prints the schema of the fleet file unless another is named, and contacts nothing", async () => {
    const here = await place(start);
    const [fallback, fleet] = [await here.run("schema"), await here.run("schema", "fleet")];
    expect(fallback).toEqual({ code: 0, stdout: fleet.stdout, stderr: "" });
    expect(JSON.parse(fleet.stdout)).toMatchObject({ title: "A platectl fleet file" });
    expect(here.sandbox.requests).toEqual([]);
  });

  it.each(["plan", "report", "audit"])("schema prints the schema of a %s", async (name) => {
    const here = await place(start);
    const { code, stdout } = await here.run("schema", name);
    expect({ code, schema: JSON.parse(stdout) }).toMatchObject({ code: 0, schema: { title: `platectl/${name}` } });
  });

  it("every document that a command prints fits the schema of its name, and each schema is of a printed document", async () => {
    const here = await place({ mode: "billing-account", start: { accounts: [ACCOUNT] } });
    here.write("list.csv", "plate\nEF1\n");
    here.write("fleet.yaml", accountFleet({ "4711": ["AB12345", "CD2"] }));
    for (const [name, line] of PRINTED) {
      if (name === "unlocked") here.write(".platectl/state.jsonl.lock", LOCK);
      const { stdout, stderr } = await here.run(...line.split(" "), "--json");
      expect({ line, name: printedDocument(stdout), stderr }).toMatchObject({ line, name });
    }
    const sandbox = here.start("sandbox", "--port", "0", "--json");
    const [text] = await once(sandbox.child.stdout ?? sandbox.child, "data");
    expect(printedDocument(String(text))).toBe("sandbox");
    const printed = new Set(["fleet", "sandbox", ...PRINTED.map(([name]) => name)]);
    expect([...printed].sort()).toEqual([...SCHEMA_NAMES].sort());
  });

  it("schema refuses a name that it does not know", async () => {
    const here = await place(start);
    expectEnd(await here.run("schema", "states"), 3, { stderr: "fleet, plan, report, audit" });
  });
});
