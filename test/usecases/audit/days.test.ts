import fc from "fast-check";
import { expect, it } from "vitest";
import { audit } from "../../../src/usecases/audit/index.ts";
import { DAY, factsOf } from "./support.ts";

const DAY_MS = 86_400_000;

it("days from the removal to the parking are those of the calendar, leap years and centuries included", () => {
  const days = fc.integer({ min: Date.parse("1600-01-01") / DAY_MS, max: Date.parse(DAY) / DAY_MS - 1 });
  fc.assert(
    fc.property(days, (number) => {
      const removedOn = new Date(number * DAY_MS).toISOString().slice(0, 10);
      const facts = factsOf({
        lists: { global: {} },
        accounts: { "7": { records: [{ licensePlate: "CD2", day: DAY }] } },
        removed: { CD2: removedOn },
      });
      const [finding] = audit(facts).findings;
      expect(finding?.evidence).toMatchObject({ removedOn, daysSinceRemoval: Date.parse(DAY) / DAY_MS - number });
    }),
  );
});
