import type { DesiredState, LiveEntry, LiveSource, PlateKey, Scope } from "../../src/allowlist/index.ts";
import type { ApplyResult, ChangeResult, ScopeReport } from "../../src/apply/index.ts";
import type { Change, Plan } from "../../src/plan/index.ts";
import { EXIT } from "../../src/run/exit-code.ts";
import type { Memory, Reply, WriteRequest } from "../../src/run/ports/index.ts";
import type { RunResult } from "../../src/run/reconcile.ts";
import { keyOf } from "../plan/support.ts";
import type { SimServer } from "./server.ts";
import type { Timeline } from "./timeline.ts";

/** Small worlds with every pause that their servers ask for. */
const LONGEST_RUN_MS = 2 * 60 * 60_000;

/** Adds of one list in flight. */
const MOST_BESIDE = 4;

/** A request of the run that is judged. */
interface Send {
  readonly request: WriteRequest;
  readonly at: number;
}

/** What one run is held to. */
export interface Watched {
  /** Another client writes to the same server. */
  readonly isShared?: true;
  /** The lists that the run looks at; absent: all. */
  readonly chosen?: readonly Scope[];
  readonly name: string;
  readonly desired: DesiredState;
  readonly memory: Memory;
  /** What earlier runs tried to add; V20 is judged with it alone. */
  readonly triedBefore?: ReadonlyMap<Scope, ReadonlySet<PlateKey>>;
  readonly allowances: { readonly deletes?: number; readonly adds?: number; readonly updates?: number };
  /** Whether another part of the run has shown that a delete takes one car. */
  readonly isDeleteProven?: () => boolean;
  /** Whether the intent of the request would survive a power cut. */
  readonly isDurable: (request: WriteRequest) => boolean;
}

/** The judge of one run: each law (docs/dev/reliability.md) that a run can break is one method. */
export class Judge {
  readonly violations: string[] = [];
  readonly sends: Send[] = [];
  plan: Plan | undefined;
  readonly #server: SimServer;
  readonly #timeline: Timeline;
  readonly #watched: Watched;
  readonly #inFlight = new Map<Scope, readonly WriteRequest[]>();
  /** Lists of which the server has confirmed cars. */
  readonly #confirmed = new Set<Scope>();
  /** Detaches that the server answered. */
  readonly #refused = new Set<string>();
  readonly #started: number;
  #peaceUntil = 0;

  constructor(server: SimServer, timeline: Timeline, watched: Watched) {
    this.#server = server;
    this.#timeline = timeline;
    this.#watched = watched;
    this.#started = timeline.time;
  }

  onSend(request: WriteRequest): void {
    this.sends.push({ request, at: this.#timeline.time });
    this.#writesWithinPlan(request);
    this.#neverAgainstTheFiles(request);
    this.#othersRowsUntouched(request);
    this.#newestReadingProtects(request);
    this.#correctionsAreTriedFirst(request);
    this.#intentIsDurable(request);
    this.#fewAddsBesideAndInPeace(request);
    this.#addsThenCanaryThenDeletes(request);
    this.#nobodyHoldsWhatIsDeleted(request);
  }

  onReply(request: WriteRequest, reply: Reply): void {
    const { scope, parkingUser, action, cars } = request;
    this.#inFlight.set(
      scope,
      this.#besides(scope).filter((one) => one !== request),
    );
    if (this.#isConfirmation(reply, cars.length)) this.#confirmed.add(scope);
    if (action === "detach" && reply.kind === "response")
      for (const { licenseNumber } of cars) this.#refused.add(`${scope} ${parkingUser} ${licenseNumber}`);
    if (reply.kind === "response" && (reply.status === 429 || reply.status >= 500) && reply.retryAfter !== undefined)
      this.#peaceUntil = Math.max(this.#peaceUntil, this.#timeline.time + reply.retryAfter);
  }

  onEnd(result: RunResult | "state-error", exitCode: number): void {
    this.#refusalsSendNothing(exitCode);
    this.#endsInTime();
    this.#deletesWithinGuard();
    this.#updatesWithinGuard();
    if (result === "state-error" || result.kind !== "applied") return;
    const { plan } = result;
    this.#alarmIsTold(result.result, exitCode);
    for (const report of result.result.scopes) {
      this.#oneOutcomeEach(plan, report);
      this.#lastReadingIsTold(result.result, plan, report, exitCode);
      const source = plan.scopes.find(({ scope }) => scope === report.scope)?.live.source ?? "none";
      for (const one of report.results) {
        if (one.action === "detach") this.#detachIsTrue(report.scope, one);
        else this.#outcomeIsTrue(report.scope, one, source);
      }
    }
  }

  #writesWithinPlan({ scope, parkingUser, action, cars }: WriteRequest): void {
    const planned = changesOf(this.plan, scope).filter(
      (change) => (change.action === "update" ? "add" : change.action) === action,
    );
    for (const car of cars) {
      const isPlanned = planned.some(
        (change) => change.licenseNumber === car.licenseNumber && change.parkingUser === parkingUser,
      );
      this.#insist(isPlanned, "V1", `${action} ${car.licenseNumber} is not in the plan`);
    }
  }

  #neverAgainstTheFiles({ scope, action, cars }: WriteRequest): void {
    const entries = this.#watched.desired.scopes.find((one) => one.scope === scope)?.entries;
    for (const { licenseNumber } of cars) {
      const isDesired = entries?.has(keyOf(licenseNumber)) ?? false;
      this.#insist(isDesired === (action === "add"), "V2", `${action} ${licenseNumber}, desired: ${isDesired}`);
    }
  }

