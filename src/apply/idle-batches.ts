import { correctionPairs } from "../plan/index.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { Ledger, LedgerItem } from "./ledger.ts";
import type { WriteState } from "./write-pending.ts";

const ADVICE = {
  add: "the base address may point to something that is not the fleet interface",
  delete: "the delete parameter may have another name here, see interface.globalDelete and interface.accountDelete",
} as const;

/** How many unexplained rows are looked at for our cars. */
const MOST_STRANGERS = 500;

/** Plates that share fewer characters than this are not taken for one another. */
const SHORTEST_PART = 4;

/**
 * Judges cars that the server confirmed and that the settle time did not show as done. A batch of which a part was done
 * was cut short by the server: it is sent again in smaller ones. A batch of which nothing was done counts against the
 * server, and two of them end the run.
 */
export function judgeIdle(ledger: Ledger, state: WriteState, run: ApplyRun): void {
  const missing = ledger.items("acknowledged");
  if (missing.length === 0) return;
  const done = new Map<number, number>();
  for (const { batch } of ledger.items("verified"))
    if (batch !== undefined) done.set(batch, (done.get(batch) ?? 0) + 1);
  const spellings = respelled(ledger, missing, run);
  const idle = new Set<number>();
  for (const item of missing) {
    const { change, batch } = item;
    const spelling = spellings.get(item.plateKey);
    const doneBeside = batch === undefined ? 0 : (done.get(batch) ?? 0);
    if (spelling !== undefined) {
      ledger.mark(change.licenseNumber, "rejected", {
        error: `the server seems to keep it as ${JSON.stringify(spelling)}`,
      });
    } else if (change.action === "update") {
      ledger.mark(change.licenseNumber, "rejected", {
        error: "the server confirmed the features and did not change them",
      });
    } else if (doneBeside > 0) {
      state.limits = { ...state.limits, cars: Math.min(state.limits.cars, doneBeside) };
      sendAgain(ledger, item);
    } else {
      if (batch !== undefined) idle.add(batch);
      sendAgain(ledger, item);
    }
  }
  for (const _ of idle) run.countIdle(ADVICE[ledger.action]);
}

function sendAgain(ledger: Ledger, { change }: LedgerItem): void {
  const { licenseNumber } = change;
  const error = `the server confirmed it and ${ledger.action === "add" ? "does not list it" : "still lists it"}`;
  if (ledger.mayTryAgain(licenseNumber)) ledger.requeue(licenseNumber, "rejected", error);
  else ledger.mark(licenseNumber, "rejected", { error });
}

// Rows that nobody planned and that were not there before may be our cars under the server's own spelling.
function respelled(ledger: Ledger, missing: readonly LedgerItem[], run: ApplyRun): ReadonlyMap<string, string> {
  const before = run.liveBefore(ledger.scope);
  const now = run.lastLive.get(ledger.scope);
  if (ledger.action === "delete" || !now || !before) return new Map();
  const planned = new Set(ledger.items().map(({ plateKey }) => plateKey));
  const strangers = [...now.entries.values()]
    .filter(({ plateKey }) => !before.entries.has(plateKey) && !planned.has(plateKey))
    .slice(0, MOST_STRANGERS);
  if (strangers.length === 0) return new Map();
  const close = correctionPairs(
    missing.map(({ plateKey }) => plateKey),
    strangers.map(({ plateKey }) => plateKey),
  );
  return new Map(
    missing.flatMap(({ plateKey }) => {
      const twin = strangers.find((row) => row.plateKey === close.get(plateKey) || contains(row.plateKey, plateKey));
      return twin ? [[plateKey, twin.licenseNumber] as const] : [];
    }),
  );
}

// A plate that was cut short, or given a country prefix.
function contains(left: string, right: string): boolean {
  return Math.min(left.length, right.length) >= SHORTEST_PART && (left.includes(right) || right.includes(left));
}
