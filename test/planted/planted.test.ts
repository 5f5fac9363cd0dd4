import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse as parseCsv } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { auditDocumentSchema, sumsInWords } from "../../src/documents/index.ts";
import { AUDIT_RULE_IDS } from "../../src/schema/audit-rules/index.ts";
import { runCli } from "../cli/harness.ts";
import { AUDIT_OPTIONS, writeFleetFiles } from "./fleet-files.ts";
import { claimFlaws, judge } from "./judge.ts";
import { SOURCES, type Sources } from "./kind.ts";
import { KINDS, type PlantedTown, plantTown } from "./plant.ts";
import { serveTown } from "./server.ts";
import type { TownMode } from "./town.ts";

/** Audits a town with the built program. */
async function audited({ town }: PlantedTown, sources: Sources) {
  const folder = mkdtempSync(join(tmpdir(), "platectl-planted-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await serveTown(town);
  onTestFinished(() => void server.close());
  writeFleetFiles(town, folder, server.url, sources);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    PLATECTL_BASE_URL: server.url,
    PLATECTL_CLIENT_ID: "planted",
    PLATECTL_CLIENT_SECRET: "planted",
  };
  const ended = await runCli([...AUDIT_OPTIONS, "--claims", "claims.csv"], folder, env);
  await runCli([...AUDIT_OPTIONS, "--claims", "all.csv", "--claims-from", "git"], folder, env);
  const [claims = [], all = []] = ["claims.csv", "all.csv"].map((file) =>
    parseCsv<Record<string, string>>(readFileSync(join(folder, file)), { columns: true }),
  );
  return { ...ended, claims, all, document: auditDocumentSchema.parse(JSON.parse(ended.stdout)) };
}

const RECORDS = Number(process.env["PLANTED_RECORDS"] ?? 1000);
const EACH = Math.max(5, RECORDS / 5000);
const CARS = Math.max(200, RECORDS / 100);
const sizeOf = (mode: TownMode) => ({ mode, accounts: 4, cars: CARS, users: CARS / 5, records: RECORDS, seed: 7 });

it("a planted town has a kind for every rule of the audit", () => {
  const rules = new Set(KINDS.map(({ rule }) => rule));
  // Its history is whole.
  expect(AUDIT_RULE_IDS.filter((rule) => !rules.has(rule))).toEqual(["billed-not-known"]);
});

it.each((["billing-account", "global"] as const).flatMap((mode) => SOURCES.map((sources) => [mode, sources] as const)))(
  "V26 in %s mode every planted problem is found with its exact sums and claimed where it is proven, and nothing else is, where what knows of cars is %s",
  async (mode, sources) => {
    const planted = plantTown(sizeOf(mode), EACH);
    const { code, stderr, document, claims, all } = await audited(planted, sources);
    expect({ code, failures: document.failures }).toEqual({ code: 2, failures: [] });
    const { verdicts, elsewhere, coverage } = judge(planted, document, sources);
    expect(verdicts.filter(({ missing, unexpected }) => missing.length + unexpected.length > 0).map(abridged)).toEqual(
      [],
    );
    const [ids = [], allIds = []] = [claims, all].map((rows) => rows.map(({ infoRecordId = "" }) => infoRecordId));
    const asked = document.verdicts?.questions.records ?? 0;
    const flaws = claimFlaws(planted, { claims: ids, all: allIds, asked }, sources);
    expect({ elsewhere, coverage, claims: flaws }).toEqual({
      elsewhere: [],
      coverage: [],
      claims: [],
    });
    expect(document.verdicts?.claims.records).toBe(ids.length);
    const back = sumsInWords(document.verdicts?.claims.amounts ?? []);
    expect(stderr).toContain(`claims: ${ids.length} records in claims.csv, asking back ${back}`);
  },
);

it.each(["billing-account", "global"] as const)(
  "a town with nothing planted has no findings in %s mode",
  async (mode) => {
    const clean = plantTown(sizeOf(mode), 0);
    const { code, document } = await audited(clean, "both");
    expect({ code, findings: document.findings }).toEqual({ code: 0, findings: [] });
    expect(judge(clean, document, "both").coverage).toEqual([]);
  },
);

function abridged({ name, missing, unexpected }: ReturnType<typeof judge>["verdicts"][number]) {
  return {
    name,
    missing: { count: missing.length, first: missing.slice(0, 2) },
    unexpected: { count: unexpected.length, first: unexpected.slice(0, 2) },
  };
}
