import { accountIdOf, type InterfaceSettings, plateKeyOf, quoted } from "../../allowlist/index.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import { StateError } from "../../state/index.ts";
import { refusalFinding, withoutAmbiguousMasks } from "./refusal-words.ts";
import { findingOf, type ProbeFinding, type ProbeWords } from "./server-under-test.ts";
import {
  answerText,
  isSimilarPlate,
  type Rows,
  WAYS,
  type WritableServer,
  type WriteAnswer,
  type WriteProbe,
  wayText,
} from "./write-probe.ts";

/** A write that shows itself sooner is seen at once, milliseconds. */
const AT_ONCE_MS = 200;

/**
 * Adds and deletes a test plate, each twice. Where the list cannot be read (no `before`), only answers tell what
 * happened: most servers refuse a car that is added or deleted twice.
 */
export class WriteTrial {
  readonly #findings: ProbeFinding[] = [];
  readonly #probe: WriteProbe;
  readonly #plate: string;
  readonly #rules: InterfaceSettings;
  readonly #before: Rows | undefined;
  /** The plate as the list has it. */
  #listed: string;
  /** Of a list that cannot be read: whether the plate is certainly not on it. */
  #isGone = true;
  #isRefusedTwice = false;
  /** A delete whose effect was not looked at yet, in words. */
  #trying: string | undefined;
  /** The settings under which deletes work, and whether that is proven. */
  #works: Partial<InterfaceSettings> | undefined;
  #isProven = false;
  /** No way to delete works, or one has taken other cars away. */
  #isHopeless = false;
  #absent: WriteAnswer | undefined;

  constructor(probe: WriteProbe, plate: string, rules: InterfaceSettings, before: Rows | undefined) {
    this.#probe = probe;
    this.#plate = plate;
    this.#rules = rules;
    this.#before = before;
    this.#listed = plate;
  }

