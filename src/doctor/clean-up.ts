import type { InterfaceSettings } from "../allowlist/index.ts";
import type { ProbeFinding } from "./finding.ts";
import { newSimilarPlate } from "./test-plate.ts";
import { restoreLost, tryDeletes } from "./try-delete.ts";
import { deleteSetting, type Rows, type WriteProbe } from "./write-probe.ts";

/** How far write probes came: what they found out, and what is known of deletes. */
export interface ProbeProgress {
  readonly findings: ProbeFinding[];
  /** `trying`: one was sent, and nobody has looked yet what it did; `none`: no way to delete works. */
  deletes: "untried" | "trying" | "none" | Partial<InterfaceSettings>;
}

/** What write probes work with and on. */
export interface ProbeContext {
  readonly plate: string;
  readonly usual: Pick<InterfaceSettings, "globalDelete" | "accountDelete">;
  /** The list as it was. */
  readonly before: Rows;
}

/** Removes what probes that stopped early left behind, as far as deletes are known to be safe; gives the plates that stay. */
export async function cleanUp(
  probe: WriteProbe,
  { plate, usual, before }: ProbeContext,
  progress: ProbeProgress,
): Promise<readonly string[]> {
  // What was added last may show itself late.
  const late = probe.pending();
  const { rows } = await probe.until(
    (now) => newSimilarPlate(before, now, plate).length > 0,
    late === undefined ? 0 : undefined,
  );
  const lost = [...before.keys()].filter((licenseNumber) => !rows.has(licenseNumber));
  if (progress.deletes === "trying" && lost.length > 0) {
    progress.deletes = "none";
    progress.findings.push(await restoreLost(probe, lost, before, "the delete"));
  }
  const seen = newSimilarPlate(before, rows, plate);
  for (const { licenseNumber } of seen) await takeAway(probe, licenseNumber, { usual, rows }, progress);
  if (seen.length === 0 && late !== undefined && progress.deletes !== "none") {
    await probe.remove(late, typeof progress.deletes === "object" ? progress.deletes : {});
  }
  if (seen.length === 0 && late === undefined) return [];
  return newSimilarPlate(before, await probe.rows(), plate).map(({ licenseNumber }) => licenseNumber);
}

async function takeAway(
  probe: WriteProbe,
  licenseNumber: string,
  { usual, rows }: Pick<ProbeContext, "usual"> & { readonly rows: Rows },
  progress: ProbeProgress,
): Promise<void> {
  const { deletes } = progress;
  if (deletes === "none") return;
  if (typeof deletes === "object") {
    await probe.remove(licenseNumber, deletes);
    await probe.until((rows) => !rows.has(licenseNumber));
    return;
  }
  const { finding, settings } = await tryDeletes(probe, licenseNumber, {
    usual: usual[deleteSetting(probe.scope)],
    before: rows,
  });
  progress.findings.push(finding);
  progress.deletes = settings ?? "none";
}
