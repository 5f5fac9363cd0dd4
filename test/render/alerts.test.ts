import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import { z } from "zod";
import { type Diagnostic, ERROR_CODES, RUN_WARNING_CODES, WARNING_CODES } from "../../src/allowlist/index.ts";
import { auditFormats, type Validation, validationFormats } from "../../src/render/index.ts";
import { AUDIT_RULE_IDS } from "../../src/schema/audit-rules/index.ts";
import { anchorsOf, readPage } from "../docs/pages.ts";
import { rowsOf, TEXT, TEXTS } from "../rows.ts";
import { auditOf, emptyAudit, hostileAudit, knownAudit, typicalAudit } from "./audit-documents.ts";
import { HOSTILE_DIAGNOSTICS, HOSTILE_STRINGS } from "./hostile-corpus.ts";
import { parseCommand } from "./sinks.ts";

const PLAIN = { color: false, width: 80 };
const { $schema, id, ...schema } = JSON.parse(
  readFileSync(join(import.meta.dirname, "sarif-2.1.0.schema.json"), "utf8"),
);
const formats = {
  uri: (text: string) => URL.canParse(text),
  "uri-reference": (text: string) => URL.canParse(text, "https://example.com/") && /^[\x21-\x7e]*$/.test(text),
  "date-time": true,
} as const;
const fitsSarif = new Ajv({ strict: false, unicodeRegExp: false, formats }).compile(schema);

const RESULTS = z.array(
  z.object({
    ...{ ruleId: z.string(), ruleIndex: z.number(), level: z.string(), message: z.object({ text: z.string() }) },
    locations: z.array(
      z.object({
        physicalLocation: z.object({
          artifactLocation: z.object({ uri: z.string(), uriBaseId: z.string() }),
          region: z.looseObject({ startLine: z.number() }),
        }),
      }),
    ),
    partialFingerprints: z.object({ primaryLocationLineHash: z.string() }),
  }),
);
type SarifResult = z.infer<typeof RESULTS>[number];

function runOf(text: string) {
  const [run] = JSON.parse(text).runs;
  return { run, rules: run.tool.driver.rules, results: RESULTS.parse(run.results) };
}

const hashOf = (result: SarifResult) => result.partialFingerprints.primaryLocationLineHash;
const uriOf = (result: SarifResult) => result.locations[0]?.physicalLocation.artifactLocation.uri;

function validationOf(diagnostics: readonly Diagnostic[], rest: Partial<Validation> = {}): Validation {
  const at = "2026-03-01T08:00:00.000Z";
  return { diagnostics, files: ["fleet.yaml"], failsOnWarnings: false, at, version: "1.0.0", paths: {}, ...rest };
}

function twice(line: number, column = 5): Diagnostic {
  const message = `The plate \`AB1\` is also at fleet.yaml:${line - 1}:5.`;
  const about = { severity: "warning", code: "duplicate-plate", licenseNumber: "AB1", scope: "global" } as const;
  return { ...about, message, source: { file: "fleet.yaml", line, column } };
}

const logs = {
  "empty audit": auditFormats.sarif(emptyAudit, PLAIN),
  "typical audit": auditFormats.sarif(typicalAudit, PLAIN),
  "audit beside an earlier one": auditFormats.sarif(knownAudit, PLAIN),
  "hostile audit": auditFormats.sarif(hostileAudit(HOSTILE_STRINGS), PLAIN),
  "valid file": validationFormats.sarif(validationOf([])),
  "file with a warning": validationFormats.sarif(validationOf([twice(6)])),
  "hostile file": validationFormats.sarif(validationOf(HOSTILE_DIAGNOSTICS)),
};

it.each(Object.entries(logs))("the %s as SARIF fits the schema of 2.1.0 and GitHub's code scanning", (_, text) => {
  expect(fitsSarif(JSON.parse(text)), JSON.stringify(fitsSarif.errors)).toBe(true);
  const { rules, results, run } = runOf(text);
  expect(run.tool.driver.name).toBe("platectl");
  for (const result of results) {
    expect(rules[result.ruleIndex]).toMatchObject({
      id: result.ruleId,
      shortDescription: { text: expect.stringMatching(/./) },
      help: { text: expect.stringMatching(/./) },
    });
    expect(result.level).toBeOneOf(["error", "warning", "note"]);
    const [{ physicalLocation } = { physicalLocation: undefined }, ...others] = result.locations;
    expect(others).toEqual([]);
    expect(physicalLocation?.artifactLocation.uriBaseId).toBe("%SRCROOT%");
    expect(uriOf(result)).toMatch(/^[^/]/);
    expect(uriOf(result)).not.toMatch(/^[a-z]+:|(?:^|\/)\.\.(?:\/|$)/i);
    expect(physicalLocation?.region.startLine).toBeGreaterThanOrEqual(1);
  }
  expect(new Set(results.map(hashOf)).size).toBe(results.length);
});

