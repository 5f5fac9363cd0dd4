import fc from "fast-check";
import { expect, it } from "vitest";
import { planFormats, terminalText } from "../../src/render/index.ts";
import { cases } from "../properties.ts";
import { planOf, scopeOf } from "./documents.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";
import { readHtml } from "./sinks.ts";

const text = fc.oneof(fc.stringMatching(/^[A-Z0-9]{1,8}$/), fc.constantFrom(...HOSTILE_STRINGS));
const changes = fc.array(
  fc.record({
    action: fc.constantFrom("add" as const, "delete" as const, "update" as const),
    licenseNumber: text,
    note: text,
  }),
  { maxLength: 6 },
);
const kept = fc.array(fc.record({ licenseNumber: text, reason: text }), { maxLength: 3 });
const unclear = fc.array(fc.record({ source: text, list: text, licenseNumber: text, reason: text, remedy: text }), {
  maxLength: 2,
});
const lists = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 9 }), changes, kept }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ id }) => id,
});

it("the page of any plan has each car of the document once, and its counts and unclear rows as words", () => {
  fc.assert(
    fc.property(lists, unclear, (some, unclearRows) => {
      const scopes = some.map(({ id, ...list }) => scopeOf(list.changes, { scope: `account:${id}`, kept: list.kept }));
      const desired = { digest: "d1", files: [], ...(unclearRows.length > 0 && { unclearRows }) };
      const plan = planOf(scopes, { mode: "billing-account", desired });
      const cars = plan.scopes.flatMap((one) => [
        ...one.changes.map(({ licenseNumber, action }) => `${action} ${terminalText(licenseNumber)}`),
        ...one.kept.map(({ licenseNumber }) => `keep ${terminalText(licenseNumber)}`),
      ]);
      const html = planFormats.html(plan, { color: false, width: 80 });
      const { texts, data } = cars.length === 0 ? { texts: [html], data: { rows: [] } } : readHtml(html);
      const rows = data.rows.map(([car, action = ""]) => `${action.slice(2)} ${car}`);
      expect(rows.toSorted()).toEqual(cars.toSorted());
      const words = texts.join(" ").replaceAll(/\s+/g, " ");
      const { add, update, delete: deletes, unchanged, kept: stay } = plan.counts;
      const shown = [
        `${deletes} to delete`,
        `${update} to update`,
        `${add} to add`,
        `${unchanged.toLocaleString("en")} unchanged`,
        `${stay} kept`,
      ];
      if (cars.length > 0) for (const count of shown) expect(words).toContain(count);
      if (unclearRows.length > 0)
        expect(words).toContain(unclearRows.length === 1 ? "1 unclear row" : "2 unclear rows");
    }),
    { numRuns: cases(1_000) },
  );
});
