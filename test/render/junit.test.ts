import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import { auditFormats } from "../../src/render/index.ts";
import { emptyAudit, hostileAudit, knownAudit, typicalAudit } from "./audit-documents.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";

const PLAIN = { color: false, width: 80 };
const schema = readFileSync(join(import.meta.dirname, "junit.xsd"), "utf8");

/** What the schema objects to. */
async function objections(contents: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: { fileName: "junit.xml", contents }, schema });
  return errors.map(({ message }) => message);
}

const documents = {
  "empty audit": auditFormats.junit(emptyAudit, PLAIN),
  "typical audit": auditFormats.junit(typicalAudit, PLAIN),
  "audit beside an earlier one": auditFormats.junit(knownAudit, PLAIN),
  "hostile audit": auditFormats.junit(hostileAudit(HOSTILE_STRINGS), PLAIN),
};

it.each(Object.entries(documents))("the %s as JUnit fits the schemas of Jenkins and of Ant", async (_, xml) => {
  expect(await objections(xml)).toEqual([]);
});

it("the schema refuses what either tool refuses", async () => {
  const good = documents["typical audit"];
  for (const [from, to] of [
    ["<testsuites>", '<testsuites skipped="0">'],
    [' hostname="localhost"', ""],
    [' time="0"', ""],
    ["<system-err/>", ""],
    ['timestamp="2026-06-15T08:00:00"', 'timestamp="2026-06-15T08:00:00Z"'],
    ['<failure type="billed-not-desired"', "<failure"],
    ["<skipped", '<skipped type="idle"'],
  ] as const) {
    const bad = good.replace(from, to);
    expect(bad).not.toBe(good);
    expect(await objections(bad), from).not.toEqual([]);
  }
});
