import { describe, expect, it } from "vitest";
import { addRecord, audit } from "../../src/audit/index.ts";
import { factsOf, linesOf, type Sketch } from "./support.ts";

type Case = readonly [when: string, sketch: Sketch, findings: readonly string[]];

const anna = { id: "9007199254740993", status: "ACTIVE" } as const;
const add = (licenseNumber: string) => ({ action: "add", licenseNumber }) as const;
const remove = (licenseNumber: string) => ({ action: "delete", licenseNumber }) as const;

it.each<Case>([
  [
    "the plan would add a car",
    { lists: { global: { wanted: ["AB1"], live: [], changes: [add("AB1")] } } },
    ["global AB1: is desired, and not on the list"],
  ],
  ["the plan would only delete", { lists: { global: { live: ["AB1"], changes: [remove("AB1")] } } }, []],
  ["the list was not read", { lists: { global: { wanted: ["AB1"] } } }, []],
])("drift-missing is right when %s", (_, sketch, findings) =>
  expect(linesOf(sketch, "drift-missing")).toEqual(findings),
);

const customerCare = { licenseNumber: "CC1", addedByCustomerCare: true };
it.each<Case>([
  [
    "the plan would delete a car",
    { lists: { "1": { live: ["AB1"], changes: [remove("AB1")] } } },
    ["account:1 AB1: is on the list, and not in the fleet file"],
  ],
  ["the plan keeps it", { lists: { global: { live: ["VIP1"] } } }, []],
  ["customer care added it", { lists: { global: { live: [customerCare], changes: [remove("CC1")] } } }, []],
  [
    "its last day has passed",
    {
      lists: {
        global: {
          wanted: [{ licenseNumber: "AB1", validUntil: "2026-06-14" }],
          live: ["AB1"],
          changes: [remove("AB1")],
        },
      },
    },
    [],
  ],
  [
    "its first day is to come",
    {
      lists: {
        global: {
          wanted: [{ licenseNumber: "AB1", validFrom: "2026-07-01" }],
          live: ["AB 1"],
          changes: [remove("AB 1")],
        },
      },
    },
    ["global AB 1: is on the list, and desired from 2026-07-01 only"],
  ],
])("drift-extra is right when %s", (_, sketch, findings) => expect(linesOf(sketch, "drift-extra")).toEqual(findings));

const update = (from: readonly string[], to: readonly string[]) =>
  ({ action: "update", licenseNumber: "AB1", features: { from, to }, source: "fleet.yaml:1:5" }) as const;
it.each<Case>([
  [
    "features are to come",
    { lists: { global: { wanted: ["AB1"], live: ["AB1"], changes: [update([], ["LEASING"])] } } },
    ["global AB1: has no features, and should have `LEASING`"],
  ],
  [
    "features are to go",
    { lists: { global: { wanted: ["AB1"], live: ["AB1"], changes: [update(["LEASING", "POOL"], ["POOL"])] } } },
    ["global AB1: has `LEASING`, `POOL`, and should have `POOL`"],
  ],
  ["they are the same", { lists: { global: { wanted: ["AB1"], live: ["AB1"] } } }, []],
])("drift-features is right when %s", (_, sketch, findings) =>
  expect(linesOf(sketch, "drift-features")).toEqual(findings),
);

describe("expired-on-list", () => {
  const until = (validUntil: string) => [{ licenseNumber: "AB1", validUntil }];
  it.each<Case>([
    [
      "the last day was yesterday",
      { lists: { global: { wanted: until("2026-06-14"), live: ["AB-1"] } } },
      ["global AB-1: is on the list, and was valid until 2026-06-14"],
    ],
    ["the last day is today", { lists: { global: { wanted: until("2026-06-15"), live: ["AB1"] } } }, []],
    ["the car is gone", { lists: { global: { wanted: until("2026-06-14"), live: [] } } }, []],
    ["it has no last day", { lists: { global: { wanted: ["AB1"], live: ["AB1"] } } }, []],
  ])("expired-on-list is right when %s", (_, sketch, findings) =>
    expect(linesOf(sketch, "expired-on-list")).toEqual(findings),
  );
});

