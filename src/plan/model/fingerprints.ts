import { createHash } from "node:crypto";
import { byCodeUnit, type DesiredState, type Mode, type PlateKey, type Scope } from "../../allowlist/index.ts";
import type { PlannedChange, Target, WholePlan } from "./plan.ts";

const FINGERPRINT_DIGITS = 32;

/** Names of the host itself, as the URL standard writes them. */
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["localhost", "localhost.", "[::1]"]);

/**
 * The target of a run: its addresses and mode. Credentials are left out, so that a read-only client may plan what another one
 * applies; and the names of this host are one, so that limits over several runs hold whichever is written.
 */
export function targetOf(baseUrl: URL, partnerUrl: URL, mode: Mode): Target {
  const identity = JSON.stringify([identityOf(baseUrl), identityOf(partnerUrl), mode]);
  return {
    baseUrl: baseUrl.href.replace(/\/$/, ""),
    fingerprint: createHash("sha256").update(identity).digest("hex").slice(0, FINGERPRINT_DIGITS),
  };
}

/** Whether two addresses of a target are one, however they are written. */
export function isSameAddress(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && identityOf(new URL(one)) === identityOf(new URL(other));
}

function identityOf(address: URL): string {
  const url = new URL(address);
  if (LOOPBACK_NAMES.has(url.hostname)) url.hostname = "127.0.0.1";
  return url.href;
}

/** A SHA-256 over the contents of the desired files, whatever their names and order: any edit makes another digest. */
export function desiredDigest(desired: DesiredState): string {
  const digests = desired.files.map(({ sha256 }) => sha256).sort();
  return createHash("sha256").update(digests.join("\n")).digest("hex");
}

/** What two plans must agree on for one change of theirs to be the same. */
export function changeIdentity(scope: Scope, { action, licenseNumber, parkingUser, features }: PlannedChange): string {
  return JSON.stringify([scope, action, licenseNumber, parkingUser, features?.from, features?.to]);
}

/** The changes of a plan that was approved, each by its identity. */
export function changesByIdentity(scopes: WholePlan["scopes"]): ReadonlyMap<string, PlannedChange> {
  return new Map(
    scopes.flatMap(({ scope, changes }) => changes.map((change) => [changeIdentity(scope, change), change] as const)),
  );
}

interface Car {
  readonly plateKey: PlateKey;
  readonly licenseNumber: string;
}

/** A copy ordered by plate key; rows of one car by their spelling. */
export function sortByPlate<Item extends Car>(items: readonly Item[]): Item[] {
  return [...items].sort(
    (left, right) => byCodeUnit(left.plateKey, right.plateKey) || byCodeUnit(left.licenseNumber, right.licenseNumber),
  );
}
