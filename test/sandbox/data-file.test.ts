import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { SandboxError, startSandbox } from "../../src/sandbox/index.ts";
import { temporaryFolder } from "../state/world.ts";
import { visitorOf } from "./visitor.ts";

const person = { firstName: "A", lastName: "B", email: "a@b.example", phoneNumber: "+4512345678" };
let folder: string;
let data: string;

beforeEach(() => {
  folder = temporaryFolder();
  data = join(folder, "sandbox.json");
});

it("a data file keeps lists, users and all else across a restart, digit by digit", async () => {
  const first = await startSandbox({ mode: "global", seed: 3, data });
  const { send, login } = visitorOf(first);
  await login();
  await send("POST", "/api/cars", [{ licenseNumber: "NEW 1", features: ["LEASING"] }]);
  await send("DELETE", `/api/cars?ln=${encodeURIComponent(first.model.plates("global")[0] ?? "")}`);
  await send("POST", "/api/billing-accounts/4711/parking-users", person);
  first.model.setClosed("4799", false);
  await first.close();

  const second = await startSandbox({ mode: "global", seed: 4, data });
  await second.close();
  expect(second.model.snapshot()).toEqual(first.model.snapshot());
  expect(second.model.plates("global")).toContain("NEW 1");
  expect(existsSync(`${data}.tmp`)).toBe(false);
});

it("a data file may be written by hand, with cars as plates and the rest left out", async () => {
  writeFileSync(
    data,
    '{"kind":"platectl/sandbox-data","version":1,"cars":["AB1",{"licenseNumber":"CD2","features":["X"]}]}',
  );
  const sandbox = await startSandbox({ mode: "global", data });
  await sandbox.close();
  expect(sandbox.model.cars("global")).toEqual([
    { licenseNumber: "AB1", createdDate: "2025-01-01T00:00:00Z", features: [], addedByCustomerCare: false },
    { licenseNumber: "CD2", createdDate: "2025-01-01T00:00:00Z", features: ["X"], addedByCustomerCare: false },
  ]);
});

it.each([
  ["no JSON", '{"kind":', /is not JSON/],
  ["another kind", '{"kind":"platectl/plan","version":1}', /is not sandbox data of version 1:\n {2}kind: /],
  ["a later version", '{"kind":"platectl/sandbox-data","version":2}', /version: /],
  ["a number as id", '{"kind":"platectl/sandbox-data","version":1,"accounts":[{"baId":4711}]}', /accounts\.0\.baId: /],
])("a data file that holds %s stops the start and stays as it is", async (_, text, message) => {
  writeFileSync(data, text);
  const start = startSandbox({ mode: "global", data });
  await expect(start).rejects.toThrow(SandboxError);
  await expect(start).rejects.toThrow(message);
  await expect(start).rejects.toThrow(data);
  expect(readFileSync(data, "utf8")).toBe(text);
});

it("a data file that cannot be written is reported at the start", async () => {
  await expect(startSandbox({ mode: "global", data: join(folder, "no", "such.json") })).rejects.toThrow(
    /cannot be written/,
  );
  mkdirSync(join(folder, "folder.json"));
  await expect(startSandbox({ mode: "global", data: join(folder, "folder.json") })).rejects.toThrow(/cannot be read/);
});
