import { type DeleteParameter, type InterfaceSettings, type PlateRules, readPlate } from "../../allowlist/index.ts";
import type { CarRow } from "../../ports.ts";
import { type Answer, type Bench, deleteSetting, plainRow, type Rows } from "./bench.ts";
import type { Finding } from "./finding.ts";
import { isKin, spelledOtherwise } from "./kin.ts";
import { tryDeletes } from "./try-delete.ts";

/** What write probes found out, and the plates that they could not take away again. */
export interface WriteProbing {
  readonly findings: readonly Finding[];
  readonly leftBehind: readonly string[];
}

/** A write that shows itself after so many milliseconds is waited for so many times longer when it might not at all. */
const PATIENCE_FACTOR = 4;
const LEAST_PATIENCE_MS = 200;
const PROBE_FEATURES = ["LEASING"];

/** Adds and deletes a throw-away plate, and leaves the list as it was as far as the server lets it. */
export async function probeWrites(
  bench: Bench,
  plate: string,
  usual: Pick<InterfaceSettings, "globalDelete" | "accountDelete"> & PlateRules,
): Promise<WriteProbing> {
  const before = await bench.rows();
  const findings = await probeEach(bench, plate, usual, before);
  const leftBehind = newKin(before, await bench.rows(), plate).map(({ licenseNumber }) => licenseNumber);
  const end: Finding =
    leftBehind.length === 0
      ? { probe: "left behind", verdict: "holds", found: "nothing" }
      : { probe: "left behind", verdict: "trouble", found: leftBehind.join(" ") };
  return { findings: [...findings, end], leftBehind };
}

async function probeEach(
  bench: Bench,
  plate: string,
  usual: Pick<InterfaceSettings, "globalDelete" | "accountDelete"> & PlateRules,
  before: Rows,
): Promise<readonly Finding[]> {
  const answer = await bench.add([plainRow(plate)]);
  if (answer.kind === "failure" || answer.kind === "refused") {
    return [{ probe: "add", verdict: "trouble", found: `the plate is not taken: ${answer.text}` }];
  }
  const shown = await bench.until((rows) => newKin(before, rows, plate).length > 0);
  const [row] = newKin(before, shown.rows, plate);
  if (!row) return [await neverSeen(bench, plate, usual)];
  const patience = Math.max(LEAST_PATIENCE_MS, shown.took * PATIENCE_FACTOR);
  const added: Finding = {
    probe: "add",
    verdict: "holds",
    found: `answered ${answer.text}, ${lagInWords(shown.took)}`,
  };
  const kept = spellingFinding("spelling", plate, row.licenseNumber, usual);
  const again = await probeDuplicate(bench, row, patience);
  const removal = await tryDeletes(bench, row.licenseNumber, usual[deleteSetting(bench.scope)], patience);
  if (removal.settings === undefined) return [added, kept, again, removal.finding];
  const absent = absentFinding(await bench.remove(row.licenseNumber, removal.settings));
  const variant = await probeVariant(bench, plate, usual, removal.settings, patience);
  return [added, kept, again, removal.finding, absent, variant];
}

// Confirmed, and not to be seen: it may show itself later, so it is deleted without having been seen.
async function neverSeen(
  bench: Bench,
  plate: string,
  usual: Pick<InterfaceSettings, "globalDelete" | "accountDelete">,
): Promise<Finding> {
  const parameter: DeleteParameter | false = usual[deleteSetting(bench.scope)];
  if (parameter !== false) await bench.remove(plate, {});
  return { probe: "add", verdict: "trouble", found: "confirmed, and the car did not appear on the list" };
}

async function probeDuplicate(bench: Bench, row: CarRow, patience: number): Promise<Finding> {
  const probe = "duplicate add";
  const isGlobal = deleteSetting(bench.scope) === "globalDelete";
  const answer = await bench.add([plainRow(row.licenseNumber, isGlobal ? PROBE_FEATURES : [])]);
  if (answer.kind !== "taken") return { probe, verdict: "differs", found: `${answer.kind}: ${answer.text}` };
  if (!isGlobal) return { probe, verdict: "holds", found: "confirmed" };
  const { isSo } = await bench.until(
    (rows) => rows.get(row.licenseNumber)?.features.join() === PROBE_FEATURES.join(),
    patience,
  );
  if (isSo) return { probe, verdict: "holds", found: "the new features are taken over" };
  return { probe, verdict: "differs", found: "confirmed, and the features stay: updates will end as rejected" };
}

function absentFinding({ kind, text }: Answer): Finding {
  const probe = "absent delete";
  if (kind === "taken") return { probe, verdict: "holds", found: `confirmed with ${text}` };
  return { probe, verdict: "differs", found: `${kind}: ${text}` };
}

async function probeVariant(
  bench: Bench,
  plate: string,
  rules: PlateRules,
  deleting: Partial<InterfaceSettings>,
  patience: number,
): Promise<Finding> {
  const probe = "normalisation";
  const variant = spelledOtherwise(plate, rules);
  if (variant === undefined)
    return { probe, verdict: "not known", found: "the plate is too short or too long to tell" };
  const before = await bench.rows();
  const answer = await bench.add([plainRow(variant)]);
  if (answer.kind === "failure" || answer.kind === "refused")
    return {
      probe,
      verdict: "differs",
      found: `${variant} is not taken: ${answer.text}. Write plates without separators`,
    };
  const { rows } = await bench.until((now) => newKin(before, now, plate).length > 0);
  const [row] = newKin(before, rows, plate);
  if (!row) return { probe, verdict: "trouble", found: `${variant} was confirmed, and did not appear on the list` };
  await bench.remove(row.licenseNumber, deleting);
  await bench.until((now) => !now.has(row.licenseNumber), patience);
  return spellingFinding(probe, variant, row.licenseNumber, rules);
}

function spellingFinding(probe: string, sent: string, stored: string, rules: PlateRules): Finding {
  if (sent === stored) return { probe, verdict: "holds", found: `${sent} is kept as sent` };
  const [one, other] = [readPlate(sent, rules), readPlate(stored, rules)];
  const isSame = one.kind === "plate" && other.kind === "plate" && one.plateKey === other.plateKey;
  const found = `${sent} became ${stored}`;
  if (isSame) return { probe, verdict: "holds", found: `${found}, which is the same plate` };
  return { probe, verdict: "trouble", found: `${found}, which is another plate` };
}

function newKin(before: Rows, rows: Rows, plate: string): readonly CarRow[] {
  return [...rows.values()].filter(({ licenseNumber }) => !before.has(licenseNumber) && isKin(licenseNumber, plate));
}

function lagInWords(milliseconds: number): string {
  return milliseconds < LEAST_PATIENCE_MS ? "seen at once" : `seen after ${(milliseconds / 1000).toFixed(1)} s`;
}
