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
