import { type InterfaceSettings, type PlateRules, plateKeyOf, quoted } from "../../allowlist/index.ts";
import { type CarRow, InterfaceError } from "../../run/ports/index.ts";
import { StateError } from "../../state/index.ts";
import { type ProbeFinding, type Said, saidOf } from "./server-under-test.ts";
import { cleanUp, newSimilarPlate, type ProbeContext, type ProbeProgress } from "./test-plate.ts";
import { refusalFinding, tryDeletes, withoutAmbiguousMasks } from "./try-delete.ts";
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

/** Probes of writes to one list. */
export interface WriteProbes {
  readonly findings: ProbeFinding[];
  run(): Promise<void>;
  /** Takes away what the probes left, however they ended; says what stays. */
  leave(): Promise<{ readonly leftBehind: readonly string[]; readonly said: Said }>;
}

/** Runs probes to their end, and has them leave the list as it was. */
export async function runProbes({ hasWritten }: WriteProbe, probes: WriteProbes): Promise<WriteProbing> {
  const broken = await probes.run().then(() => undefined, asError);
  if (broken && !hasWritten()) throw broken;
  if (broken) probes.findings.push(saidOf("the rest", ["not known", `stopped early: ${broken.message}`]));
  const { leftBehind, said } = await probes.leave();
  if (broken && leftBehind.length === 0 && !isForeign(broken)) throw broken;
  return { findings: [...withoutAmbiguousMasks(probes.findings), saidOf("left behind", said)], leftBehind };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

// What a server, a disk or an interrupt does; anything else is a defect.
function isForeign(error: Error): boolean {
  return error instanceof InterfaceError || error instanceof StateError || error.message === "interrupted";
}

/** Adds and deletes a test plate, and leaves the list as it was, however the probes end. No interrupt stops `cleaner`. */
export async function probeWrites(
  writeProbe: WriteProbe,
  plate: string,
  rules: ProbeRules,
  cleaner: WriteProbe,
): Promise<WriteProbing> {
  const ground: ProbeContext = { plate, usual: rules, before: await writeProbe.rows() };
  const progress: ProbeProgress = { findings: [], deletes: "untried" };
  return runProbes(writeProbe, {
    findings: progress.findings,
    run: () => probeEach(writeProbe, ground, rules, progress),
    async leave() {
      try {
        const leftBehind = await cleanUp(cleaner, ground, progress);
        if (leftBehind.length === 0) return { leftBehind, said: ["holds", "nothing"] };
        return { leftBehind, said: ["trouble", leftBehind.map(quoted).join(" ")] };
      } catch (error) {
        const found = `perhaps ${quoted(plate)}, for nobody could look: ${asError(error).message}`;
        return { leftBehind: [plate], said: ["trouble", found] };
      }
    },
  });
}

async function probeEach(
  writeProbe: WriteProbe,
  { plate, usual, before }: ProbeContext,
  rules: ProbeRules,
  progress: ProbeProgress,
): Promise<void> {
  const say = (probe: string, said: Said) => progress.findings.push(saidOf(probe, said));
  const answer = await writeProbe.add([plainRow(plate)]);
  if (answer.kind === "failure" || answer.kind === "refused") {
    say("add", ["trouble", `the plate is not taken: ${answerText(answer)}`]);
    return;
  }
  const shown = await writeProbe.until((rows) => newSimilarPlate(before, rows, plate).length > 0);
  const [row] = newSimilarPlate(before, shown.rows, plate);
  if (!row) {
    // It may show itself later, so it is deleted without having been seen.
    if (usual[deleteSetting(writeProbe.scope)] !== false) await writeProbe.remove(plate, {});
    say("add", ["trouble", "confirmed, and the car did not appear on the list"]);
    return;
  }
  const { licenseNumber } = row;
  say("add", ["holds", `answered ${answerText(answer)}, ${lagInWords(shown.took)}`]);
  say("spelling", spellingFinding(plate, licenseNumber, rules));
  say("duplicate add", await probeDuplicate(writeProbe, row, rules));
  progress.deletes = "trying";
  const { said, settings } = await tryDeletes(writeProbe, licenseNumber, usual, shown.rows);
  progress.deletes = settings ?? "none";
  say("delete", said);
  if (settings === undefined) return;
  const again = await writeProbe.remove(licenseNumber, settings);
  const about = { plate: licenseNumber, scope: writeProbe.scope };
  say("absent delete", refusalFinding("notListed", again, about, rules.failures));
}

async function probeDuplicate(writeProbe: WriteProbe, { licenseNumber }: CarRow, rules: ProbeRules): Promise<Said> {
  const isGlobal = deleteSetting(writeProbe.scope) === "globalDelete";
  const answer = await writeProbe.add([plainRow(licenseNumber, isGlobal ? PROBE_FEATURES : [])]);
  const about = { plate: licenseNumber, scope: writeProbe.scope };
  if (answer.kind !== "taken" || !isGlobal) return refusalFinding("alreadyListed", answer, about, rules.failures);
  const rows = await writeProbe.readAfterWrite();
  if (rows.get(licenseNumber)?.features.join() === PROBE_FEATURES.join())
    return ["holds", "the new features are taken over"];
  return ["differs", "confirmed, and the features stay: updates will end as rejected"];
}

function spellingFinding(sent: string, stored: string, rules: PlateRules): Said {
  if (sent === stored) return ["holds", `${quoted(sent)} is kept as sent`];
  const plateKey = plateKeyOf(sent, rules);
  const isSame = plateKey !== undefined && plateKey === plateKeyOf(stored, rules);
  const found = `${quoted(sent)} became ${quoted(stored)}`;
  return isSame ? ["holds", `${found}, which is the same plate`] : ["trouble", `${found}, which is another plate`];
}

function lagInWords(milliseconds: number): string {
  return milliseconds < AT_ONCE_MS ? "seen at once" : `seen after ${(milliseconds / 1000).toFixed(1)} s`;
}
