import { createHash } from "node:crypto";
import type { Mode } from "../allowlist/index.ts";
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
