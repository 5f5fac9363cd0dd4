import { type DeleteParameter, type InterfaceSettings, quoted, type Scope } from "../allowlist/index.ts";
import type { FleetApi } from "../fleet-api/index.ts";
import { targetOf } from "../plan/index.ts";
import { InterfaceError } from "../ports/index.ts";
import type { LockHolder, Locking, StateView } from "../state/index.ts";
import type { ReadProbing } from "./probe-reads.ts";
import { type ProbeFinding, proposedSettings, type ServerUnderTest, sweepPorts } from "./server-under-test.ts";
import { reasonAgainstPlate } from "./test-plate.ts";
import { absentFinding, parametersAfter, parameterText, withoutAmbiguousMasks, wordsFinding } from "./try-delete.ts";
import {
  answerText,
  createWriteProbe,
  deleteSetting,
  plainRow,
  type WriteAnswer,
  type WriteProbe,
} from "./write-probe.ts";
import { probeWrites, type WriteProbing } from "./writes.ts";

/** What trying writes takes. */
export interface WriteTrial {
  readonly server: ServerUnderTest<FleetApi>;
  /** The same server for cleaning up; no interrupt stops it. */
  readonly cleaner: ServerUnderTest<FleetApi>;
  readonly baseUrl: URL;
  readonly partnerUrl: URL;
  /** Locks the state, which journals every write. */
  readonly lock: (view: StateView) => Promise<Locking>;
  /** Asks before the first write; whatever it rejects with ends the trial. `isBlind`: the list cannot be read. */
  readonly confirm: (scope: Scope, isBlind: boolean) => Promise<void>;
}

/** The result of trying writes, or why none was tried. */
export type WritesTried =
  | ({ readonly kind: "tried" } & WriteProbing)
  | { readonly kind: "no-list" }
  | { readonly kind: "plate-refused"; readonly reason: string }
  | { readonly kind: "locked"; readonly holder: LockHolder };

/**
 * Adds and deletes a plate that no car has, on the list that reading found, and leaves the list as it was. Rejects with an
 * `InterfaceError` or a `StateError` when that fails before the first write.
 */
export async function tryWrites(plate: string, reading: ReadProbing, trial: WriteTrial): Promise<WritesTried> {
  const { server, cleaner, baseUrl, partnerUrl, lock, confirm } = trial;
  const scope = reading.list ?? reading.unlisted;
  if (scope === undefined) return { kind: "no-list" };
  const found = proposedSettings(reading.findings);
  const { pageSize } = { ...server.settings, ...found };
  const isBlind = reading.list === undefined;
  const list = isBlind ? undefined : { scope, pageSize, ports: sweepPorts(server, found) };
  const reason = await reasonAgainstPlate(plate, { list, fleet: reading.fleet, rules: server.settings });
  if (reason !== undefined) return { kind: "plate-refused", reason };
  await confirm(scope, isBlind);
  const view = { target: targetOf(baseUrl, partnerUrl, reading.mode).fingerprint, rules: server.settings };
  const locking = await lock(view);
  if (locking.kind === "locked") return locking;
  try {
    const writeProbe = createWriteProbe(server, scope, found, locking.state);
    const cleaning = writeProbe.handOver(cleaner);
    const probing = isBlind
      ? await probeBlindWrites(writeProbe, plate, server.settings, cleaning)
      : await probeWrites(writeProbe, plate, server.settings, cleaning);
    return { kind: "tried", ...probing };
  } finally {
    await locking.state.release();
  }
}

type Usual = Pick<InterfaceSettings, "globalDelete" | "accountDelete" | "failures">;

/** What a delete that was answered as done did, as far as answers can tell. */
type Effect =
  /** The plate is gone, and the server saw its name: a second delete was answered in another way, or one without cars is refused. */
  | { readonly kind: "proven"; readonly second: WriteAnswer; readonly isAddedAgain: boolean }
  | { readonly kind: "nothing" }
  /** The server confirms whatever it is asked. */
  | { readonly kind: "unclear"; readonly second: WriteAnswer; readonly isAddedAgain: boolean };

/**
 * Adds and deletes a test plate on a list that cannot be read. Only the server's answers tell what happened: a car that is
 * added twice, or deleted twice, is refused by most servers. What they cannot tell is said to be not known.
 */
export async function probeBlindWrites(
  writeProbe: WriteProbe,
  plate: string,
  usual: Usual,
  cleaner: WriteProbe,
): Promise<WriteProbing> {
  const probes = new BlindProbes(writeProbe, plate, usual);
  const broken = await probes.run().catch((error: unknown) => error);
  const findings = [...withoutAmbiguousMasks(probes.findings)];
  if (broken !== undefined) {
    if (!writeProbe.hasWritten() || !isForeign(broken)) throw broken;
    findings.push({ probe: "the rest", verdict: "not known", found: `stopped early: ${broken.message}` });
  }
  const left = await probes.leave(cleaner);
  return { findings: [...findings, left.finding], leftBehind: left.isClean ? [] : [plate] };
}

// What a server or an interrupt does; anything else is a defect.
function isForeign(error: unknown): error is Error {
  return error instanceof InterfaceError || (error instanceof Error && error.message === "interrupted");
}

