import fc from "fast-check";
import { expect, it } from "vitest";
import { type AcknowledgeResult, editAcknowledge, type NewAcknowledgement } from "../../src/schema/edit/acknowledge.ts";
import { formatFleet, parseFleet } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { folderWith } from "./fleet-text.ts";

const ONE: NewAcknowledgement = { scope: "global", deletes: 137, until: "2026-12-01", reason: "batch 7" };
const NOW = Date.parse("2026-11-20T12:00:00Z");
const WRITTEN = "{ scope: global, deletes: 137, until: 2026-12-01, reason: batch 7 }";
const HEAD = "version: 1\nmode: global\n";

function edit(text: string, wanted: readonly NewAcknowledgement[] = [ONE]): Promise<AcknowledgeResult> {
  return editAcknowledge(["fleet.yaml"], wanted, { cwd: folderWith({ "fleet.yaml": text }), now: NOW });
}

async function textAfter(text: string, wanted?: readonly NewAcknowledgement[]): Promise<string> {
  const result = await edit(text, wanted);
  return result.kind === "edited" ? result.file.text : JSON.stringify(result);
}

it.each(rowsOf(import.meta.url, "an acknowledgement is written", TEXT, TEXT, TEXT))(
  "an acknowledgement is written %s",
  async (_, before, after) => {
    expect(await textAfter(HEAD + before)).toBe(HEAD + after);
  },
);

it("an acknowledgement keeps the line breaks of Windows and the byte order mark", async () => {
  const text = `\ufeff${HEAD}cars: [A1]\n`.replaceAll("\n", "\r\n");
  const after = await textAfter(text);
  expect(after).toBe(`${text}policy:\r\n  acknowledge:\r\n    - ${WRITTEN}\r\n`);
});

it("an acknowledgement is written into a file that is one mapping in brackets", async () => {
  expect(await textAfter("{ version: 1, mode: global, cars: [A1] }\n")).toBe(
    `{ version: 1, mode: global, cars: [A1], policy: { acknowledge: [${WRITTEN}] } }\n`,
  );
});

it("an acknowledgement says what was given, whatever the reason holds, and nothing else changes", async () => {
  const reason = fc.string({ unit: "binary", minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(reason, fc.nat(9999), async (text, deletes) => {
      const wanted = { ...ONE, deletes, reason: text };
      const result = await edit(`${HEAD}cars: [A1, B2]\npolicy:\n  prune: owned\n`, [wanted]);
      if (result.kind !== "edited") return;
      const reading = parseFleet(result.file.text, "fleet.yaml");
      expect(reading).toMatchObject({
        kind: "desired",
        desired: { policy: { prune: "owned", acknowledge: [{ scope: "global", deletes, reason: text }] } },
      });
    }),
    { numRuns: cases(600) },
  );
});

it("what fmt would write is what is written", async () => {
  const after = await textAfter(`${HEAD}cars:\n  - A1\n`);
  const cwd = folderWith({ "fleet.yaml": after });
  expect((await formatFleet(["fleet.yaml"], { cwd })).files).toMatchObject([{ isCanonical: true }]);
});

it("an acknowledgement is refused where the file would be invalid after it, or is before", async () => {
  const after = await edit(`${HEAD}cars: [A1]\n`, [{ ...ONE, reason: "x".repeat(1001) }]);
  expect(after).toMatchObject({ kind: "invalid", when: "after" });
  expect(await edit(`${HEAD}cars: [A1]\npolcy: {}\n`)).toMatchObject({ kind: "invalid", when: "before" });
});

it("an acknowledgement is refused where the policy stands in two files", async () => {
  const policy = "policy: { prune: none }\n";
  const cwd = folderWith({ "a.yaml": `${HEAD}cars: [A1]\n${policy}`, "b.yaml": `${HEAD}cars: [B1]\n${policy}` });
  const result = await editAcknowledge(["a.yaml", "b.yaml"], [ONE], { cwd, now: NOW });
  expect(result).toMatchObject({ kind: "invalid", when: "after", diagnostics: [{ code: "conflicting-setting" }] });
});
