import type { LiveEntry, PlateKey } from "../allowlist/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { Ledger, LedgerItem } from "./ledger.ts";
import { doubt } from "./read-back.ts";
import { respellings } from "./respelled.ts";
import type { WriteState } from "./write-pending.ts";

const ADVICE = {
  add: "the base address may point to something that is not the fleet interface",
  detach: "the parameter that names the car may be another one here, see interface.userCarParam",
  delete: "the delete parameter may have another name here, see interface.globalDelete and interface.accountDelete",
} as const;

/**
 * Judges cars that the server confirmed and that the settle time did not show as done. A batch of which a part was done
 * was cut short by the server: it is sent again in smaller ones. Where nothing was done at all the batches count against
 * the server, and two of them end the run.
 */
export function judgeIdle(ledger: Ledger, state: WriteState, run: ApplyRun): void {
  if (run.interrupted) doubt(ledger, "the run was interrupted");
  const missing = ledger.items("acknowledged");
  if (missing.length === 0) return;
  const done = new Map<number, number>();
  for (const { batch } of ledger.items("verified"))
    if (batch !== undefined) done.set(batch, (done.get(batch) ?? 0) + 1);
  const spellings = ledger.action === "add" ? respelled(ledger, missing, run) : new Map<PlateKey, LiveEntry>();
  const idle = new Set<number>();
  for (const item of missing) {
    const { licenseNumber } = item.change;
    const twin = spellings.get(item.plateKey);
    const doneBeside = item.batch === undefined ? 0 : (done.get(item.batch) ?? 0);
    if (twin) {
      const error = `the server seems to keep it as ${JSON.stringify(twin.licenseNumber)}`;
      ledger.mark(licenseNumber, "rejected", { error, vanished: true });
    } else if (item.change.action === "update") {
      ledger.mark(licenseNumber, "rejected", { error: "the server confirmed the features and did not change them" });
    } else {
      if (doneBeside > 0) state.limits = { ...state.limits, cars: Math.min(state.limits.cars, doneBeside) };
      else if (item.batch !== undefined) idle.add(item.batch);
      sendAgain(ledger, item);
    }
  }
  // A server that has done something for this list does not merely nod.
  if (done.size === 0) for (const _ of idle) run.countIdle(ADVICE[ledger.action]);
}

function sendAgain(ledger: Ledger, { change }: LedgerItem): void {
  const { licenseNumber } = change;
  const error = `the server confirmed it and ${ledger.action === "add" ? "does not list it" : "still lists it"}`;
  if (ledger.mayTryAgain(licenseNumber)) ledger.requeue(licenseNumber, "rejected", error);
  else ledger.mark(licenseNumber, "rejected", { error, vanished: true });
}

// Rows that nobody planned may be our cars: those that were not there before, and those that the plan would delete.
function respelled(ledger: Ledger, missing: readonly LedgerItem[], run: ApplyRun): ReadonlyMap<PlateKey, LiveEntry> {
  const before = run.liveBefore(ledger.scope);
  const now = run.lastLive.get(ledger.scope);
  if (!now || !before) return new Map();
  const planned = new Set(ledger.items().map(({ plateKey }) => plateKey));
  const doomed = run.doomed(ledger.scope);
  const strangers = [...now.entries.values()].filter(
    ({ plateKey }) => !planned.has(plateKey) && (!before.entries.has(plateKey) || doomed.has(plateKey)),
  );
  const keys = missing.map(({ plateKey }) => plateKey);
  return strangers.length === 0 ? new Map() : respellings(keys, strangers);
}