class BlindProbes {
  readonly findings: ProbeFinding[] = [];
  readonly #writeProbe: WriteProbe;
  readonly #plate: string;
  readonly #usual: Usual;
  #isListed: "no" | "yes" | "perhaps" = "no";
  #deleting: Partial<InterfaceSettings> = {};
  #isRefusedTwice = false;
  /** A delete whose cars the server did not see was refused: one that it confirms was seen. */
  #seesNames = false;

  constructor(writeProbe: WriteProbe, plate: string, usual: Usual) {
    this.#writeProbe = writeProbe;
    this.#plate = plate;
    this.#usual = usual;
  }

  async run(): Promise<undefined> {
    const first = await this.#add();
    if (first.kind !== "taken") {
      const found = `the plate is not taken: ${answerText(first)}`;
      this.findings.push({ probe: "add", verdict: "trouble", found });
      return;
    }
    this.findings.push({
      probe: "add",
      verdict: "holds",
      found: `answered ${answerText(first)}; whether it shows cannot be read`,
    });
    await this.#addTwice();
    await this.#findDelete();
  }

  async leave(cleaner: WriteProbe): Promise<{ readonly finding: ProbeFinding; readonly isClean: boolean }> {
    const probe = "left behind";
    if (this.#isListed !== "no") {
      const answer = await cleaner.remove(this.#plate, this.#deleting).catch(() => undefined);
      if (this.#isListed === "perhaps" || answer?.kind !== "taken") {
        const found = `perhaps ${quoted(this.#plate)}: look at the list where its operator shows it`;
        return { finding: { probe, verdict: "trouble", found }, isClean: false };
      }
    }
    return { finding: { probe, verdict: "holds", found: "nothing, as the server says" }, isClean: true };
  }

  async #add(): Promise<WriteAnswer> {
    const answer = await this.#writeProbe.add([plainRow(this.#plate)]);
    if (answer.kind === "taken") this.#isListed = "yes";
    if (answer.kind === "lost") this.#isListed = "perhaps";
    return answer;
  }

  async #addTwice(): Promise<void> {
    const probe = "duplicate add";
    const { kind, text } = await this.#add();
    this.#isRefusedTwice = kind === "failure" || kind === "refused";
    if (kind === "failure")
      this.findings.push(wordsFinding("alreadyListed", { probe, words: text }, this.#about, this.#usual.failures));
    else if (kind === "taken") this.findings.push({ probe, verdict: "holds", found: "confirmed" });
    else this.findings.push({ probe, verdict: "differs", found: `${kind}: ${text}` });
  }

  async #findDelete(): Promise<void> {
    const probe = "delete";
    const setting = deleteSetting(this.#writeProbe.scope);
    const usual = this.#usual[setting];
    const first: DeleteParameter = usual === false ? { in: "query", name: "ln" } : usual;
    let words = "";
    for (const parameter of parametersAfter(first)) {
      const settings = { [setting]: parameter };
      const answer = await this.#writeProbe.remove(this.#plate, settings);
      if (words === "") words = answerText(answer);
      if (answer.kind === "lost") this.#isListed = "perhaps";
      if (answer.kind === "refused") this.#seesNames = true;
      if (answer.kind !== "taken") continue;
      const effect = await this.#effectOf(settings);
      if (effect.kind === "nothing") continue;
      this.#deleting = settings;
      this.#isListed = effect.isAddedAgain ? "yes" : effect.kind === "proven" || this.#seesNames ? "no" : "perhaps";
      const found = `${parameterText(parameter)}, answered ${answerText(answer)}`;
      const isUsual = parameter === usual;
      this.findings.push(
        effect.kind === "proven"
          ? { probe, verdict: isUsual ? "holds" : "differs", found, ...(isUsual ? {} : { settings }) }
          : this.#unclear(found, isUsual ? undefined : settings),
      );
      this.findings.push(absentFinding(effect.second, this.#about, this.#usual.failures));
      return;
    }
    this.#isListed = "perhaps";
    const found = `${parameterText(first)} was answered ${words} and deleted nothing, and neither did other names`;
    this.findings.push({ probe, verdict: "trouble", found });
  }

  #unclear(what: string, settings: Partial<InterfaceSettings> | undefined): ProbeFinding {
    const found = this.#seesNames
      ? `${what}, and other names are refused; whether it is done cannot be told, for the server confirms whatever it is asked`
      : `${what}; the server confirms whatever it is asked, so nobody can tell from here what it deleted`;
    return { probe: "delete", verdict: "not known", found, ...(settings && { settings }) };
  }

  // The second delete of a plate that is gone shows how absent cars are answered; when it is confirmed, too, another add tells
  // whether the first one did anything.
  async #effectOf(settings: Partial<InterfaceSettings>): Promise<Effect> {
    const second = await this.#writeProbe.remove(this.#plate, settings);
    if (second.kind === "failure" || second.kind === "refused") return { kind: "proven", second, isAddedAgain: false };
    if (!this.#isRefusedTwice) return { kind: "unclear", second, isAddedAgain: false };
    const again = await this.#add();
    if (again.kind !== "taken") return { kind: "nothing" };
    return { kind: this.#seesNames ? "proven" : "unclear", second, isAddedAgain: true };
  }

  get #about(): { readonly plate: string; readonly scope: Scope } {
    return { plate: this.#plate, scope: this.#writeProbe.scope };
  }
}
