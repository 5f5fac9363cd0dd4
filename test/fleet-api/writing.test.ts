import fc from "fast-check";
import { expect, it } from "vitest";
import type { Scope } from "../../src/allowlist/index.ts";
import { parseNewParkingUser, readOnlyTransport } from "../../src/fleet-api/index.ts";
import type { WriteRequest } from "../../src/run/ports/index.ts";
import { clientCases } from "./cases.ts";
import { interceptAllHttp } from "./mocked-http.ts";
import { BASE, clientFor } from "./support.ts";

interceptAllHttp();
clientCases(import.meta.url);

const never = new AbortController().signal;
const cars = [
  { licenseNumber: "AB 12&3", features: ["LEASING"] },
  { licenseNumber: "BÖ=1", features: [] },
];

function change(action: "add" | "delete", scope: Scope = "global"): WriteRequest {
  return { action, scope, cars };
}

it("a path has the fixed segments whatever the account id (A14, S20)", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.constantFrom("01", "1e3", "-1", "9223372036854775808", "..")),
      async (id) => {
        fc.pre(!/^[1-9][0-9]{0,17}$/.test(id));
        const reply = await clientFor(BASE).writer.send(change("add", `account:${id}`), never);
        expect(reply.kind).toBe("not-sent");
        await expect(clientFor(BASE).reader.parkingUser("1", id)).rejects.toThrow(RangeError);
      },
    ),
    { numRuns: 50 },
  );
});

const user = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", phoneNumber: "+4512345678" };

it.each([
  [user, []],
  [
    { ...user, firstName: "", phoneNumber: "0045" },
    ["firstName must not be empty", "phoneNumber must be + and 7 to 15 digits"],
  ],
  [{ ...user, email: "ada" }, ["email is not an e-mail address"]],
])("parking users are checked before they are sent: %j", (input, problems) => {
  const reading = parseNewParkingUser(input);
  expect(reading.kind === "problems" ? reading.problems : []).toEqual(problems);
});

const loginUrl = new URL(`${BASE}/auth/v1`);
const passed: string[] = [];
const transport = readOnlyTransport(async ({ method, url }) => {
  passed.push(`${method} ${url.pathname}`);
  return { kind: "failed", cause: "network", mayHaveLeft: false, permanent: false, reason: "" };
}, loginUrl);
const request = (method: "GET" | "POST" | "DELETE", path: string) =>
  transport({ method, url: new URL(BASE + path), headers: {}, maxBytes: 1 });

it("a read-only client sends reads and the login, and nothing else", async () => {
  await request("GET", "/api/cars");
  await request("POST", "/auth/v1");
  await expect(request("POST", "/api/cars")).rejects.toThrow("POST /api/cars would write");
  await expect(request("DELETE", "/api/cars")).rejects.toThrow("DELETE /api/cars would write");
  await expect(request("DELETE", "/auth/v1")).rejects.toThrow("would write");
  expect(passed).toEqual(["GET /api/cars", "POST /auth/v1"]);
});
