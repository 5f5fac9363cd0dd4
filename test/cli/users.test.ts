import { expect, it } from "vitest";
import type { FleetReader, FleetWriter, ParkingUserItem } from "../../src/fleet-api/index.ts";
import { InterfaceError } from "../../src/run/ports/index.ts";
import { createUser } from "../../src/usecases/users.ts";
import { flows } from "./flows.ts";
import { inFrontOf, place } from "./harness.ts";

flows(import.meta.url);

const FLAGS = ["--first-name", "Bo", "--last-name", "Ek", "--email", "bo@example.com", "--phone-number", "+4670000009"];

it("users create resolves a lost answer by reading, and needs no second run", async () => {
  const here = await place({ mode: "billing-account", start: { accounts: [{ baId: "4711" }] } });
  const lossy = await inFrontOf(here.sandbox.url, ({ method, url }) =>
    method === "POST" && url !== "/auth/v1" ? "lose" : undefined,
  );
  const ended = await here.run("users", "create", "4711", ...FLAGS, "--auto-approve", "--base-url", lossy);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^bo@example\.com: created, \d+$/m) });
});

const user = (number: number, email = `u${number}@example.com`) => ({
  id: `900719925474099${number}`,
  firstName: "Åsa",
  lastName: "Lind",
  email,
  phoneNumber: `+467000000${number}`,
});

const { id: _, ...wanted } = user(2);

it.each([
  ["confirmed", { kind: "done", value: "7" }, "created"],
  ["refused", { kind: "refused", status: 422, reason: "no" }, "rejected"],
  ["not sent", { kind: "not-sent", reason: "certificate", permanent: true }, "not-sent"],
  ["lost, and not to be seen", { kind: "unknown", reason: "reset" }, "unknown"],
] as const)("creating a user has one outcome: %s", async (_, answer, expected) => {
  const writer: Pick<FleetWriter, "createParkingUser"> = { createParkingUser: async () => answer };
  const reader: Pick<FleetReader, "parkingUsers"> = { async *parkingUsers() {} };
  expect(await createUser({ reader, writer }, "4711", wanted)).toMatchObject({ outcome: expected });
});

const moved = new InterfaceError("moved", { kind: "inconsistent" });
const forbidden = new InterfaceError("403", { kind: "auth", status: 403 });

it.each([
  ["changes once meanwhile", [moved], 2, undefined],
  ["keeps changing", [moved, moved, moved, moved], 4, "moved"],
  ["is forbidden", [forbidden], 1, "403"],
])(
  "D7 creating a user looks at a list of users that %s as often as it may help",
  async (_, failures, expected, words) => {
    let readings = 0;
    const there: ParkingUserItem = { ...user(2), costCenter: "", status: "ACTIVE" };
    const reader: Pick<FleetReader, "parkingUsers"> = {
      async *parkingUsers() {
        yield there;
        const failure = failures[readings++];
        if (failure) throw failure;
      },
    };
    const writer = { createParkingUser: async () => ({ kind: "done" as const, value: "7" }) };
    const created = createUser({ reader, writer }, "4711", wanted);
    if (words === undefined) expect(await created).toMatchObject({ outcome: "exists" });
    else await expect(created).rejects.toThrow(words);
    expect(readings).toBe(expected);
  },
);