const live = [{ licenseNumber: "CC1", addedByCustomerCare: true }, "AB1"];
it.each<Case>([
  [
    "nobody desires it",
    { lists: { global: { live } } },
    ["global CC1: was added by customer care, and is not desired"],
  ],
  ["it is desired", { lists: { global: { wanted: ["cc 1"], live } } }, []],
  [
    "it is desired no longer",
    { lists: { global: { wanted: [{ licenseNumber: "CC1", validUntil: "2026-06-01" }], live } } },
    ["global CC1: was added by customer care, and is not desired"],
  ],
])("added-by-customer-care is right when %s", (_, sketch, findings) =>
  expect(linesOf(sketch, "added-by-customer-care")).toEqual(findings),
);

it.each<Case>([
  [
    "a fleet car is on no list",
    { lists: { global: { live: ["AB1"] } }, fleet: ["AB1", "Z 9"] },
    ["global Z 9: is a fleet car, and on no list"],
  ],
  ["another list holds it", { lists: { "1": { live: ["AB1"] }, "2": { live: ["z9"] } }, fleet: ["Z9"] }, []],
  ["D8 one list was not read, and may hold it", { lists: { "1": { live: ["AB1"] }, "2": {} }, fleet: ["Z9"] }, []],
  ["one list was not looked at", { lists: { "1": { live: [] }, "2": { live: [] } }, chosen: ["1"], fleet: ["Z9"] }, []],
  ["the fleet was not read", { lists: { global: { live: [] } } }, []],
])("fleet-not-allowed is right when %s", (_, sketch, findings) =>
  expect(linesOf(sketch, "fleet-not-allowed")).toEqual(findings),
);

it.each<Case>([
  [
    "a desired car is not a fleet car",
    { lists: { global: { wanted: ["AB1", "CD2"] } }, fleet: ["ab 1"] },
    ["global CD2: is desired, and no fleet car"],
  ],
  [
    "its first day is to come",
    { lists: { global: { wanted: [{ licenseNumber: "CD2", validFrom: "2026-07-01" }] } }, fleet: [] },
    [],
  ],
  ["the fleet was not read", { lists: { global: { wanted: ["CD2"] } } }, []],
])("never-in-fleet is right when %s", (_, sketch, findings) =>
  expect(linesOf(sketch, "never-in-fleet")).toEqual(findings),
);

describe("expires-soon", () => {
  const until = (validUntil: string) => ({ global: { wanted: [{ licenseNumber: "AB1", validUntil }] } });
  it.each<Case>([
    ["30 days are left", { lists: until("2026-07-15") }, ["global AB1: is valid until 2026-07-15 only"]],
    ["31 days are left", { lists: until("2026-07-16") }, []],
    ["today is the last day", { lists: until("2026-06-15") }, ["global AB1: is valid until 2026-06-15 only"]],
    ["the last day has passed", { lists: until("2026-06-14") }, []],
    ["the policy looks 7 days ahead", { lists: until("2026-06-23"), policy: { expiresSoonDays: 7 } }, []],
  ])("expires-soon is right when %s", (_, sketch, findings) =>
    expect(linesOf(sketch, "expires-soon")).toEqual(findings),
  );
});

const one = (...wanted: string[]): Sketch => ({ lists: { "1": { wanted } } });
it.each<Case>([
  ["O stands for 0", one("ABO123", "AB0123"), ["account:1 AB0123: looks like `ABO123` (fleet.yaml:1:5)"]],
  ["I stands for 1", one("I234", "1234"), ["account:1 1234: looks like `I234` (fleet.yaml:1:5)"]],
  ["B stands for 8", one("AB2", "A82"), ["account:1 A82: looks like `AB2` (fleet.yaml:1:5)"]],
  ["a Cyrillic letter stands for a Latin one", one("АB1", "AB1"), ["account:1 AB1: looks like `АB1` (fleet.yaml:1:5)"]],
  ["two characters differ", one("O0", "0O"), []],
  ["an accent differs, which is another plate", one("KÖ1", "KO1"), []],
  ["another character differs", one("AB1", "AB2"), []],
  [
    "three plates look alike, each pair is told",
    one("AO0", "A00", "AOO"),
    ["account:1 A00: looks like `AO0` (fleet.yaml:1:5)", "account:1 AO0: looks like `AOO` (fleet.yaml:3:5)"],
  ],
  ["they are on two lists", { lists: { "1": { wanted: ["ABO"] }, "2": { wanted: ["AB0"] } } }, []],
])("look-alike is right when %s", (_, sketch, findings) => expect(linesOf(sketch, "look-alike")).toEqual(findings));

