import { createHash } from "node:crypto";
import type { DesiredState } from "../allowlist/index.ts";

/** A SHA-256 over the contents of the desired files, whatever their names and order: any edit makes another digest. */
export function desiredDigest(desired: DesiredState): string {
  const digests = desired.files.map(({ sha256 }) => sha256).sort();
  return createHash("sha256").update(digests.join("\n")).digest("hex");
}
