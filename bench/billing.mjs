// Audits of billing records against a program that fetches and parses the same pages.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CARS, DAYS, plateOfCar } from "./billing-world.mjs";
import { median, ratioOf } from "./statistics.mjs";
import { startServing } from "./subjects.mjs";
import { environmentFor, used } from "./whole-applies.mjs";

const SERVER = fileURLToPath(new URL("billing-server.mjs", import.meta.url));
const BARE = fileURLToPath(new URL("bare-billing.mjs", import.meta.url));

/** Measures an audit of so many billing records of one account, in turn with the bare program. */
export async function measureAudits(cli, sizes, runs) {
  const fleet = fleetFile();
  const rows = [];
  for (const size of sizes) {
    const server = await startServing(SERVER, size);
    const taken = { own: [], bare: [] };
    const audit = [cli, "audit", "-f", fleet, "--from", DAYS.from, "--to", DAYS.to, "--quiet"];
    for (let turn = 0; turn < runs; turn += 1) {
      taken.bare.push(await used([BARE, server.base, String(size)], {}));
      taken.own.push(await used(audit, environmentFor(server.base)));
    }
    server.stop();
    rows.push({
      title: "audit of billing records",
      size,
      cpu: median(taken.own.map(({ cpu }) => cpu)),
      memory: Math.max(...taken.own.map(({ memory }) => memory)),
      ratio: ratioOf(...[taken.own, taken.bare].map((list) => list.map(({ cpu }) => cpu))),
      bareMemory: Math.max(...taken.bare.map(({ memory }) => memory)),
    });
  }
  return rows;
}

function fleetFile() {
  const path = join(mkdtempSync(join(tmpdir(), "platectl-bench-")), "fleet.yaml");
  const cars = Array.from({ length: CARS }, (_, at) => `      - ${plateOfCar(at)}\n`);
  writeFileSync(path, `version: 1\nmode: billing-account\naccounts:\n  - baId: 4711\n    cars:\n${cars.join("")}`);
  return path;
}
