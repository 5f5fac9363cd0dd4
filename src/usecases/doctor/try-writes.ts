import { type InterfaceSettings, quoted, type Scope } from "../../allowlist/index.ts";
import type { FleetApi } from "../../fleet-api/index.ts";
import { targetOf } from "../../plan/index.ts";
import type { LockHolder, Locking, StateView } from "../../state/index.ts";
import type { ReadProbing } from "./probe-reads.ts";
import {
  type ProbeFinding,
  proposedSettings,
  type Said,
  type ServerUnderTest,
  saidOf,
  sweepPorts,
} from "./server-under-test.ts";
import { reasonAgainstPlate } from "./test-plate.ts";
import { type DeleteTrial, refusalFinding, type SentDelete, tryEachDelete } from "./try-delete.ts";
import { answerText, createWriteProbe, plainRow, type WriteAnswer, type WriteProbe } from "./write-probe.ts";
import { type ProbeRules, probeWrites, runProbes, type WriteProbes, type WriteProbing } from "./writes.ts";

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

/** What a delete that was answered as done did, as far as answers can tell; `second`: what one more delete was answered. */
interface Effect {
  /**
   * `proven`: the plate is gone, and the server saw its name: a second delete was answered in another way, or one without cars
   * is refused. `unclear`: the server confirms whatever it is asked.
   */
  readonly kind: "proven" | "unclear" | "nothing";
  readonly second: WriteAnswer;
  readonly isAddedAgain: boolean;
}

/**
 * Adds and deletes a test plate on a list that cannot be read. Only the server's answers tell what happened: a car that is
 * added twice, or deleted twice, is refused by most servers. What they cannot tell is said to be not known.
 */
export function probeBlindWrites(
  writeProbe: WriteProbe,
  plate: string,
  usual: ProbeRules,
  cleaner: WriteProbe,
): Promise<WriteProbing> {
  return runProbes(writeProbe, new BlindProbes(writeProbe, plate, usual, cleaner));
}

class BlindProbes implements WriteProbes {
  readonly findings: ProbeFinding[] = [];
  readonly #writeProbe: WriteProbe;
  readonly #cleaner: WriteProbe;
  readonly #plate: string;
  readonly #usual: ProbeRules;
  readonly #about: { readonly plate: string; readonly scope: Scope };
  #isListed: "no" | "yes" | "perhaps" = "no";
  #deleting: Partial<InterfaceSettings> = {};
  #isRefusedTwice = false;
  /** A delete whose cars the server did not see was refused: one that it confirms was seen. */
  #seesNames = false;

  constructor(writeProbe: WriteProbe, plate: string, usual: ProbeRules, cleaner: WriteProbe) {
    this.#writeProbe = writeProbe;
    this.#cleaner = cleaner;
    this.#plate = plate;
    this.#usual = usual;
    this.#about = { plate, scope: writeProbe.scope };
  }

  async run(): Promise<void> {
    const first = await this.#add();
    if (first.kind !== "taken") {
      this.#say("add", ["trouble", `the plate is not taken: ${answerText(first)}`]);
      return;
    }
    this.#say("add", ["holds", `answered ${answerText(first)}; whether it shows cannot be read`]);
    const twice = await this.#add();
    this.#isRefusedTwice = twice.kind === "failure" || twice.kind === "refused";
    this.#say("duplicate add", refusalFinding("alreadyListed", twice, this.#about, this.#usual.failures));
    const { said, settings, second } = await this.#findDelete();
    if (settings === undefined) this.#isListed = "perhaps";
    this.#say("delete", said);
    if (second) this.#say("absent delete", refusalFinding("notListed", second, this.#about, this.#usual.failures));
  }

  async leave(): Promise<{ readonly leftBehind: readonly string[]; readonly said: Said }> {
    if (this.#isListed !== "no") {
      const answer = await this.#cleaner.remove(this.#plate, this.#deleting).catch(() => undefined);
      if (this.#isListed === "perhaps" || answer?.kind !== "taken") {
        const found = `perhaps ${quoted(this.#plate)}: look at the list where its operator shows it`;
        return { leftBehind: [this.#plate], said: ["trouble", found] };
      }
    }
    return { leftBehind: [], said: ["holds", "nothing, as the server says"] };
  }

  #say(probe: string, said: Said): void {
    this.findings.push(saidOf(probe, said));
  }

  async #add(): Promise<WriteAnswer> {
    const answer = await this.#writeProbe.add([plainRow(this.#plate)]);
    if (answer.kind === "taken") this.#isListed = "yes";
    if (answer.kind === "lost") this.#isListed = "perhaps";
    return answer;
  }

  async #findDelete(): Promise<DeleteTrial & { readonly second?: WriteAnswer }> {
    let second: WriteAnswer | undefined;
    const judge = async ({ settings, news, answer, found }: SentDelete): Promise<DeleteTrial | undefined> => {
      if (answer.kind === "lost") this.#isListed = "perhaps";
      if (answer.kind === "refused") this.#seesNames = true;
      if (answer.kind !== "taken") return undefined;
      const effect = await this.#effectOf(settings);
      if (effect.kind === "nothing") return undefined;
      second = effect.second;
      this.#deleting = settings;
      this.#isListed = effect.isAddedAgain ? "yes" : effect.kind === "proven" || this.#seesNames ? "no" : "perhaps";
      if (effect.kind === "proven") return { said: [news ? "differs" : "holds", found, news], settings };
      const unclear = this.#seesNames
        ? ", and other names are refused; whether it is done cannot be told, for the server confirms whatever it is asked"
        : "; the server confirms whatever it is asked, so nobody can tell from here what it deleted";
      return { said: ["not known", `${found}${unclear}`, news], settings };
    };
    const trial = await tryEachDelete(this.#writeProbe, this.#plate, this.#usual, judge);
    return { ...trial, ...(second && { second }) };
  }

  // The second delete of a plate that is gone shows how absent cars are answered; when it is confirmed, too, another add tells
  // whether the first one did anything.
  async #effectOf(settings: Partial<InterfaceSettings>): Promise<Effect> {
    const second = await this.#writeProbe.remove(this.#plate, settings);
    if (second.kind === "failure" || second.kind === "refused") return { kind: "proven", second, isAddedAgain: false };
    if (!this.#isRefusedTwice) return { kind: "unclear", second, isAddedAgain: false };
    const again = await this.#add();
    if (again.kind !== "taken") return { kind: "nothing", second, isAddedAgain: false };
    return { kind: this.#seesNames ? "proven" : "unclear", second, isAddedAgain: true };
  }
}