const both: Sketch["lists"] = { "1": { wanted: ["AB1"] }, "2": { wanted: ["ab-1"] }, "3": { wanted: ["CD2"] } };
it.each<Case>([
  ["two accounts desire a car", { lists: both }, ["account:1 AB1: is desired on 2 lists: account:1, account:2"]],
  [
    "only the second is looked at",
    { lists: both, chosen: ["2"] },
    ["account:2 ab-1: is desired on 2 lists: account:1, account:2"],
  ],
  ["neither is looked at", { lists: both, chosen: ["3"] }, []],
  [
    "one of them no longer does",
    { lists: { "1": { wanted: ["AB1"] }, "2": { wanted: [{ licenseNumber: "AB1", validUntil: "2026-06-01" }] } } },
    [],
  ],
])("duplicate-across-accounts is right when %s", (_, sketch, findings) =>
  expect(linesOf(sketch, "duplicate-across-accounts")).toEqual(findings),
);

const holding = (...cars: string[]) => ({ "7": { users: [{ ...anna, cars }] } });
it.each<Case>([
  [
    "a user holds a car that nobody desires",
    { lists: { global: { wanted: ["AB1"] } }, accounts: holding("ab 1", "CD2") },
    ["account:7 CD2: is linked to parking user 9007199254740993, and not desired"],
  ],
  ["it is protected", { lists: { global: {} }, accounts: holding("vip 1"), protected: ["VIP1"] }, []],
  [
    "another account desires it",
    { lists: { "7": {}, "8": { wanted: ["CD2"] } }, accounts: holding("CD2") },
    ["account:7 CD2: is linked to parking user 9007199254740993, and not desired"],
  ],
  [
    "what it holds is not a plate",
    { lists: { global: {} }, accounts: holding("no/plate") },
    ["account:7 no/plate: is linked to parking user 9007199254740993, and not desired"],
  ],
  ["users were not read", { lists: { global: {} }, accounts: { "7": {} } }, []],
])("user-car-not-allowed is right when %s", (_, sketch, findings) =>
  expect(linesOf(sketch, "user-car-not-allowed")).toEqual(findings),
);

const as = (status: "ACTIVE" | "INACTIVE" | "CLOSED", ...cars: string[]): Sketch => ({
  lists: { global: { wanted: ["AB1"] } },
  accounts: { "7": { users: [{ id: "5", status, cars }] } },
});
it.each<Case>([
  ["the user is CLOSED", as("CLOSED", "AB1"), ["account:7 AB1: is linked to parking user 5, who is CLOSED"]],
  ["the user is INACTIVE", as("INACTIVE", "AB1"), ["account:7 AB1: is linked to parking user 5, who is INACTIVE"]],
  ["the user is ACTIVE", as("ACTIVE", "AB1"), []],
  ["the user holds no car", as("CLOSED"), []],
])("inactive-user-holds-car is right when %s", (_, sketch, findings) =>
  expect(linesOf(sketch, "inactive-user-holds-car")).toEqual(findings),
);

