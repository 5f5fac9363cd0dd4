import { accountIdOf, type InterfaceSettings, type PlateRules, plateKeyOf, quoted } from "../../allowlist/index.ts";
import type { FleetApi } from "../../fleet-api/index.ts";
import { refusalFinding } from "./refusal-words.ts";
import { type ProbeFinding, type Said, type ServerUnderTest, saidOf } from "./server-under-test.ts";
import { newSimilarPlate } from "./test-plate.ts";
import { answerText, parametersAfter, type Rows, type WriteAnswer, type WriteProbe, wayText } from "./write-probe.ts";

/** A write that shows itself sooner is seen at once, milliseconds. */
const AT_ONCE_MS = 200;

/** The settings that writes are tried under. */
export type TrialRules = Pick<InterfaceSettings, "globalDelete" | "accountDelete" | "failures"> & PlateRules;

/** One delete that was sent, in a way that may be the server's. */
interface SentDelete {
  readonly settings: Partial<InterfaceSettings>;
  /** The same where they are to be written: undefined for the usual ones. */
  readonly news: Partial<InterfaceSettings> | undefined;
  readonly answer: WriteAnswer;
  readonly way: string;
  /** How the car was named and what was answered. */
  readonly found: string;
}

/** What a delete did; `works`: it deleted the test plate alone, or nobody can tell that it did not. */
interface Effect {
  readonly said: Said;
  readonly works: boolean;
}

/**
 * Adds and deletes a test plate, with the words of refusals of a second add and a second delete. On a list that cannot be read
 * (`before` is undefined) only answers tell what happened: a car that is added or deleted twice is refused by most servers.
 */
export class WriteTrial {
  readonly findings: ProbeFinding[] = [];
  readonly #probe: WriteProbe;
  readonly #plate: string;
  readonly #rules: TrialRules;
  readonly #before: Rows | undefined;
  /** The list as it was seen last. */
  #rows: Rows = new Map();
  /** The plate as the list has it. */
  #listed: string;
  /** Of a list that cannot be read. */
  #isOnList: "no" | "yes" | "perhaps" = "no";
  /** `trying`: one was sent, and what it did was not looked at yet; `none`: no way to delete works. */
  #deletes: "untried" | "trying" | "none" | Partial<InterfaceSettings> = "untried";
  #isRefusedTwice = false;
  /** A delete whose cars the server did not see was refused: one that it confirms was seen. */
  #seesNames = false;
  #absent: WriteAnswer | undefined;

  constructor(probe: WriteProbe, plate: string, rules: TrialRules, before: Rows | undefined) {
    this.#probe = probe;
    this.#plate = plate;
    this.#rules = rules;
    this.#before = before;
    this.#listed = plate;
  }

