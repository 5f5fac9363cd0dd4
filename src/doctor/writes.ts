import {
  type DeleteParameter,
  type InterfaceSettings,
  type PlateRules,
  quoted,
  readPlate,
} from "../allowlist/index.ts";
import { type CarRow, InterfaceError } from "../ports/index.ts";
import { StateError } from "../state/index.ts";
import type { ProbeFinding } from "./server-under-test.ts";
import { cleanUp, newSimilarPlate, type ProbeContext, type ProbeProgress } from "./test-plate.ts";
import { absentFinding, tryDeletes, withoutAmbiguousMasks, wordsFinding } from "./try-delete.ts";
import { answerText, deleteSetting, plainRow, type WriteProbe } from "./write-probe.ts";

/** What write probes found out, and the plates that they could not take away again. */
export interface WriteProbing {
  readonly findings: readonly ProbeFinding[];
  readonly leftBehind: readonly string[];
}

/** A write that shows itself sooner is seen at once, milliseconds. */
const AT_ONCE_MS = 200;
const PROBE_FEATURES = ["LEASING"];

/** The settings that writes are probed under. */
export type ProbeRules = ProbeContext["usual"] & PlateRules & Pick<InterfaceSettings, "failures">;

/** Adds and deletes a test plate, and leaves the list as it was, however the probes end. No interrupt stops `cleaner`. */
export async function probeWrites(
  writeProbe: WriteProbe,
  plate: string,
  rules: ProbeRules,
  cleaner: WriteProbe,
): Promise<WriteProbing> {
  const ground: ProbeContext = { plate, usual: rules, before: await writeProbe.rows() };
  const progress: ProbeProgress = { findings: [], deletes: "untried" };
  const broken = await probeEach(writeProbe, ground, rules, progress).catch((error: unknown) => asError(error));
  if (broken && !writeProbe.hasWritten()) throw broken;
  if (broken)
    progress.findings.push({ probe: "the rest", verdict: "not known", found: `stopped early: ${broken.message}` });
  const { leftBehind, finding } = await leave(cleaner, ground, progress);
  if (broken && leftBehind.length === 0 && !isForeign(broken)) throw broken;
  return { findings: [...withoutAmbiguousMasks(progress.findings), finding], leftBehind };
}

async function leave(
  cleaner: WriteProbe,
  ground: ProbeContext,
  progress: ProbeProgress,
): Promise<{ readonly leftBehind: readonly string[]; readonly finding: ProbeFinding }> {
  const probe = "left behind";
  try {
    const leftBehind = await cleanUp(cleaner, ground, progress);
    if (leftBehind.length === 0) return { leftBehind, finding: { probe, verdict: "holds", found: "nothing" } };
    return { leftBehind, finding: { probe, verdict: "trouble", found: leftBehind.map(quoted).join(" ") } };
  } catch (error) {
    const found = `perhaps ${quoted(ground.plate)}, for nobody could look: ${asError(error).message}`;
    return { leftBehind: [ground.plate], finding: { probe, verdict: "trouble", found } };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

// What a server, a disk or an interrupt does; anything else is a defect.
function isForeign(error: Error): boolean {
  return error instanceof InterfaceError || error instanceof StateError || error.message === "interrupted";
}

async function probeEach(
  writeProbe: WriteProbe,
  { plate, usual, before }: ProbeContext,
  rules: ProbeRules,
  progress: ProbeProgress,
): Promise<undefined> {
  const { findings } = progress;
  const answer = await writeProbe.add([plainRow(plate)]);
  if (answer.kind === "failure" || answer.kind === "refused") {
    findings.push({ probe: "add", verdict: "trouble", found: `the plate is not taken: ${answerText(answer)}` });
    return;
  }
  const shown = await writeProbe.until((rows) => newSimilarPlate(before, rows, plate).length > 0);
  const [row] = newSimilarPlate(before, shown.rows, plate);
  if (!row) {
    findings.push(await neverSeen(writeProbe, plate, usual));
    return;
  }
  findings.push({ probe: "add", verdict: "holds", found: `answered ${answerText(answer)}, ${lagInWords(shown.took)}` });
  findings.push(spellingFinding(plate, row.licenseNumber, rules));
  findings.push(await probeDuplicate(writeProbe, row, rules));
  progress.deletes = "trying";
  const deleting = { usual: usual[deleteSetting(writeProbe.scope)], before: shown.rows };
  const removal = await tryDeletes(writeProbe, row.licenseNumber, deleting);
  progress.deletes = removal.settings ?? "none";
  findings.push(removal.finding);
  if (removal.settings === undefined) return;
  const again = await writeProbe.remove(row.licenseNumber, removal.settings);
  findings.push(absentFinding(again, { plate: row.licenseNumber, scope: writeProbe.scope }, rules.failures));
}

// Confirmed, and not to be seen: it may show itself later, so it is deleted without having been seen.
async function neverSeen(
  writeProbe: WriteProbe,
  plate: string,
  usual: Pick<InterfaceSettings, "globalDelete" | "accountDelete">,
): Promise<ProbeFinding> {
  const parameter: DeleteParameter | false = usual[deleteSetting(writeProbe.scope)];
  if (parameter !== false) await writeProbe.remove(plate, {});
  return { probe: "add", verdict: "trouble", found: "confirmed, and the car did not appear on the list" };
}

async function probeDuplicate(writeProbe: WriteProbe, row: CarRow, rules: ProbeRules): Promise<ProbeFinding> {
  const probe = "duplicate add";
  const isGlobal = deleteSetting(writeProbe.scope) === "globalDelete";
  const answer = await writeProbe.add([plainRow(row.licenseNumber, isGlobal ? PROBE_FEATURES : [])]);
  const about = { plate: row.licenseNumber, scope: writeProbe.scope };
  if (answer.kind === "failure")
    return wordsFinding("alreadyListed", { probe, words: answer.text }, about, rules.failures);
  if (answer.kind !== "taken") return { probe, verdict: "differs", found: `${answer.kind}: ${answer.text}` };
  if (!isGlobal) return { probe, verdict: "holds", found: "confirmed" };
  const rows = await writeProbe.readAfterWrite();
  if (rows.get(row.licenseNumber)?.features.join() === PROBE_FEATURES.join())
    return { probe, verdict: "holds", found: "the new features are taken over" };
  return { probe, verdict: "differs", found: "confirmed, and the features stay: updates will end as rejected" };
}

function spellingFinding(sent: string, stored: string, rules: PlateRules): ProbeFinding {
  const probe = "spelling";
  if (sent === stored) return { probe, verdict: "holds", found: `${quoted(sent)} is kept as sent` };
  const [one, other] = [readPlate(sent, rules), readPlate(stored, rules)];
  const isSame = one.kind === "plate" && other.kind === "plate" && one.plateKey === other.plateKey;
  const found = `${quoted(sent)} became ${quoted(stored)}`;
  if (isSame) return { probe, verdict: "holds", found: `${found}, which is the same plate` };
  return { probe, verdict: "trouble", found: `${found}, which is another plate` };
}

function lagInWords(milliseconds: number): string {
  return milliseconds < AT_ONCE_MS ? "seen at once" : `seen after ${(milliseconds / 1000).toFixed(1)} s`;
}