it("the category keeps alerts of validate and of audit apart", () => {
  const ids = [logs["valid file"], logs["empty audit"]].map((text) => runOf(text).run.automationDetails.id);
  expect(ids).toEqual(["platectl/validate/", "platectl/audit/"]);
});

it("SARIF holds 25,000 results at most, errors first, and says how many are left out", () => {
  const finding = { rule: "idle", severity: "info", scope: "global", message: "is idle", evidence: {} } as const;
  const many = Array.from({ length: 25_001 }, (_, at) => ({ ...finding, licenseNumber: `AB${at}` }));
  const last = { ...finding, rule: "drift-extra", severity: "error", licenseNumber: "ZZ1" } as const;
  const { run, results } = runOf(auditFormats.sarif(auditOf([...many, last]), PLAIN));
  expect([results.length, results[0]?.ruleId]).toEqual([25_000, "drift-extra"]);
  expect(run.invocations[0].toolExecutionNotifications[0].message.text).toMatch(/^2 results left out/);
});

it("no text from a file or a server is a link in SARIF", () => {
  const message = "[click](https://evil.example)";
  const [result] = runOf(validationFormats.sarif(validationOf([{ ...twice(6), message }]))).results;
  expect(result?.message.text).toBe("[click]\\u{28}https://evil.example)");
});

const issuesOf = (text: string): readonly Record<string, unknown>[] => JSON.parse(text);

it.each([
  ["audit", auditFormats["code-quality"](hostileAudit(HOSTILE_STRINGS), PLAIN)],
  ["file", validationFormats["code-quality"](validationOf(HOSTILE_DIAGNOSTICS))],
])("each issue of a hostile %s has what GitLab needs, and a fingerprint of its own", (_, text) => {
  const issues = issuesOf(text);
  expect(issues.length).toBeGreaterThanOrEqual(HOSTILE_STRINGS.length);
  for (const issue of issues) {
    expect(issue).toEqual({
      description: expect.any(String),
      check_name: expect.any(String),
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      severity: expect.toBeOneOf(["info", "minor", "critical"]),
      location: { path: expect.stringMatching(/^[^/]/), lines: { begin: expect.any(Number) } },
    });
  }
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
});

const anchors = new Map(["audit.md", "errors.md"].map((page) => [page, [...anchorsOf(readPage(`docs/${page}`))]]));
const codes = [...ERROR_CODES, ...WARNING_CODES, ...RUN_WARNING_CODES];
const warnings = codes.map((code) => ({ code, message: "is odd" }));
const findings = AUDIT_RULE_IDS.map((rule) => {
  return { rule, severity: "error", scope: "global", message: "is odd", evidence: {} } as const;
});
const failures = [{ scope: "global" as const, message: "not reached" }];
const audit = { ...auditOf(findings), warnings, failures };

it("every rule and every code in SARIF and in Code Quality has the address of a section that is there", () => {
  const rules: readonly { readonly id: string; readonly helpUri?: string }[] = runOf(
    auditFormats.sarif(audit, PLAIN),
  ).rules;
  expect(rules.map(({ id }) => id).toSorted()).toEqual(
    [...new Set([...AUDIT_RULE_IDS, ...codes, "not-read"])].toSorted(),
  );
  const issues: readonly { readonly description: string }[] = JSON.parse(auditFormats["code-quality"](audit, PLAIN));
  for (const address of [...rules.map(({ helpUri }) => helpUri), ...issues.map(({ description }) => description)]) {
    const [, page = "", anchor] = /https:\/\/github\.com\/.*\/docs\/(.*)#(.*)$/.exec(address ?? "") ?? [];
    expect(anchors.get(page), address).toContain(anchor);
  }
});

const hashes = (diagnostics: readonly Diagnostic[]) =>
  runOf(validationFormats.sarif(validationOf(diagnostics))).results.map(hashOf);

