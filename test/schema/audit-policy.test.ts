import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { desiredOf, diagnosticsOf, findingsOf, GLOBAL } from "./fleet-text.ts";

const withAudit = (audit: string) => parseFleet(`${GLOBAL}cars: []\npolicy: { audit: ${audit} }\n`, "fleet.yaml");
const auditOf = (audit: string) => desiredOf(withAudit(audit)).policy.audit;

it.each([
  { audit: "{ idle: off }", expected: { severities: { idle: "off" }, expiresSoonDays: 30 } },
  {
    audit: "{ look-alike: error }",
    expected: { severities: { "look-alike": "error" }, expiresSoonDays: 30 },
  },
  { audit: "{ expires-soon: { days: 7 } }", expected: { severities: {}, expiresSoonDays: 7 } },
  {
    audit: "{ expires-soon: off }",
    expected: { severities: { "expires-soon": "off" }, expiresSoonDays: 30 },
  },
  {
    audit: "{ expires-soon: { days: 0, severity: error } }",
    expected: { severities: { "expires-soon": "error" }, expiresSoonDays: 0 },
  },
  {
    audit: '{ limits: { perDay: "40 EUR", parkingHours: 24, parkingsPerDay: 8, weekends: false } }',
    expected: {
      severities: {},
      expiresSoonDays: 30,
      limits: {
        perDay: { amount: "40", currencyCode: "EUR" },
        parkingHours: 24,
        parkingsPerDay: 8,
        weekends: false,
      },
    },
  },
])("policy.audit with $audit changes that and nothing else", ({ audit, expected }) => {
  expect(auditOf(audit)).toEqual({ limits: {}, accept: [], ...expected });
});

it.each([
  ["{ idel: off }", "unknown-key 4:20", "Did you mean `idle`?"],
  ["{ drift-mising: off }", "unknown-key 4:20", "Did you mean `drift-missing`?"],
  ["{ idle: no }", "wrong-value 4:26", "For example: `idle: info`."],
  ["{ expires-soon: { dayz: 3 } }", "unknown-key 4:36", "Did you mean `days`?"],
  ["{ expires-soon: soon }", "wrong-value 4:34", "For example: `expires-soon: info`."],
  ["{ expires-soon: { days: -1 } }", "wrong-value 4:42", "For example: `days: 30`."],
  ["{ limits: { perDay: 40 } }", "wrong-value 4:38", 'For example: `perDay: "40 EUR"`.'],
  ["off", "wrong-value 4:18", "Write its keys on the following lines, indented, each as `key: value`."],
])("a wrong policy.audit is refused with the fix: %s", (audit, finding, fix) => {
  const reading = withAudit(audit);
  expect(findingsOf(reading)).toEqual([finding]);
  expect(diagnosticsOf(reading)[0]?.fix).toBe(fix);
});
