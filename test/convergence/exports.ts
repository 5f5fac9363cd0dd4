import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { DesiredState } from "../../src/allowlist/index.ts";
import { type FleetReading, loadFleet } from "../../src/schema/index.ts";

/** A folder with a fleet file and the lists that somebody else exports into it. */
export class Exports {
  readonly folder = mkdtempSync(join(tmpdir(), "platectl-exports-"));

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  write(name: string, content: string | Uint8Array): this {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return this;
  }

  /** Writes a list with one plate a row. */
  csv(name: string, plates: readonly string[]): this {
    return this.write(name, `plate\n${plates.map((plate) => `${plate}\n`).join("")}`);
  }

  /** `now`: milliseconds since the epoch, instead of the clock. */
  read(now?: number): Promise<FleetReading> {
    return loadFleet(["fleet.yaml"], { cwd: this.folder, ...(now !== undefined && { now }) });
  }

  /** What the files say, which must be right. */
  async desired(): Promise<DesiredState> {
    const reading = await this.read();
    if (reading.kind === "desired") return reading.desired;
    throw new Error(reading.diagnostics.map(({ message }) => message).join(" "));
  }
}

/** The start of a fleet file of global mode whose guards for deletes let everything pass. */
export const GLOBAL_OPEN =
  "version: 1\nmode: global\npolicy: { allowEmpty: true, maxDeletes: { percent: 100, always: 999 }, maxAdds: { percent: 100, always: 999 } }\n";