it("a fingerprint stays the same when lines move, and two of the same kind have two", () => {
  const before = hashes([twice(6), twice(7)]);
  expect(new Set(before).size).toBe(2);
  expect(hashes([twice(16, 9), twice(30, 9)])).toEqual(before);
  expect(hashes([{ ...twice(6), licenseNumber: "CD2" }])).not.toEqual(before.slice(0, 1));
});

it("a problem without a car or a list is known by its words, without the places in them", () => {
  const account = (line: number): Diagnostic => ({
    severity: "error",
    code: "duplicate-account",
    message: `The account 4711 is already at fleet.yaml:${line}:5.`,
    source: { file: "fleet.yaml", line: line + 4, column: 5 },
  });
  expect(hashes([account(3)])).toEqual(hashes([account(30)]));
  expect(hashes([account(3)])).not.toEqual(hashes([{ ...account(3), message: "The account 4712 is there." }]));
});

it("a finding of an audit keeps its fingerprint when its amounts and its line change", () => {
  const [known] = knownAudit.findings;
  if (!known) throw new Error("the audit has a finding");
  const hash = (change: Partial<typeof known>) =>
    runOf(auditFormats.sarif(auditOf([{ ...known, ...change }]), PLAIN)).results.map(hashOf);
  const later = { message: "was billed: 9 records", evidence: { source: "fleet.yaml:99:1" } };
  expect(hash(later)).toEqual(hash({}));
  expect(hash({ findingId: "00000000000000ff" })).not.toEqual(hash({}));
});

it("SARIF and Code Quality name a problem by the same fingerprint", () => {
  const issues = JSON.parse(auditFormats["code-quality"](typicalAudit, PLAIN));
  const results = runOf(auditFormats.sarif(typicalAudit, PLAIN)).results;
  expect(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).toEqual(results.map(hashOf));
});

it("a warning of a fleet file is at its line, and in no list of alerts where the file accepts it", () => {
  const accepted = { ...twice(6), accepted: { reason: "known" } };
  expect(runOf(validationFormats.sarif(validationOf([accepted]))).results).toEqual([]);
  expect(runOf(logs["file with a warning"]).results).toMatchObject([
    { level: "warning", locations: [{ physicalLocation: { region: { startLine: 6, startColumn: 5 } } }] },
  ]);
});

const uris = (files: readonly string[], folder = "") => {
  const found = files.map((file) => ({ ...twice(6), source: { file, line: 1, column: 1 } }));
  return runOf(validationFormats.sarif(validationOf(found, { paths: { folder } }))).results.map(uriOf);
};

it.each(rowsOf(import.meta.url, "paths", TEXT, TEXTS, TEXT, TEXTS))("paths %s", (_, files, folder, shown) => {
  expect(uris(files, folder)).toEqual(shown);
});

it("a problem without a line stands in the fleet file of the run", () => {
  const paths = { fleetFile: "north.yaml", folder: "fleets" };
  const { results } = runOf(auditFormats.sarif(typicalAudit, PLAIN, { paths }));
  const finding = results.find(({ ruleId }) => ruleId === "fleet-not-allowed");
  expect(finding && uriOf(finding)).toBe("fleets/north.yaml");
});

const linesOf = (text: string) => text.split("\n").slice(0, -1).map(parseCommand);

it("a hostile audit makes ten annotations of a kind, and says how many more there are", () => {
  const commands = linesOf(auditFormats.github(hostileAudit(HOSTILE_STRINGS), PLAIN, { all: true }));
  const count = (name: string) => commands.filter((command) => command?.name === name).length;
  expect(count("warning")).toBe(10);
  expect(count("error")).toBeLessThanOrEqual(10);
  expect(count("notice")).toBe(1);
  expect(commands).not.toContain(undefined);
  expect(commands.at(-1)?.message).toMatch(/^(?:\d+ more errors, )?\d+ more warnings: GitHub shows 10 of a kind/);
});

const junitSchema = readFileSync(join(import.meta.dirname, "junit.xsd"), "utf8");
const audits = { empty: emptyAudit, typical: typicalAudit, known: knownAudit, hostile: hostileAudit(HOSTILE_STRINGS) };

it.each(Object.entries(audits))("the %s audit as JUnit fits the schemas of Jenkins and of Ant", async (_, document) => {
  const xml = { fileName: "junit.xml", contents: auditFormats.junit(document, PLAIN) };
  const { errors } = await validateXML({ xml, schema: junitSchema });
  expect(errors.map(({ message }) => message)).toEqual([]);
});
