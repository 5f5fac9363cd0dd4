import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { type DesiredEntry, dayIn, daysIn, isValidOn, readPlate } from "../../src/allowlist/index.ts";
import { FLAG, rowsOf, TEXT } from "../rows.ts";

it.each(rowsOf(import.meta.url, "the day of an instant in a time zone", TEXT, TEXT, TEXT))(
  "the day of an instant in a time zone: %s at %s: %s",
  (timeZone, instant, day) => {
    expect(dayIn(timeZone, Date.parse(instant))).toBe(day);
  },
);

it.each([
  ["UTC", 0],
  ["Asia/Tokyo", -540],
  ["America/Los_Angeles", 480],
])("E5: the day of an instant is the same on a machine in %s", (machineZone, offset) => {
  vi.stubEnv("TZ", machineZone);
  expect(new Date("2026-01-01T12:00:00Z").getTimezoneOffset()).toBe(offset);
  const instants = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (instant) => {
      expect(dayIn("UTC", instant.getTime())).toBe(instant.toISOString().slice(0, 10));
    }),
  );
  vi.unstubAllEnvs();
});

it.each(["UTC", "Europe/Copenhagen", "America/St_Johns", "Asia/Kathmandu", "Africa/Monrovia", "Pacific/Apia"])(
  "the days of many instants in %s are those of each instant by itself",
  (timeZone) => {
    const dayOf = daysIn(timeZone);
    // Clocks went back at 00:01 on 2009-11-01 in St John's; Apia had no 2011-12-30.
    const near = fc
      .tuple(
        fc.constantFrom(...["2009-11-01T02:31Z", "2011-12-30T10:00Z", "2026-10-25T01:00Z", "1972-01-07T00:44Z"]),
        fc.integer({ min: -90, max: 90 }),
      )
      .map(([instant, minutes]) => Date.parse(instant) + minutes * 60_000);
    const any = fc.integer({ min: Date.parse("1900-01-01"), max: Date.parse("2100-01-01") });
    fc.assert(
      fc.property(fc.array(fc.oneof(near, any), { minLength: 20, maxLength: 200 }), (instants) => {
        for (const instant of instants) expect(dayOf(instant)).toBe(dayIn(timeZone, instant));
      }),
    );
  },
);

const reading = readPlate("AB1", { foldLookalikes: false });
if (reading.kind !== "plate") throw new Error("AB1 is a plate");
const { plateKey } = reading;
const source = { file: "fleet.yaml", line: 1, column: 1 };
const CAR: DesiredEntry = { licenseNumber: "AB1", plateKey, features: [], source };
const VALIDITY = z.object({ validFrom: TEXT.exactOptional(), validUntil: TEXT.exactOptional() });

it.each(rowsOf(import.meta.url, "an entry is on its list from its first day to its last", VALIDITY, TEXT, FLAG))(
  "an entry is on its list from its first day to its last: %o on %s: %s",
  (validity, day, expected) => expect(isValidOn({ ...CAR, ...validity }, day)).toBe(expected),
);