  /** Tries all, one write after another. */
  async run(): Promise<void> {
    const first = await this.#add();
    const isTaken = first.kind === "taken" || (this.#before && first.kind === "lost");
    if (!isTaken) return this.#say("add", ["trouble", `the plate is not taken: ${answerText(first)}`]);
    if (!(await this.#isShown(answerText(first)))) return;
    const twice = await this.#add();
    this.#isRefusedTwice = twice.kind === "failure" || twice.kind === "refused";
    this.#sayRefusal("duplicate add", "alreadyListed", twice);
    await this.#findDelete();
    if (this.#before && typeof this.#deletes === "object")
      this.#absent = await this.#probe.remove(this.#listed, this.#deletes);
    if (this.#absent) this.#sayRefusal("absent delete", "notListed", this.#absent);
  }

  /** Takes the test plate away, and adds again what a delete took with it; gives the plates that stay. */
  async leave(cleaner: ServerUnderTest<FleetApi>): Promise<readonly string[]> {
    this.#probe.goOnWith(cleaner);
    try {
      const leftBehind = this.#before ? await this.#leaveSeen(this.#before) : await this.#leaveUnseen();
      const nothing = this.#before ? "nothing" : "nothing, as the server says";
      const names = leftBehind.map(quoted).join(" ");
      const stays = this.#before ? names : `perhaps ${names}: look at the list where its operator shows it`;
      this.#say("left behind", leftBehind.length === 0 ? ["holds", nothing] : ["trouble", stays]);
      return leftBehind;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#say("left behind", ["trouble", `perhaps ${quoted(this.#plate)}, for the list could not be read: ${why}`]);
      return [this.#plate];
    }
  }

  #say(probe: string, said: Said): void {
    this.findings.push(saidOf(probe, said));
  }

  #sayRefusal(probe: string, kind: "alreadyListed" | "notListed", answer: WriteAnswer): void {
    const about = { plate: this.#listed, scope: this.#probe.scope };
    this.#say(probe, refusalFinding(kind, answer, about, this.#rules.failures));
  }

  async #add(): Promise<WriteAnswer> {
    const answer = await this.#probe.add([{ licenseNumber: this.#listed, features: [] }]);
    if (answer.kind === "taken") this.#isOnList = "yes";
    if (answer.kind === "lost") this.#isOnList = "perhaps";
    return answer;
  }

  async #isShown(answer: string): Promise<boolean> {
    const before = this.#before;
    if (!before) {
      this.#say("add", ["holds", `answered ${answer}; whether it shows cannot be read`]);
      return true;
    }
    const { rows, took } = await this.#probe.until((now) => newSimilarPlate(before, now, this.#plate).length > 0);
    const [row] = newSimilarPlate(before, rows, this.#plate);
    if (!row) {
      this.#say("add", ["trouble", "confirmed, and the car did not appear on the list"]);
      return false;
    }
    this.#rows = rows;
    this.#listed = row.licenseNumber;
    const lag = took < AT_ONCE_MS ? "seen at once" : `seen after ${(took / 1000).toFixed(1)} s`;
    const name = this.#listed === this.#plate ? "" : ` as ${quoted(this.#listed)}`;
    const plateKey = plateKeyOf(this.#plate, this.#rules);
    const isOther = plateKey === undefined || plateKey !== plateKeyOf(this.#listed, this.#rules);
    const other = isOther ? ", which is another plate" : "";
    this.#say("add", [isOther ? "trouble" : "holds", `answered ${answer}, ${lag}${name}${other}`]);
    return true;
  }

  /** Sends a delete in every known way, the usual one first, until it is known what one did. */
  async #findDelete(): Promise<void> {
    const setting = accountIdOf(this.#probe.scope) === undefined ? "globalDelete" : "accountDelete";
    const usual = this.#rules[setting];
    let words = "";
    this.#deletes = "trying";
    const ways = parametersAfter(usual === false ? { in: "query", name: "ln" } : usual);
    for (const parameter of ways) {
      const settings = { [setting]: parameter };
      const answer = await this.#probe.remove(this.#listed, settings);
      if (words === "") words = `${wayText(parameter)} was answered ${answerText(answer)}`;
      const [way, news] = [wayText(parameter), parameter === usual ? undefined : settings];
      const sent = { settings, news, answer, way, found: `${way}, answered ${answerText(answer)}` };
      const effect = await (this.#before ? this.#effectSeen(sent) : this.#effectAnswered(sent));
      if (!effect) continue;
      this.#deletes = effect.works ? settings : "none";
      return this.#say("delete", effect.said);
    }
    this.#deletes = "none";
    this.#isOnList = "perhaps";
    const none = setting === "globalDelete" ? ({ globalDelete: false } as const) : undefined;
    this.#say("delete", ["trouble", `${words} and deleted nothing, and neither did other names`, none]);
  }

  // A delete whose parameter the server does not see may empty the list: cars that went with it are put back and nothing more is
  // tried. When the first one did nothing, a server that names nothing deletes nothing, and other names are as harmless.
  async #effectSeen({ news, answer, way, found }: SentDelete): Promise<Effect | undefined> {
    if (answer.kind === "refused") return undefined;
    const rows = await this.#probe.rowsAfterWrite();
    const before = this.#rows;
    const lost = [...before.keys()].filter((plate) => plate !== this.#listed && !rows.has(plate));
    if (lost.length > 0) return { said: await this.#restore(lost, before, way), works: false };
    this.#rows = rows;
    if (rows.has(this.#listed)) return undefined;
    if (news) return { said: ["differs", found, news], works: true };
    if (before.size > 1) return { said: ["holds", found], works: true };
    return { said: ["not known", `${found}; the list had no other car that it could have spared`], works: true };
  }

  // The second delete of a plate that is gone shows how absent cars are answered; when it is confirmed, too, another add tells
  // whether the first one did anything.
  async #effectAnswered({ settings, news, answer, found }: SentDelete): Promise<Effect | undefined> {
    if (answer.kind === "lost") this.#isOnList = "perhaps";
    if (answer.kind === "refused") this.#seesNames = true;
    if (answer.kind !== "taken") return undefined;
    const second = await this.#probe.remove(this.#plate, settings);
    const isProven = second.kind === "failure" || second.kind === "refused";
    const again = !isProven && this.#isRefusedTwice ? await this.#add() : undefined;
    if (again && again.kind !== "taken") return undefined;
    this.#absent = second;
    this.#isOnList = again ? "yes" : isProven || this.#seesNames ? "no" : "perhaps";
    if (isProven || (again && this.#seesNames)) return { said: [news ? "differs" : "holds", found, news], works: true };
    const unclear = this.#seesNames
      ? ", and other names are refused; whether it is done cannot be told, for the server confirms whatever it is asked"
      : "; the server confirms whatever it is asked, so what it deleted cannot be told from here";
    return { said: ["not known", `${found}${unclear}`, news], works: true };
  }

  async #restore(lost: readonly string[], before: Rows, culprit: string): Promise<Said> {
    await this.#probe.add(lost.flatMap((plate) => before.get(plate) ?? []));
    const { rows } = await this.#probe.until((now) => lost.every((plate) => now.has(plate)));
    const end = lost.every((plate) => rows.has(plate))
      ? "they were added again"
      : `adding them again did not bring back all of them: ${lost.map(quoted).join(" ")}`;
    return ["trouble", `${culprit} took ${lost.length} other cars away; ${end}. Do not apply deletes to this server`];
  }

  async #leaveSeen(before: Rows): Promise<readonly string[]> {
    // What was added last may show itself late.
    const late = this.#probe.pending;
    const isNew = (rows: Rows) => newSimilarPlate(before, rows, this.#plate);
    const { rows } = await this.#probe.until((now) => isNew(now).length > 0, late === undefined ? 0 : undefined);
    const lost = [...before.keys()].filter((plate) => !rows.has(plate));
    if (this.#deletes === "trying" && lost.length > 0) {
      this.#deletes = "none";
      this.#say("delete", await this.#restore(lost, before, "the delete"));
    }
    this.#rows = rows;
    const names = isNew(rows).map(({ licenseNumber }) => licenseNumber);
    // It may show itself later, so it is deleted without having been seen.
    if (names.length === 0 && late !== undefined) names.push(late);
    for (const name of names) await this.#takeAway(name, rows.has(name));
    return names.length === 0 ? [] : isNew(await this.#probe.rows()).map(({ licenseNumber }) => licenseNumber);
  }

  async #takeAway(name: string, isSeen: boolean): Promise<void> {
    if (this.#deletes === "none") return;
    this.#listed = name;
    if (isSeen && typeof this.#deletes !== "object") return this.#findDelete();
    await this.#probe.remove(name, typeof this.#deletes === "object" ? this.#deletes : {});
    if (isSeen) await this.#probe.until((rows) => !rows.has(name));
  }

  async #leaveUnseen(): Promise<readonly string[]> {
    if (this.#isOnList === "no") return [];
    const settings = typeof this.#deletes === "object" ? this.#deletes : {};
    const answer = await this.#probe.remove(this.#plate, settings).catch(() => undefined);
    return this.#isOnList === "perhaps" || answer?.kind !== "taken" ? [this.#plate] : [];
  }
}
