import type { Scope } from "../../allowlist/index.ts";
import type { FleetApi } from "../../fleet-api/index.ts";
import { targetOf } from "../../plan/index.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import { type LockHolder, type Locking, StateError, type StateView } from "../../state/index.ts";
import type { ReadProbing } from "./probe-reads.ts";
import { withoutAmbiguousMasks } from "./refusal-words.ts";
import { type ProbeFinding, proposedSettings, type ServerUnderTest, saidOf, sweepPorts } from "./server-under-test.ts";
import { reasonAgainstPlate } from "./test-plate.ts";
import { WriteProbe } from "./write-probe.ts";
import { WriteTrial } from "./write-trial.ts";

/** What trying writes takes. */
export interface TrialPorts {
  readonly server: ServerUnderTest<FleetApi>;
  /** The same server for cleaning up; no interrupt stops it. */
  readonly cleaner: ServerUnderTest<FleetApi>;
  readonly baseUrl: URL;
  readonly partnerUrl: URL;
  /** Locks the state, which journals every write. */
  readonly lock: (view: StateView) => Promise<Locking>;
  /** Asks before the first write; what it rejects with ends the trial. `isBlind`: the list cannot be read. */
  readonly confirm: (scope: Scope, isBlind: boolean) => Promise<void>;
}

/** What writes found out, and the plates that could not be taken away again. */
export interface WriteProbing {
  readonly findings: readonly ProbeFinding[];
  readonly leftBehind: readonly string[];
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
export async function tryWrites(plate: string, reading: ReadProbing, ports: TrialPorts): Promise<WritesTried> {
  const { server, cleaner, baseUrl, partnerUrl, lock, confirm } = ports;
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
    const probe = new WriteProbe(server, scope, found, locking.state);
    const trial = new WriteTrial(probe, plate, server.settings, isBlind ? undefined : await probe.rows());
    return { kind: "tried", ...(await runTrial(probe, trial, cleaner)) };
  } finally {
    await locking.state.release();
  }
}

async function runTrial(
  probe: WriteProbe,
  trial: WriteTrial,
  cleaner: ServerUnderTest<FleetApi>,
): Promise<WriteProbing> {
  const broken = await trial.run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  if (broken && !probe.hasWritten) throw broken;
  if (broken) trial.findings.push(saidOf("the rest", ["not known", `stopped early: ${broken.message}`]));
  const leftBehind = await trial.leave(cleaner);
  if (broken && leftBehind.length === 0 && !isForeign(broken)) throw broken;
  return { findings: withoutAmbiguousMasks(trial.findings), leftBehind };
}

// What a server, a disk or an interrupt does; anything else is a defect.
function isForeign(error: Error): boolean {
  return error instanceof InterfaceError || error instanceof StateError || error.message === "interrupted";
}