  /**
   * Tries all and leaves the list as it was, by `cleaner`, whom no interrupt stops; gives findings and what stays.
   * Rejects with what fails before the first write.
   */
  async run(cleaner: WritableServer) {
    let broken: unknown;
    try {
      await this.#tryAll();
    } catch (error) {
      if (!this.#probe.hasWritten) throw error;
      broken = error;
      this.#say("the rest", ["not known", `stopped early: ${messageOf(error)}`]);
    }
    this.#probe.goOnWith(cleaner);
    const leftBehind = await this.#leave();
    if (broken !== undefined && leftBehind.length === 0 && !isForeign(broken)) throw broken;
    return { findings: withoutAmbiguousMasks(this.#findings), leftBehind };
  }

  async #tryAll(): Promise<void> {
    const first = await this.#add();
    const isTaken = first.kind === "taken" || (this.#before && first.kind === "lost");
    if (!isTaken) return this.#say("add", ["trouble", `the plate is not taken: ${answerText(first)}`]);
    if (!(await this.#isShown(answerText(first)))) return;
    const twice = await this.#add();
    this.#isRefusedTwice = twice.kind === "failure" || twice.kind === "refused";
    this.#sayRefusal("duplicate add", "alreadyListed", twice);
    await this.#findDelete();
    if (this.#before && this.#works) this.#absent = await this.#remove(this.#listed, this.#works);
    if (this.#absent) this.#sayRefusal("absent delete", "notListed", this.#absent);
  }

  #say(probe: string, said: ProbeWords): void {
    this.#findings.push(findingOf(probe, said));
  }

  #sayRefusal(probe: string, kind: "alreadyListed" | "notListed", answer: WriteAnswer): void {
    const about = { plate: this.#listed, scope: this.#probe.list.scope };
    this.#say(probe, refusalFinding(kind, answer, about, this.#rules.failures));
  }

  async #add(): Promise<WriteAnswer> {
    const answer = await this.#probe.send("add", [{ licenseNumber: this.#listed, features: [] }]);
    if (answer.kind === "taken" || answer.kind === "lost") this.#isGone = false;
    return answer;
  }

  #remove(licenseNumber: string, settings: Partial<InterfaceSettings> = {}): Promise<WriteAnswer> {
    return this.#probe.send("delete", [{ licenseNumber, features: [] }], settings);
  }

  // What came since, and a server may have made of the plate.
  #newIn(rows: Rows): readonly string[] {
    return [...rows.keys()].filter((name) => !this.#before?.has(name) && isSimilarPlate(name, this.#plate));
  }

  async #isShown(answer: string): Promise<boolean> {
    if (!this.#before) {
      this.#say("add", ["holds", `answered ${answer}; whether it shows cannot be read`]);
      return true;
    }
    const { rows, took } = await this.#probe.until((now) => this.#newIn(now).length > 0);
    const [listed] = this.#newIn(rows);
    if (listed === undefined) {
      this.#say("add", ["trouble", "confirmed, and the car did not appear on the list"]);
      return false;
    }
    this.#listed = listed;
    const lag = took < AT_ONCE_MS ? "seen at once" : `seen after ${(took / 1000).toFixed(1)} s`;
    const name = listed === this.#plate ? "" : ` as ${quoted(listed)}`;
    const isOther = plateKeyOf(this.#plate, this.#rules) !== plateKeyOf(listed, this.#rules);
    const other = isOther ? ", which is another plate" : "";
    this.#say("add", [isOther ? "trouble" : "holds", `answered ${answer}, ${lag}${name}${other}`]);
    return true;
  }

  /** Sends a delete in every known way, the usual one first, until it is known what one did. */
  async #findDelete(): Promise<void> {
    const setting = accountIdOf(this.#probe.list.scope) === undefined ? "globalDelete" : "accountDelete";
    const usual = this.#rules[setting];
    const ways = new Map([...(usual === false ? [] : [usual]), ...WAYS].map((one) => [wayText(one), one]));
    let words = "";
    for (const [way, parameter] of ways) {
      const settings = { [setting]: parameter };
      this.#trying = way;
      const answer = await this.#remove(this.#listed, settings);
      words ||= `${way} was answered ${answerText(answer)}`;
      const found = `${way}, answered ${answerText(answer)}`;
      const isUsual = usual !== false && way === wayText(usual);
      const done: ProbeWords = isUsual ? ["holds", found] : ["differs", found, settings];
      const said = await (this.#before
        ? this.#effectSeen(this.#before, answer, done)
        : this.#effectAnswered(settings, answer, done));
      if (this.#isHopeless) return;
      this.#trying = undefined;
      if (!said) continue;
      this.#works = settings;
      return this.#say("delete", said);
    }
    this.#isHopeless = true;
    const none = setting === "globalDelete" ? ({ globalDelete: false } as const) : undefined;
    this.#say("delete", ["trouble", `${words} and deleted nothing, and neither did other names`, none]);
  }

  // A delete whose parameter the server does not see may empty the list: nothing more is tried then. When the first one did
  // nothing, a server that names nothing deletes nothing, and other names are as harmless.
  async #effectSeen(before: Rows, answer: WriteAnswer, done: ProbeWords): Promise<ProbeWords | undefined> {
    if (answer.kind === "refused") return undefined;
    const rows = await this.#probe.rowsAfterWrite();
    if (await this.#restore(before, rows)) return undefined;
    if (rows.has(this.#listed)) return undefined;
    if (before.size > 0 || done[0] === "differs") return done;
    return ["not known", `${done[1]}; the list had no other car that it could have spared`];
  }

  // The second delete of a plate that is gone shows how absent cars are answered; when it is confirmed, too, another add tells
  // whether the first one did anything.
  async #effectAnswered(
    settings: Partial<InterfaceSettings>,
    answer: WriteAnswer,
    done: ProbeWords,
  ): Promise<ProbeWords | undefined> {
    if (answer.kind !== "taken") return undefined;
    const second = await this.#remove(this.#plate, settings);
    this.#isGone = second.kind === "failure" || second.kind === "refused";
    const again = !this.#isGone && this.#isRefusedTwice ? await this.#add() : undefined;
    if (again && again.kind !== "taken") return undefined;
    this.#absent = second;
    this.#isProven = this.#isGone || again !== undefined;
    if (this.#isGone) return done;
    const unclear = "the server confirms whatever it is asked, so what it deleted cannot be told from here";
    return ["not known", `${done[1]}; ${unclear}`, done[2]];
  }

  // Adds again what the delete that is tried took with it, and tries no other; gives whether that was anything.
  async #restore(before: Rows, rows: Rows): Promise<boolean> {
    const lost = [...before.values()]
      .filter(({ licenseNumber }) => !rows.has(licenseNumber))
      .map(({ licenseNumber, features }) => ({ licenseNumber, features }));
    if (lost.length === 0) return false;
    this.#isHopeless = true;
    await this.#probe.send("add", lost);
    const isBack = (now: Rows) => lost.every(({ licenseNumber }) => now.has(licenseNumber));
    const end = isBack((await this.#probe.until(isBack)).rows)
      ? "they were added again"
      : `adding them again did not bring back all of them: ${lost.map((car) => quoted(car.licenseNumber)).join(" ")}`;
    const words = `${this.#trying} took ${lost.length} other cars away; ${end}. Do not apply deletes to this server`;
    this.#say("delete", ["trouble", words]);
    return true;
  }

  /** Takes the test plate away, and adds again what a delete took with it; gives the plates that stay. */
  async #leave(): Promise<readonly string[]> {
    try {
      const stays = this.#before ? await this.#leaveSeen(this.#before) : await this.#leaveUnseen();
      const names = stays.map(quoted).join(" ");
      const nothing = this.#before ? "nothing" : "nothing, as the server says";
      const text = this.#before ? names : `perhaps ${names}: look at the list where its operator shows it`;
      this.#say("left behind", stays.length === 0 ? ["holds", nothing] : ["trouble", text]);
      return stays;
    } catch (error) {
      const perhaps = `perhaps ${quoted(this.#plate)}, for the list could not be read: ${messageOf(error)}`;
      this.#say("left behind", ["trouble", perhaps]);
      return [this.#plate];
    }
  }

  async #leaveSeen(before: Rows): Promise<readonly string[]> {
    // What was added last may show itself late, or after it was deleted unseen.
    const late = this.#probe.pending;
    const { rows } = await this.#probe.until((now) => this.#newIn(now).length > 0, late === undefined ? 0 : undefined);
    if (this.#trying !== undefined && !this.#isHopeless) await this.#restore(before, rows);
    const seen = this.#newIn(rows);
    const names = seen.length > 0 || late === undefined ? seen : [late];
    for (const name of this.#isHopeless ? [] : names) {
      this.#listed = name;
      if (this.#works || !rows.has(name)) await this.#remove(name, this.#works);
      else await this.#findDelete();
    }
    if (names.length === 0) return [];
    const patience = this.#isHopeless ? 0 : undefined;
    return this.#newIn((await this.#probe.until((now) => this.#newIn(now).length === 0, patience)).rows);
  }

  async #leaveUnseen(): Promise<readonly string[]> {
    if (this.#isGone) return [];
    const answer = await this.#remove(this.#plate, this.#works).catch(() => undefined);
    return this.#isProven && answer?.kind === "taken" ? [] : [this.#plate];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// What a server, a disk or an interrupt does; anything else is a defect.
function isForeign(error: unknown): boolean {
  return error instanceof InterfaceError || error instanceof StateError || messageOf(error) === "interrupted";
}
