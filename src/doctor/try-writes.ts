import type { Scope } from "../allowlist/index.ts";
import type { FleetApi } from "../fleet-api/index.ts";
import { targetOf } from "../plan/index.ts";
import type { LockHolder, Locking, StateView } from "../state/index.ts";
import { probeBlindWrites } from "./blind-writes.ts";
import type { ReadProbing } from "./probe-reads.ts";
import { proposedSettings, type ServerUnderTest, sweepPorts } from "./server-under-test.ts";
import { reasonAgainstPlate } from "./test-plate.ts";
import { createWriteProbe } from "./write-probe.ts";
import { probeWrites, type WriteProbing } from "./writes.ts";

/** What trying writes takes. */
export interface WriteTrial {
  readonly server: ServerUnderTest<FleetApi>;
  /** The same server for cleaning up; no interrupt stops it. */
  readonly cleaner: ServerUnderTest<FleetApi>;
  readonly baseUrl: URL;
  readonly partnerUrl: URL;
  /** Locks the state, which journals every write. */
  readonly lock: (view: StateView) => Promise<Locking>;
  /** Asks before the first write; whatever it rejects with ends the trial. `isBlind`: the list cannot be read. */
  readonly confirm: (scope: Scope, isBlind: boolean) => Promise<void>;
}

/** The result of trying writes, or why none was tried. */
export type WritesTried =
  | ({ readonly kind: "tried" } & WriteProbing)
  | { readonly kind: "no-list" }
  | { readonly kind: "plate-refused"; readonly reason: string }
  | { readonly kind: "locked"; readonly holder: LockHolder };

/**
 * Adds and deletes a plate that no car has, on the list that reading found, and leaves the list as it was. Rejects with an
 * `InterfaceError` or a `StateError` when that fails before the first write.
 */
export async function tryWrites(plate: string, reading: ReadProbing, trial: WriteTrial): Promise<WritesTried> {
  const { server, cleaner, baseUrl, partnerUrl, lock, confirm } = trial;
  const scope = reading.list ?? reading.unlisted;
  if (scope === undefined) return { kind: "no-list" };
  const found = proposedSettings(reading.findings);
  const { pageSize } = { ...server.settings, ...found };
  const isBlind = reading.list === undefined;
  const list = isBlind ? undefined : { scope, pageSize, ports: sweepPorts(server, found) };
  const reason = await reasonAgainstPlate(plate, { list, fleet: reading.fleet, rules: server.settings });
  if (reason !== undefined) return { kind: "plate-refused", reason };
  await confirm(scope, isBlind);
  const view = { target: targetOf(baseUrl, partnerUrl, reading.mode).fingerprint, rules: server.settings };
  const locking = await lock(view);
  if (locking.kind === "locked") return locking;
  try {
    const writeProbe = createWriteProbe(server, scope, found, locking.state);
    const cleaning = writeProbe.handOver(cleaner);
    const probing = isBlind
      ? await probeBlindWrites(writeProbe, plate, server.settings, cleaning)
      : await probeWrites(writeProbe, plate, server.settings, cleaning);
    return { kind: "tried", ...probing };
  } finally {
    await locking.state.release();
  }
}
