import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { AUDIT_RULE_IDS } from "../../src/allowlist/index.ts";
import { auditDocumentSchema } from "../../src/schema/index.ts";
import { runCli } from "../cli/harness.ts";
import { AUDIT_OPTIONS, type Sources, writeFleetFiles } from "./fleet-files.ts";
import { HONEST_KINDS } from "./honest-kinds.ts";
import { judge } from "./judge.ts";
import { KINDS, type PlantedTown, plantTown } from "./plant.ts";
import { serveTown } from "./server.ts";
import type { TownMode } from "./town.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** Audits a town with the built program. */
async function audited({ town }: PlantedTown, sources: Sources = "each", options: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "platectl-planted-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const server = await serveTown(town);
  cleanups.push(() => server.close());
  writeFleetFiles(town, folder, server.url, sources);
  const ended = await runCli([...AUDIT_OPTIONS, ...options], folder, {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    PLATECTL_BASE_URL: server.url,
    PLATECTL_CLIENT_ID: "planted",
    PLATECTL_CLIENT_SECRET: "planted",
  });
  return { ...ended, document: auditDocumentSchema.parse(JSON.parse(ended.stdout)) };
}

const sizeOf = (mode: TownMode) => ({ mode, accounts: 4, cars: 200, users: 40, records: 2500, seed: 7 });

it("a planted town has a kind for every rule of the audit", () => {
  const rules = new Set(KINDS.map(({ rule }) => rule));
  expect(AUDIT_RULE_IDS.filter((rule) => !rules.has(rule))).toEqual([]);
});

it.each([
  ["billing-account", 50],
  ["global", 10],
] as const)(
  "every planted problem of every kind is found in %s mode, %i of each, with its exact sums, and nothing else is",
  async (mode, each) => {
    const planted = plantTown(sizeOf(mode), each);
    const { code, stderr, document } = await audited(planted);
    expect({ code, stderr, failures: document.failures }).toEqual({ code: 2, stderr: "", failures: [] });
    const { verdicts, elsewhere, coverage } = judge(planted, document);
    expect(verdicts.filter(({ missing, unexpected }) => missing.length + unexpected.length > 0).map(abridged)).toEqual(
      [],
    );
    const wrong = verdicts.filter(({ rule }) => rule !== "");
    expect(wrong.map(({ name, found }) => ({ name, found }))).toEqual(wrong.map(({ name }) => ({ name, found: each })));
    expect({ elsewhere, coverage }).toEqual({ elsewhere: [], coverage: [] });
  },
);

it.each(["billing-account", "global"] as const)(
  "a town with nothing planted has no findings in %s mode",
  async (mode) => {
    const clean = plantTown(sizeOf(mode), 0);
    const { code, stderr, document } = await audited(clean);
    expect({ code, stderr, findings: document.findings }).toEqual({ code: 0, stderr: "", findings: [] });
    expect(judge(clean, document).coverage).toEqual([]);
  },
);

const LOOKS_WRONG = [
  ...HONEST_KINDS,
  ...KINDS.filter(({ name }) =>
    /^(?:parked before its last day was written|moved to another|billed b(?:efore it|etween))/.test(name),
  ),
];

it.each([
  ["billing-account", "git"],
  ["billing-account", "journal"],
  ["global", "git"],
  ["global", "journal"],
] as const)(
  "what is right is neither found nor claimed in %s mode where %s alone knows when cars came and left",
  async (mode, sources) => {
    const planted = plantTown(sizeOf(mode), 12, LOOKS_WRONG);
    const { document, stderr } = await audited(planted, sources, ["--claims", "claims.csv"]);
    const { verdicts, elsewhere } = judge(planted, document);
    expect(verdicts.filter(({ missing, unexpected }) => missing.length + unexpected.length > 0).map(abridged)).toEqual(
      [],
    );
    // The journal knows when cars were put on a list, and a commit of before the parking when they left.
    const claimed = sources === "journal" ? 24 : 12;
    expect({ elsewhere, stderr }).toEqual({
      elsewhere: [],
      stderr: expect.stringContaining(`claims: ${claimed} records in claims.csv, `),
    });
  },
);

function abridged({ name, missing, unexpected }: ReturnType<typeof judge>["verdicts"][number]) {
  return {
    name,
    missing: { count: missing.length, first: missing.slice(0, 2) },
    unexpected: { count: unexpected.length, first: unexpected.slice(0, 2) },
  };
}
