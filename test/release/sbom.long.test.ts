import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { manifestOf, packagesBelow } from "./source-copy.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Licences that ask for no more than their text to go along. */
const PERMITTED = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "Apache-2.0", "0BSD"];
const CYCLONEDX = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.string(),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licenses: z.array(z.object({ license: z.object({ id: z.string() }) })),
      hashes: z.array(z.object({ alg: z.literal("SHA-512"), content: z.string() })).min(1),
    }),
  ),
});
const SPDX = z.object({
  spdxVersion: z.literal("SPDX-2.3"),
  packages: z.array(
    z.object({
      name: z.string(),
      versionInfo: z.string(),
      licenseDeclared: z.string(),
      checksums: z.array(z.object({ algorithm: z.literal("SHA512"), checksumValue: z.string() })).default([]),
    }),
  ),
});

const folder = mkdtempSync(join(tmpdir(), "platectl-sbom-test-"));
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));
beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, "scripts/sbom.mjs"), folder]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the list of what the programs consist of (S30)", () => {
  const cyclonedx = () => CYCLONEDX.parse(read(folder, "platectl.cdx.json"));
  const spdx = () => SPDX.parse(read(folder, "platectl.spdx.json")).packages.filter(({ name }) => name !== "platectl");

  it("both formats name every package that the program and the driver of PostgreSQL need, with its version", () => {
    const pg = join(ROOT, "node_modules/pg");
    const driver = `pg ${manifestOf(pg).version}`;
    const wanted = [driver, ...packagesBelow(ROOT), ...packagesBelow(pg)].sort();
    expect(wanted.length).toBeGreaterThan(15);
    const optional = ["pg-cloudflare"];
    const named = (list: readonly string[]) => list.filter((one) => !optional.includes(one.split(" ")[0] ?? "")).sort();
    expect(named(cyclonedx().components.map(({ name, version }) => `${name} ${version}`))).toEqual(wanted);
    expect(named(spdx().map(({ name, versionInfo }) => `${name} ${versionInfo}`))).toEqual(wanted);
  });

  it("both formats give each package a checksum and a licence that permits it to be shipped", () => {
    for (const { name, licenses } of cyclonedx().components)
      for (const { license } of licenses) expect(PERMITTED, name).toContain(license.id);
    for (const { name, licenseDeclared, checksums } of spdx()) {
      expect(PERMITTED, name).toContain(licenseDeclared);
      expect(checksums, name).toHaveLength(1);
    }
  });

  it("both formats name every package whose code is in the programs, and the version of platectl itself", () => {
    const licences = readFileSync(join(ROOT, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
    const bundled = [...licences.matchAll(/^(\S+ \d+\.\d+\.\d+) \(/gm)].map(([, one]) => one);
    const { metadata, components } = cyclonedx();
    expect(bundled.length).toBeGreaterThan(3);
    expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(expect.arrayContaining(bundled));
    const { version } = manifestOf(ROOT);
    expect(metadata.component).toMatchObject({ name: "platectl", version });
  });
});
