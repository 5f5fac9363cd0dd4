import fc from "fast-check";
import { expect, it } from "vitest";
import { plateLook } from "../../../src/allowlist/index.ts";
import { AUDIT_RULE_IDS } from "../../../src/schema/audit-rules/index.ts";
import { AUDIT_RULES, audit, sourcesNeeded } from "../../../src/usecases/audit/index.ts";
import { keyOf } from "../../plan/support.ts";
import { factsOf, type Sketch } from "./support.ts";

const off = Object.fromEntries(AUDIT_RULE_IDS.map((rule) => [rule, "off" as const]));

/** A world with something to find for many rules. */
const messy: Sketch = {
  lists: {
    "7": { wanted: ["AB1", "EO1", "E01"], live: ["AB1"], changes: [{ action: "add", licenseNumber: "EO1" }] },
    "8": { wanted: ["AB1"], live: ["AB1"] },
  },
  accounts: {
    "7": {
      users: [{ id: "1", status: "CLOSED", cars: ["AB1"] }],
      records: [{ licensePlate: "ZZ1" }, { licensePlate: "ZZ2", currencyCode: "EUR" }],
    },
    "8": { users: [], records: [{ licensePlate: "ZZ1" }, { licensePlate: "E01" }] },
  },
  fleet: ["AB1", "XX1"],
};

it("an audit sorts findings by severity, then rule, list and plate", () => {
  const { findings } = audit(factsOf(messy));
  expect(
    findings.map(({ severity, rule, scope, licenseNumber }) => `${severity} ${rule} ${scope} ${licenseNumber}`),
  ).toEqual([
    "error billed-not-desired account:7 ZZ1",
    "error billed-not-desired account:7 ZZ2",
    "error billed-not-desired account:8 ZZ1",
    "error billed-other-account account:8 E01",
    "error drift-missing account:7 EO1",
    "warning fleet-not-allowed global XX1",
    "warning inactive-user-holds-car account:7 AB1",
    "warning duplicate-across-accounts account:7 AB1",
    "warning look-alike account:7 E01",
    "info never-in-fleet account:7 E01",
    "info never-in-fleet account:7 EO1",
    "info idle account:7 AB1",
    "info idle account:7 EO1",
    "info idle account:8 AB1",
  ]);
});

it("an audit adds up each currency by itself, per rule", () => {
  const { totals } = audit(factsOf(messy));
  expect(totals.find(({ rule }) => rule === "billed-not-desired")).toEqual({
    rule: "billed-not-desired",
    count: 3,
    amounts: [
      { currencyCode: "DKK", amountIncludingVat: "20.00" },
      { currencyCode: "EUR", amountIncludingVat: "10.00" },
    ],
  });
  expect(totals.find(({ rule }) => rule === "look-alike")).toEqual({ rule: "look-alike", count: 1 });
  expect(totals.find(({ rule }) => rule === "expired-on-list")).toEqual({ rule: "expired-on-list", count: 0 });
});

it("an audit leaves out rules that are off, and takes the policy's severity", () => {
  const policy = { severities: { idle: "off", "look-alike": "error" } } as const;
  const { findings, rules } = audit(factsOf({ ...messy, policy }));
  expect(rules.map(({ rule }) => rule)).not.toContain("idle");
  expect(findings.filter(({ rule }) => rule === "idle")).toEqual([]);
  expect(findings.find(({ rule }) => rule === "look-alike")?.severity).toBe("error");
});

it("an audit says which rules it could not check, and why", () => {
  const { unchecked, rules } = audit(factsOf({ lists: { global: { wanted: ["AB1"] } } }));
  expect(rules.map(({ rule }) => rule)).toEqual([
    "unmanaged-account-used",
    "duplicate-across-accounts",
    "look-alike",
    "unmanaged-account",
    "expires-soon",
  ]);
  expect(unchecked).toContainEqual({ rule: "forgotten-account", reason: "the state was not read" });
  expect(unchecked).toContainEqual({ rule: "drift-missing", reason: "no list was read" });
  expect(unchecked).toContainEqual({ rule: "idle", reason: "no billing records were read" });
  const usual = AUDIT_RULES.filter(({ severity, limit }) => severity !== "off" && !limit);
  expect(rules.length + unchecked.length).toBe(usual.length);
});

it("an audit needs only what its rules read", () => {
  const only = (rules: object) => [
    ...sourcesNeeded({ severities: { ...off, ...rules }, expiresSoonDays: 30, limits: {}, accept: [] }),
  ];
  expect(only({})).toEqual([]);
  expect(only({ idle: "warning" })).toEqual(["billing"]);
  expect(only({ idle: "info" })).toEqual([]);
  expect(only({ "fleet-not-allowed": "warning" })).toEqual(["lists", "fleet"]);
});

const plate = fc.stringMatching(/^[A-Z]{2}[0-9]{3,5}$/);
const cars = fc.uniqueArray(plate, { selector: (text) => plateLook(keyOf(text)), maxLength: 30 });

/** A fleet in which everything is as the file says: each list live as desired, each car in the fleet, used and billed. */
const cleanFleet = fc.tuple(cars, fc.boolean(), fc.nat({ max: 4 })).map(([all, isGlobal, spread]): Sketch => {
  const names = ["7", "8", "10"];
  const shareOf = (name: string) => all.filter((_, at) => names[(at + spread) % names.length] === name);
  const lists = isGlobal
    ? { global: { wanted: all, live: all } }
    : Object.fromEntries(names.map((name) => [name, { wanted: shareOf(name), live: shareOf(name) }]));
  const accounts = Object.fromEntries(
    names.map((name) => {
      const own = shareOf(name);
      return [
        name,
        {
          users: [{ id: "1", status: "ACTIVE" as const, cars: own }],
          records: own.map((licensePlate) => ({ licensePlate })),
        },
      ];
    }),
  );
  return { lists, accounts, fleet: all, unmanaged: [], forgotten: [] };
});

it("a converged, clean fleet has no findings, and every rule was checked", () => {
  fc.assert(
    fc.property(cleanFleet, (sketch) => {
      const { findings, unchecked, totals } = audit(factsOf(sketch));
      expect(findings).toEqual([]);
      expect(unchecked).toEqual([]);
      expect(totals.every(({ count, amounts }) => count === 0 && amounts === undefined)).toBe(true);
    }),
  );
});

it("the order of records, users and cars does not change an audit", () => {
  const reversed: Sketch = {
    ...messy,
    accounts: Object.fromEntries(
      Object.entries(messy.accounts ?? {}).map(([baId, { users = [], records = [] }]) => [
        baId,
        {
          users: [...users].reverse(),
          records: records.map((record, at) => ({ id: `1/${at + 1}`, ...record })).reverse(),
        },
      ]),
    ),
    fleet: [...(messy.fleet ?? [])].reverse(),
  };
  expect(audit(factsOf(reversed))).toEqual(audit(factsOf(messy)));
});