describe("billed-not-desired", () => {
  const lists = { global: { wanted: ["AB1"] } };
  const records = [
    { licensePlate: "CD2", day: "2026-06-02", amountIncludingVat: "0.10" },
    { licensePlate: "CD2", day: "2026-05-20", amountIncludingVat: "0.20" },
    { licensePlate: "CD2", day: "2026-06-03", amountIncludingVat: "3.5", currencyCode: "EUR" },
  ];
  const unknown = "; when it left is not known, if it was ever wanted";
  const billed = `is not desired, and was billed: 3 records from 2026-05-20 to 2026-06-03, 0.30 DKK and 3.5 EUR${unknown}`;
  it.each<Case>([
    ["nobody desires the plate", { lists, accounts: { "7": { records } } }, [`account:7 CD2: ${billed}`]],
    [
      "it was removed in between, of what came after",
      { lists, accounts: { "7": { records } }, removed: { CD2: "2026-06-02" } },
      [
        "account:7 CD2: was billed after it left (taken off the list on 2026-06-02, 13 days ago): 1 record of 2026-06-03, 3.5 EUR",
      ],
    ],
    ["it was removed afterwards", { lists, accounts: { "7": { records } }, removed: { CD2: "2026-06-14" } }, []],
    [
      "several accounts were billed, each by itself",
      { lists, accounts: { "7": { records: records.slice(0, 1) }, "10": { records: records.slice(1, 2) } } },
      [
        `account:7 CD2: is not desired, and was billed: 1 record of 2026-06-02, 0.10 DKK${unknown}`,
        `account:10 CD2: is not desired, and was billed: 1 record of 2026-05-20, 0.20 DKK${unknown}`,
      ],
    ],
    [
      "what was billed is not a plate",
      { lists, accounts: { "7": { records: [{ licensePlate: "?!" }] } } },
      [`account:7 ?!: is not desired, and was billed: 1 record of 2026-06-01, 10.00 DKK${unknown}`],
    ],
    [
      "the server gives no day",
      { lists, accounts: { "7": { records: [{ licensePlate: "CD2", day: "" }] } } },
      [`account:7 CD2: is not desired, and was billed: 1 record, 10.00 DKK${unknown}`],
    ],
    ["the record names no plate", { lists, accounts: { "7": { records: [{ licensePlate: " " }] } } }, []],
    ["the plate is desired", { lists, accounts: { "7": { records: [{ licensePlate: "ab 1" }] } } }, []],
    [
      "another account desires it",
      { lists: { "7": {}, "8": { wanted: ["CD2"] } }, accounts: { "7": { records } } },
      [],
    ],
  ])("billed-not-desired is right when %s", (_, sketch, findings) =>
    expect(linesOf(sketch, "billed-not-desired")).toEqual(findings),
  );
});

describe("billed-other-account", () => {
  const lists = { "7": { wanted: ["AB1"] }, "8": { wanted: ["CD2"] }, "9": { wanted: ["CD2"] } };
  const accounts = { "7": { records: [{ licensePlate: "CD2" }] } };
  it.each<Case>([
    [
      "other accounts desire the plate",
      { lists, accounts },
      ["account:7 CD2: belongs to account:8, account:9, and was billed here: 1 record of 2026-06-01, 10.00 DKK"],
    ],
    ["this one desires it, too", { lists: { ...lists, "7": { wanted: ["CD2"] } }, accounts }, []],
    ["nobody does", { lists, accounts: { "7": { records: [{ licensePlate: "XY9" }] } } }, []],
    ["one list holds for all", { lists: { global: { wanted: ["CD2"] } }, accounts }, []],
  ])("billed-other-account is right when %s", (_, sketch, findings) =>
    expect(linesOf(sketch, "billed-other-account")).toEqual(findings),
  );
});

const wanted = ["AB1", "CD2"];
const parked = { records: [{ licensePlate: "cd 2" }] };
it.each<Case>([
  [
    "no record names a car",
    { lists: { "7": { wanted } }, accounts: { "7": parked } },
    ["account:7 AB1: is desired, and was not billed once"],
  ],
  [
    "no account was billed for a car of the one list",
    { lists: { global: { wanted } }, accounts: { "7": parked, "8": { records: [] } } },
    ["global AB1: is desired, and was not billed once"],
  ],
  [
    "one of all accounts was billed",
    { lists: { global: { wanted } }, accounts: { "7": parked, "8": { records: [{ licensePlate: "AB1" }] } } },
    [],
  ],
  ["D8 one of all accounts was not read", { lists: { global: { wanted } }, accounts: { "7": parked, "8": {} } }, []],
  [
    "another account was billed",
    {
      lists: { "7": { wanted: ["AB1"] }, "8": {} },
      accounts: { "7": { records: [] }, "8": { records: [{ licensePlate: "AB1" }] } },
    },
    ["account:7 AB1: is desired, and was not billed once"],
  ],
  ["its records were not read", { lists: { "7": { wanted } }, accounts: { "7": {} } }, []],
  [
    "it came after the first day looked at",
    { lists: { "7": { wanted: [{ licenseNumber: "AB1", validFrom: "2026-05-18" }] } }, accounts: { "7": parked } },
    [],
  ],
  [
    "it came on the first day looked at",
    { lists: { "7": { wanted: [{ licenseNumber: "AB1", validFrom: "2026-05-17" }] } }, accounts: { "7": parked } },
    ["account:7 AB1: is desired, and was not billed once"],
  ],
])("idle is right when %s", (_, sketch, findings) => expect(linesOf(sketch, "idle")).toEqual(findings));

