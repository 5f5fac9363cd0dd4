import { once } from "node:events";
import { expect, it } from "vitest";
import { SCHEMA_NAMES } from "../../src/documents/document-names.ts";
import { record } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { accountFleet, place } from "./harness.ts";
import { LOCK, PRINTED, printedDocument } from "./printed-documents.ts";

flows(import.meta.url);

const USER = { id: "81", firstName: "Eve", lastName: "Eel", email: "eve@example.com", phoneNumber: "+4670000001" };
const ACCOUNT = {
  baId: "4711",
  cars: ["AB12345"],
  users: [
    { ...USER, cars: ["AB12345"], address: { city: "Lund", street: "Storgatan 1", postalCode: "211 34", co: "" } },
  ],
  billing: [record(1, "AB12345")],
};
const start = { mode: "global", start: { cars: ["AB12345"] } } as const;

it("schema prints the schema of the fleet file unless another is named, and contacts nothing", async () => {
  const here = await place(start);
  const [fallback, fleet] = [await here.run("schema"), await here.run("schema", "fleet")];
  expect(fallback).toEqual({ code: 0, stdout: fleet.stdout, stderr: "" });
  expect(JSON.parse(fleet.stdout)).toMatchObject({ title: "A platectl fleet file" });
  expect(here.sandbox.requests).toEqual([]);
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
