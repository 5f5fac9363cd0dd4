import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { auditDocumentSchema } from "../../src/schema/index.ts";
import { AUDIT_OPTIONS, writeFleetFiles } from "./fleet-files.ts";
import { type Judgement, judge } from "./judge.ts";
import { type PlantedTown, plantTown } from "./plant.ts";
import { serveTown } from "./server.ts";
import type { TownMode } from "./town.ts";

// npm run planted -- [--cars N] [--records N] [--each N] [--mode MODE] [--seed N]
const DEFAULTS = { cars: "10000", records: "1000000", each: "200", accounts: "20", users: "1200", seed: "1" } as const;
const { values } = parseArgs({
  options: {
    cars: { type: "string", default: DEFAULTS.cars },
    records: { type: "string", default: DEFAULTS.records },
    each: { type: "string", default: DEFAULTS.each },
    accounts: { type: "string", default: DEFAULTS.accounts },
    users: { type: "string", default: DEFAULTS.users },
    seed: { type: "string", default: DEFAULTS.seed },
    mode: { type: "string", default: "billing-account" },
    root: { type: "string", default: process.cwd() },
  },
});
const mode: TownMode = values.mode === "global" ? "global" : "billing-account";
const print = (line: string) => process.stdout.write(`${line}\n`);
/** Kilobytes and microseconds, as `bench/usage.cjs` writes them. */
const usageSchema = z.tuple([z.coerce.number(), z.coerce.number()]);

for (const each of [Number(values.each), 0]) {
  const size = {
    mode,
    accounts: Number(values.accounts),
    cars: Number(values.cars),
    users: Number(values.users),
    records: Number(values.records),
    seed: Number(values.seed),
  };
  const planted = plantTown(size, each);
  const { judgement, audit, usage, requests } = await audited(planted);
  if (each > 0) printTable(judgement);
  const { findings, coverage } = audit;
  const flaws = [...judgement.verdicts.flatMap(flawsOf), ...judgement.elsewhere, ...judgement.coverage];
  print(
    `\n${each > 0 ? "Planted" : "Clean"} town, ${mode}: ${coverage?.cars} cars, ${coverage?.users} users, ${coverage?.records} records, ${findings.length} findings, ${flaws.length} wrong; ${usage.cpu.toFixed(1)} s of CPU, ${Math.round(usage.memory)} MB, ${requests} requests\n`,
  );
  for (const flaw of flaws.slice(0, 20)) print(`  ${flaw}`);
  if (flaws.length > 0) process.exitCode = 1;
}

/** Audits a town with the built program, in a process of its own. */
async function audited(planted: PlantedTown) {
  const folder = mkdtempSync(join(tmpdir(), "platectl-planted-"));
  const server = await serveTown(planted.town);
  writeFleetFiles(planted.town, folder, server.url, "both");
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    USAGE_FILE: join(folder, "usage"),
    PLATECTL_BASE_URL: server.url,
    PLATECTL_CLIENT_ID: "planted",
    PLATECTL_CLIENT_SECRET: "planted",
  };
  const output = join(folder, "audit.json");
  const program = ["--require", join(values.root, "bench", "usage.cjs"), join(values.root, "dist", "cli", "main.js")];
  const child = spawn(process.execPath, [...program, ...AUDIT_OPTIONS, "--output", output], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await new Promise((resolve) => child.once("exit", resolve));
  const audit = auditDocumentSchema.parse(JSON.parse(readFileSync(output, "utf8")));
  const [kilobytes, microseconds] = usageSchema.parse(readFileSync(env.USAGE_FILE, "utf8").trim().split(" "));
  const usage = { cpu: microseconds / 1e6, memory: kilobytes / 1024 };
  const requests = server.requests();
  server.close();
  rmSync(folder, { recursive: true });
  return { judgement: judge(planted, audit, "both"), audit, usage, requests };
}

function printTable({ verdicts }: Judgement): void {
  print("| planted | rule | planted | found | false |\n|---|---|---:|---:|---:|");
  for (const { name, rule, times, found, unexpected } of verdicts)
    print(
      `| ${name} | ${rule === "" ? "none" : `\`${rule}\``} | ${times} | ${rule === "" ? "–" : found} | ${unexpected.length} |`,
    );
}

function flawsOf({ name, missing, unexpected }: Judgement["verdicts"][number]): string[] {
  return [...missing, ...unexpected].map((one) => `${name}: ${one}`);
}