  #othersRowsUntouched({ scope, action, cars }: WriteRequest): void {
    if (action !== "delete") return;
    const { prune, protect } = this.#watched.desired.policy;
    const known = this.#watched.memory.get(scope)?.entries;
    for (const { licenseNumber } of cars) {
      const row = this.#server.list(scope).get(licenseNumber);
      const plateKey = keyOf(licenseNumber);
      const isCared = row?.care === true && !this.#interfered(scope, plateKey) && this.#server.knobs.lag === 0;
      this.#insist(!isCared, "V3", `delete of ${licenseNumber}, which customer care added`);
      this.#insist(!protect.plates.includes(plateKey), "V3", `delete of ${licenseNumber}, which is protected`);
      this.#insist(prune !== "none", "V3", `delete of ${licenseNumber} under prune: none`);
      const isOwned = prune !== "owned" || (known?.has(plateKey) ?? false);
      this.#insist(isOwned, "V3", `delete of ${licenseNumber}, which we did not add`);
    }
  }

  #newestReadingProtects({ scope, action, cars }: WriteRequest): void {
    if (action !== "delete") return;
    const shown = this.#server.shown.get(scope);
    for (const { licenseNumber } of cars) {
      const isCared = shown?.get(licenseNumber)?.addedByCustomerCare ?? false;
      this.#insist(!isCared, "V23", `delete of ${licenseNumber}, which the newest reading shows as customer care's`);
    }
  }

  /** What deletes took besides the cars that they named is an alarm, and nobody else is blamed for it. */
  #alarmIsTold({ alarms, interrupted, scopes }: ApplyResult, exitCode: number): void {
    this.#insist(alarms.length === 0 || exitCode >= EXIT.partial, "V22", `${alarms[0]?.code}, and exit ${exitCode}`);
    const { lag, others, deleting, writeFaults } = this.#server.knobs;
    // What another client takes at the same moment looks like it, and an alarm too many is the safe side.
    if (this.#watched.isShared || interrupted || lag > 0 || others > 0 || writeFaults.includes("lost-late")) return;
    for (const { scope, results, changedMeanwhile = [] } of scopes) {
      const isTold = alarms.some((one) => one.code === "delete-took-more" && one.scope === scope);
      this.#insist(
        !isTold || deleting === "everything",
        "V22",
        `a delete on ${scope} took nothing, and an alarm says so`,
      );
      const named = new Set(results.flatMap((one) => (one.action === "delete" ? keyOf(one.licenseNumber) : [])));
      const took = this.#server.events.filter(
        (event) =>
          event.scope === scope && event.by === this.#watched.name && !event.present && !named.has(event.plateKey),
      );
      const isUnseen = results.some(({ action, outcome }) => action === "delete" && outcome === "unknown");
      this.#insist(
        took.length === 0 || isTold || isUnseen,
        "V22",
        `deletes on ${scope} took ${took.length} more, untold`,
      );
      const taken = new Set(took.map(({ plateKey }) => plateKey));
      for (const { licenseNumber, drift } of isUnseen ? [] : changedMeanwhile)
        this.#insist(
          drift !== "missing" || !taken.has(keyOf(licenseNumber)),
          "V22",
          `${licenseNumber}: others are blamed`,
        );
    }
  }

  #correctionsAreTriedFirst({ scope, action, cars }: WriteRequest): void {
    const { triedBefore } = this.#watched;
    if (action !== "delete" || triedBefore === undefined) return;
    const there = new Set([...this.#server.list(scope).keys()].map(keyOf));
    const missing = changesOf(this.plan, scope)
      .filter((change) => change.action === "add" && !there.has(change.plateKey))
      .map(({ plateKey }) => plateKey)
      .filter((plateKey) => !this.#interfered(scope, plateKey));
    for (const { licenseNumber } of cars)
      for (const plateKey of missing.filter((one) => isOneCharacterAway(one, keyOf(licenseNumber)))) {
        const wasTried = triedBefore.get(scope)?.has(plateKey) ?? false;
        this.#insist(wasTried, "V20", `delete of ${licenseNumber} in the run that first tries ${plateKey}`);
      }
  }

  #intentIsDurable(request: WriteRequest): void {
    const what = `${request.action} of ${request.cars.length} cars was sent before its intent was durable`;
    this.#insist(this.#watched.isDurable(request), "V4", what);
  }

  #besides(scope: Scope): readonly WriteRequest[] {
    return this.#inFlight.get(scope) ?? [];
  }

  // Where a list cannot be read, words that say that a car is there are as good.
  #isConfirmation(reply: Reply, cars: number): boolean {
    if (reply.kind !== "response" || ![200, 204, 207].includes(reply.status) || reply.failures === "malformed")
      return false;
    const isUnlisted = this.#server.knobs.mode === "state";
    return reply.failures.filter(({ error }) => !isUnlisted || !error.includes("already")).length < cars;
  }

  #fewAddsBesideAndInPeace(request: WriteRequest): void {
    const { scope } = request;
    const under = [...this.#besides(scope), request];
    this.#inFlight.set(scope, under);
    this.#insist(under.length <= MOST_BESIDE, "V10", `${under.length} writes in flight for ${scope}`);
    const isAlone = under.length === 1 || under.every(({ action }) => action === "add");
    this.#insist(isAlone, "V10", `a ${request.action} beside another write for ${scope}`);
    const mayGo = under.length === 1 || this.#confirmed.has(scope);
    this.#insist(mayGo, "V10", `two writes in flight for ${scope} before it has confirmed one`);
    const early = this.#peaceUntil - this.#timeline.time;
    this.#insist(early <= 0, "V10", `a request came ${early} ms before the pause that the server asked for was over`);
  }

  #addsThenCanaryThenDeletes({ scope, action, cars }: WriteRequest): void {
    const deletes = this.sends.filter(({ request }) => request.action === "delete");
    const isLate = this.sends.some((one) => one.request.action !== "add");
    if (action === "add") this.#insist(!isLate, "E9", "an add is sent after a detach");
    if (action === "add") this.#insist(deletes.length === 0, "E9", "an add is sent after a delete");
    const isListed = this.plan?.scopes.find((one) => one.scope === scope)?.live.source === "list";
    const isFirst = action === "delete" && deletes.length === 1 && !this.#watched.isDeleteProven?.();
    this.#insist(!isFirst || !isListed || cars.length === 1, "G12", `the first delete takes ${cars.length} cars`);
  }

  // A user who was asked of and still holds the car was asked of in vain: only a refusal lets the delete go.
  #nobodyHoldsWhatIsDeleted({ scope, action, cars }: WriteRequest): void {
    if (action !== "delete") return;
    const detaches = changesOf(this.plan, scope).filter((change) => change.action === "detach");
    const deleted = new Set(cars.map(({ licenseNumber }) => keyOf(licenseNumber)));
    for (const { licenseNumber, parkingUser = "" } of detaches) {
      if (!deleted.has(keyOf(licenseNumber))) continue;
      const isHeld = this.#server.held.get(scope)?.get(parkingUser)?.has(licenseNumber) ?? false;
      const wasRefused = this.#refused.has(`${scope} ${parkingUser} ${licenseNumber}`);
      this.#insist(!isHeld || wasRefused, "E10", `${licenseNumber} is deleted while user ${parkingUser} holds it`);
    }
  }

  #endsInTime(): void {
    const took = this.#timeline.time - this.#started;
    this.#insist(took < LONGEST_RUN_MS, "V14", `the run took ${Math.round(took / 60_000)} minutes`);
  }

  #refusalsSendNothing(exitCode: number): void {
    const isRefusal = exitCode >= 3 && exitCode <= 8;
    this.#insist(!isRefusal || this.sends.length === 0, "V8", `exit ${exitCode} after ${this.sends.length} requests`);
  }

  #deletesWithinGuard(): void {
    const { policy } = this.#watched.desired;
    const allowed = this.#watched.allowances.deletes ?? 0;
    for (const { scope, live, changes } of this.plan?.scopes ?? []) {
      const deletes = this.sends.filter(({ request }) => request.action === "delete" && request.scope === scope);
      const sent = new Set(deletes.flatMap(({ request }) => request.cars.map((car) => car.licenseNumber))).size;
      const { percent, always, count } = policy.maxDeletes;
      const capped = live.count < 4 ? always : Math.min(always, Math.floor(live.count / 2));
      const limit = Math.min(count, Math.max(capped, Math.floor((percent * live.count) / 100)));
      const planned = changes.filter(({ action }) => action === "delete").length;
      this.#insist(
        sent <= Math.max(limit, allowed),
        "V9",
        `${sent} of ${planned} deletes sent, the guard allows ${limit}`,
      );
    }
  }

  #updatesWithinGuard(): void {
    const { percent, always } = this.#watched.desired.policy.maxUpdates;
    const allowed = this.#watched.allowances.updates ?? 0;
    for (const { scope, live, changes } of this.plan?.scopes ?? []) {
      const updates = new Set(changes.flatMap((one) => (one.action === "update" ? one.licenseNumber : [])));
      const adds = this.sends.filter(({ request }) => request.action === "add" && request.scope === scope);
      const sent = new Set(adds.flatMap(({ request }) => request.cars.map((car) => car.licenseNumber)));
      const rewritten = [...updates].filter((plate) => sent.has(plate)).length;
      const limit = Math.max(always, Math.floor((percent * live.count) / 100), allowed);
      this.#insist(rewritten <= limit, "V21", `${rewritten} updates sent, the guard allows ${limit}`);
    }
  }

  #oneOutcomeEach(plan: Plan, { scope, results, counts }: ScopeReport): void {
    const identity = (one: Pick<Change, "action" | "licenseNumber" | "parkingUser">): string =>
      `${one.action} ${one.licenseNumber} ${one.parkingUser ?? ""}`;
    const planned = changesOf(plan, scope).map(identity).sort().join();
    this.#insist(planned === results.map(identity).sort().join(), "V5", `${scope}: results are not those of the plan`);
    const sum = Object.values(counts).reduce((total, count) => total + count, 0);
    this.#insist(sum === results.length, "V5", `${scope}: counts add up to ${sum} for ${results.length} changes`);
  }

  #outcomeIsTrue(scope: Scope, result: ChangeResult, source: LiveSource): void {
    const { outcome, licenseNumber, action } = result;
    const { knobs } = this.#server;
    const plateKey = keyOf(licenseNumber);
    const holds = this.#holds(scope, action, licenseNumber, plateKey);
    const isDisturbed = this.#interfered(scope, plateKey);
    const said = `${action} ${licenseNumber} on ${scope} is called ${outcome}`;
    switch (outcome) {
      case "verified":
        this.#insist(source === "list", "V5", `${said} without a list`);
        this.#insist(holds || isDisturbed, "V6", `${said} and does not hold`);
        return;
      case "acknowledged":
        this.#insist(source !== "list", "V5", `${said} although there is a list`);
        this.#insist(holds || isDisturbed, "V6", `${said} and does not hold`);
        return;
      case "rejected":
        // What a lagging list hid from the plan may have been there all along, and the server may say so.
        if (source === "list" && knobs.lag === 0) this.#insist(!holds || isDisturbed, "V5", `${said} and holds`);
        return;
      case "not-sent":
        if (knobs.deleting === "everything") return;
        this.#insist(!this.#didOurselves(scope, plateKey, result), "V5", `${said} and was done by this run`);
        return;
      case "unknown":
        this.#insist(this.sends.length > 0, "V5", `${said} and nothing was sent`);
    }
  }

  /** What the last reading of a list shows is as the files want it, or named; and nothing is named that nobody changed. */
  #lastReadingIsTold({ lastLive }: ApplyResult, plan: Plan, report: ScopeReport, exitCode: number): void {
    const { scope, results, changedMeanwhile = [], twins } = report;
    const live = lastLive.get(scope);
    if (live?.source !== "list") return;
    const open = results.filter(({ outcome }) => outcome !== "verified");
    const told = [...open, ...changedMeanwhile].map(({ licenseNumber }) => keyOf(licenseNumber));
    const exempt = plan.scopes.find((one) => one.scope === scope)?.exempt.map(({ plateKey }) => plateKey) ?? [];
    const isExcused = new Set([...told, ...twins.map(keyOf), ...exempt]);
    const wanted = this.#watched.desired.scopes.find((one) => one.scope === scope)?.entries ?? new Map();
    const left = [
      ...[...wanted.values()].filter(({ plateKey, features }) => {
        return live.entries.get(plateKey)?.features.join() !== features.join();
      }),
      ...[...live.entries.values()].filter((entry) => !wanted.has(entry.plateKey) && !this.#mayStay(scope, entry)),
    ];
    for (const { plateKey, licenseNumber } of left) {
      const said = `the last reading of ${scope} is otherwise for ${licenseNumber}`;
      this.#insist(isExcused.has(plateKey), "V19", `${said}, and nothing says so`);
      this.#insist(exitCode !== EXIT.ok || exempt.includes(plateKey), "V19", `${said}, and the exit code is 0`);
    }
    const { lag, others, order } = this.#server.knobs;
    if (lag > 0 || others > 0 || order === "unstable") return;
    for (const { licenseNumber } of changedMeanwhile) {
      const isChanged = this.#eventsOf(scope, keyOf(licenseNumber)).length > 0;
      this.#insist(isChanged, "V19", `${licenseNumber} is called changed on ${scope}, and nobody changed it`);
    }
  }

  #mayStay(scope: Scope, { plateKey, addedByCustomerCare }: LiveEntry): boolean {
    const { desired, chosen = desired.scopes.map((one) => one.scope) } = this.#watched;
    // It waits until the list that it moves to has it, at which this run does not look.
    if (desired.scopes.some((one) => !chosen.includes(one.scope) && one.entries.has(plateKey))) return true;
    const { prune, protect } = desired.policy;
    if (addedByCustomerCare || protect.plates.includes(plateKey) || prune === "none") return true;
    return prune === "owned" && !this.#watched.memory.get(scope)?.entries.has(plateKey);
  }

  #detachIsTrue(scope: Scope, { outcome, licenseNumber, parkingUser = "" }: ChangeResult): void {
    const isHeld = this.#server.held.get(scope)?.get(parkingUser)?.has(licenseNumber) ?? false;
    const said = `detach ${licenseNumber} from ${parkingUser} is called ${outcome}`;
    if (outcome === "verified") this.#insist(!isHeld, "V6", `${said} and does not hold`);
    const mayLandLate = this.#server.knobs.writeFaults.includes("lost-late");
    if (outcome === "rejected") this.#insist(isHeld || mayLandLate, "V5", `${said} and holds`);
    this.#insist(outcome !== "acknowledged", "V5", `${said} although it can be read`);
  }

  #holds(scope: Scope, action: Change["action"], licenseNumber: string, plateKey: PlateKey): boolean {
    const rows = this.#server.list(scope);
    if (action === "delete") return !rows.has(licenseNumber);
    const wanted = this.#watched.desired.scopes.find((one) => one.scope === scope)?.entries.get(plateKey)?.features;
    for (const row of rows.values())
      if (keyOf(row.licenseNumber) === plateKey && [...row.features].sort().join() === wanted?.join()) return true;
    return false;
  }

  /** Whether somebody else, or a request of an earlier run, changed the car while this run was under way. */
  #interfered(scope: Scope, plateKey: PlateKey): boolean {
    return this.#eventsOf(scope, plateKey).some(({ by }) => by !== this.#watched.name);
  }

  #didOurselves(scope: Scope, plateKey: PlateKey, { action, licenseNumber }: ChangeResult): boolean {
    const ours = this.#eventsOf(scope, plateKey).filter(({ by }) => by === this.#watched.name);
    if (action === "delete") return ours.some((event) => !event.present && event.licenseNumber === licenseNumber);
    return ours.some((event) => event.present);
  }

  #eventsOf(scope: Scope, plateKey: PlateKey) {
    const since = this.#started - this.#server.knobs.lag;
    return this.#server.events.filter(
      (event) => event.time >= since && event.scope === scope && event.plateKey === plateKey,
    );
  }

  #insist(isHeld: boolean, law: string, what: string): void {
    if (!isHeld) this.violations.push(`${law} ${this.#watched.name}: ${what}`);
  }
}

function isOneCharacterAway(left: PlateKey, right: PlateKey): boolean {
  return left.length === right.length && [...left].filter((character, at) => character !== right[at]).length === 1;
}

function changesOf(plan: Plan | undefined, scope: Scope): readonly Change[] {
  return plan?.scopes.find((one) => one.scope === scope)?.changes ?? [];
}