describe("unknown-plate-spelling", () => {
  const accounts = { "7": { records: [{ licensePlate: "ab-1" }] } };
  it.each<Case>([
    [
      "the spelling is nowhere else",
      { lists: { "7": { wanted: ["AB 1"] } }, accounts },
      ["account:7 ab-1: is spelt `AB 1` at fleet.yaml:1:5, and was billed so: 1 record of 2026-06-01, 10.00 DKK"],
    ],
    ["it is the fleet file's", { lists: { "7": { wanted: ["ab-1"] } }, accounts }, []],
    ["it is the list's", { lists: { "7": { wanted: ["AB 1"], live: ["ab-1"] } }, accounts }, []],
    [
      "it is one of the list's",
      { lists: { "7": { wanted: ["AB 1"], live: [{ licenseNumber: "AB1", otherSpellings: ["ab-1"] }] } }, accounts },
      [],
    ],
    ["the car is not desired", { lists: { "7": {} }, accounts }, []],
  ])("unknown-plate-spelling is right when %s", (_, sketch, findings) =>
    expect(linesOf(sketch, "unknown-plate-spelling")).toEqual(findings),
  );
});

describe("unmanaged-account and unmanaged-account-used", () => {
  const billed = addRecord(undefined, {
    day: "2026-06-02",
    currencyCode: "DKK",
    amountIncludingVat: "12.50",
  });
  const unmanaged = [
    { scope: "account:7" as const },
    { scope: "account:8" as const, cars: 0 },
    { scope: "account:9" as const, cars: 2, billed },
    { scope: "account:10" as const, billed },
    { scope: "account:11" as const, setAside: 2 },
  ];
  const lists = { "1": { live: [] } };

  it("the rules about unmanaged accounts name those that no fleet file declares, and what happens there", () => {
    const found = audit(factsOf({ lists, unmanaged })).findings;
    expect(found.map(({ severity, scope, message }) => `${severity} ${scope} ${message}`)).toEqual([
      "error account:9 is in no fleet file, and holds 2 cars; it was billed: 1 record of 2026-06-02, 12.50 DKK",
      "error account:10 is in no fleet file, and was billed: 1 record of 2026-06-02, 12.50 DKK",
      "error account:11 is in no fleet file, and was billed what cannot be judged: 2 records",
      "warning account:7 is on the server, and in no fleet file",
      "warning account:8 is on the server, and in no fleet file",
    ]);
  });

  it("an account that the state knows cars of is forgotten, and what the server says of it stands in that one finding", () => {
    const forgotten = [
      { scope: "account:5" as const, cars: 1 },
      { scope: "account:7" as const, cars: 3 },
      { scope: "account:9" as const, cars: 3 },
    ];
    const found = audit(factsOf({ lists, unmanaged, forgotten })).findings;
    expect(found.map(({ rule, scope, message }) => `${rule} ${scope} ${message}`)).toEqual([
      "forgotten-account account:5 is not in the fleet file any more, and the state knows 1 car that platectl manages on it",
      "forgotten-account account:7 is not in the fleet file any more, and the state knows 3 cars that platectl manages on it",
      "forgotten-account account:9 is not in the fleet file any more, and the state knows 3 cars that platectl manages on it; it holds 2 cars; it was billed: 1 record of 2026-06-02, 12.50 DKK",
      "unmanaged-account-used account:10 is in no fleet file, and was billed: 1 record of 2026-06-02, 12.50 DKK",
      "unmanaged-account-used account:11 is in no fleet file, and was billed what cannot be judged: 2 records",
      "unmanaged-account account:8 is on the server, and in no fleet file",
    ]);
  });

  it("the rules about unmanaged accounts are not checked when not all accounts were read, and find nothing in global mode", () => {
    const unchecked = (sketch: Sketch) => audit(factsOf(sketch)).unchecked.map(({ rule }) => rule);
    expect(unchecked({ lists })).toEqual(expect.arrayContaining(["unmanaged-account-used", "unmanaged-account"]));
    const globally = unchecked({ lists: { global: { live: [] } } });
    expect(globally).not.toContain("unmanaged-account");
    expect(globally).not.toContain("unmanaged-account-used");
  });
});
