import { parse as parseCsv } from "csv-parse/sync";
import { dayFromToday, record, user } from "./audit-world.ts";
import { commit, git, type Place, placeWith } from "./harness.ts";

type SandboxRecord = ReturnType<typeof record>;
/** A row of a file of claims. */
export type ClaimCells = Record<string, string>;

/** The days that are looked at, and what claims rest on: commits are all that these worlds have. */
export const RANGE = ["--from", dayFromToday(-20), "--to", dayFromToday(0), "--claims-from", "git"];
/** The last day of the cars that left. */
export const UNTIL = dayFromToday(-6);
/** A policy without the rules that every small world would break. */
export const QUIET = "policy: { audit: { idle: off, never-in-fleet: off, fleet-not-allowed: off } }\n";
/** Cars that left on the day `UNTIL`. */
const GONE = ["SOLD1", "0123", "1E51234", "DEC 12"];
const gone = GONE.map((plate) => `{ licenseNumber: "${plate}", validUntil: ${UNTIL} }`).join(", ");
const FLEET = `version: 1\nmode: billing-account\naccounts: [{ baId: 4711, cars: [AB1, ${gone}] }]\n${QUIET}`;

/** A record of a parking operator's. */
export function billedBy(operatorName: string, { parking, ...rest }: SandboxRecord): SandboxRecord {
  return { ...rest, parking: { ...parking, operatorName, operatorVatNumber: "DK-12345678" } };
}

/** An account of one car, with these records, and a fleet that some cars left. */
export async function world(billing: readonly SandboxRecord[], fleet = FLEET): Promise<Place> {
  const sorted = [...billing].sort((left, right) => (left.startDate < right.startDate ? -1 : 1));
  const users = [user("1", "ACTIVE"), user("11", "ACTIVE", "AB1")];
  const here = await placeWith(fleet, { accounts: [{ baId: "4711", cars: ["AB1"], users, billing: sorted }] });
  git(here, "init", "-q", "-b", "main");
  commit(here, "the fleet", dayFromToday(-30));
  return here;
}

/** The rows of a file of claims as CSV. */
export function claimsIn(here: Place, name = "claims.csv"): ClaimCells[] {
  return parseCsv<ClaimCells>(here.read(name), { columns: true, record_delimiter: "\r\n" });
}

/** A record of a car on a day after those of the fleet. */
export const sold = (id: number, plate: string, more: Parameters<typeof record>[2] = {}) =>
  record(id, plate, { day: dayFromToday(-3), ...more });
