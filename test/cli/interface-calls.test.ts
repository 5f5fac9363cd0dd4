import { expect, it } from "vitest";
import { accountFleet, globalFleet, type Place, place } from "./harness.ts";

const PUID = "9007199254740995";
const ACCOUNT = "/api/billing-accounts/4711";

/** A call of the interface: where it is described, how it shows itself to the server, and a command that makes it. */
interface Call {
  readonly clause: string;
  readonly name: string;
  readonly request: string;
  readonly mode: "global" | "billing-account";
  readonly fleet?: string;
  readonly command: readonly string[];
}

const approved = "--auto-approve";
const newUser = [
  "--first-name",
  "Bo",
  "--last-name",
  "Ek",
  "--email",
  "b@example.com",
  "--phone-number",
  "+4670000009",
];

/** Interface 4.1 to 4.12, and the three calls that the interface document lacks. */
const CALLS: readonly Call[] = [
  { clause: "4.1", name: "login", request: "POST /auth/v1", mode: "global", command: ["fleet", "list"] },
  {
    clause: "4.2",
    name: "get a parking user",
    request: `GET ${ACCOUNT}/parking-users/${PUID}`,
    mode: "billing-account",
    command: ["users", "get", "4711", PUID],
  },
  {
    clause: "4.3",
    name: "create a parking user",
    request: `POST ${ACCOUNT}/parking-users`,
    mode: "billing-account",
    command: ["users", "create", "4711", ...newUser, approved],
  },
  {
    clause: "4.4",
    name: "get all parking users",
    request: `GET ${ACCOUNT}/parking-users`,
    mode: "billing-account",
    command: ["users", "list", "4711"],
  },
  {
    clause: "4.5",
    name: "remove a car from a user",
    request: `DELETE ${ACCOUNT}/parking-users/${PUID}/cars`,
    mode: "billing-account",
    command: ["users", "remove-car", "4711", PUID, "AB1", approved],
  },
  {
    clause: "4.6",
    name: "get billing records",
    request: `GET ${ACCOUNT}/billing-info-records`,
    mode: "billing-account",
    command: ["billing", "list", "4711"],
  },
  {
    clause: "4.7",
    name: "add cars to an account",
    request: `POST ${ACCOUNT}/cars`,
    mode: "billing-account",
    fleet: accountFleet({ "4711": ["AB1", "NEW1"] }),
    command: ["apply", approved],
  },
  {
    clause: "4.8",
    name: "delete cars from an account",
    request: `DELETE ${ACCOUNT}/cars`,
    mode: "billing-account",
    fleet: accountFleet({ "4711": ["CD2"] }),
    command: ["apply", approved],
  },
  {
    clause: "4.9",
    name: "add cars to the global list",
    request: "POST /api/cars",
    mode: "global",
    fleet: globalFleet(["AB1", "CD2", "NEW1"]),
    command: ["apply", approved],
  },
  { clause: "4.10", name: "get the global list", request: "GET /api/cars", mode: "global", command: ["cars", "list"] },
  {
    clause: "4.11",
    name: "get all fleet cars",
    request: "GET /fleets/default/cars",
    mode: "global",
    command: ["fleet", "list"],
  },
  {
    clause: "4.12",
    name: "list billing accounts",
    request: "GET /api/billing-accounts",
    mode: "billing-account",
    command: ["accounts", "list"],
  },
  {
    clause: "not in the document",
    name: "delete cars from the global list",
    request: "DELETE /api/cars",
    mode: "global",
    fleet: globalFleet(["AB1"]),
    command: ["apply", approved],
  },
  {
    clause: "not in the document",
    name: "list an account's cars",
    request: `GET ${ACCOUNT}/cars`,
    mode: "billing-account",
    command: ["cars", "list", "--account", "4711"],
  },
  {
    clause: "not in the document",
    name: "list billing accounts, as export finds them",
    request: "GET /api/billing-accounts",
    mode: "billing-account",
    command: ["export"],
  },
];

function server(mode: Call["mode"]): Promise<Place> {
  const users = [
    { id: PUID, firstName: "Åsa", lastName: "Lind", email: "a@example.com", phoneNumber: "+4670000001", cars: ["AB1"] },
  ];
  const cars = ["AB1", "CD2"];
  return place({ mode, start: { cars, fleet: cars, accounts: [{ baId: "4711", name: "Acme", cars, users }] } });
}

it("every documented call of the interface is in the list of commands", () => {
  const clauses = new Set(CALLS.map(({ clause }) => clause));
  for (let number = 1; number <= 12; number += 1) expect(clauses).toContain(`4.${number}`);
  expect(CALLS.filter(({ clause }) => clause === "not in the document")).toHaveLength(3);
});

it.each(CALLS)("the command line can make the call $clause: $name", async ({ request, mode, fleet, command }) => {
  const there = await server(mode);
  if (fleet !== undefined) there.write("fleet.yaml", fleet);
  const { code, stderr } = await there.run(...command);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const answered = there.sandbox.requests.filter(({ status }) => status >= 200 && status < 300);
  expect(answered.map(({ method, path }) => `${method} ${path}`)).toContain(request);
});
