import { createHash } from "node:crypto";
import type { DesiredState, Mode } from "../allowlist/index.ts";
import type { Target } from "./plan.ts";

const FINGERPRINT_DIGITS = 32;

/** The target of a run: its addresses and mode. Credentials are left out, so that a read-only client may plan what another one applies. */
export function targetOf(baseUrl: URL, partnerUrl: URL, mode: Mode): Target {
  const identity = JSON.stringify([baseUrl.href, partnerUrl.href, mode]);
  return {
    baseUrl: baseUrl.href.replace(/\/$/, ""),
    fingerprint: createHash("sha256").update(identity).digest("hex").slice(0, FINGERPRINT_DIGITS),
  };
}

/** A SHA-256 over the contents of the desired files, whatever their names and order: any edit makes another digest. */
export function desiredDigest(desired: DesiredState): string {
  const digests = desired.files.map(({ sha256 }) => sha256).sort();
  return createHash("sha256").update(digests.join("\n")).digest("hex");
}
