import { MOST_AT_ONCE } from "../../run/collections.ts";
import type { Reply, WriteRequest } from "../../run/ports/index.ts";
import { firstBatch } from "../run/request-size.ts";
import type { ScopeRun, WrittenIntent } from "../run/scope-run.ts";
import type { TrackedChange } from "../run/tracked-change.ts";
import { assessReply, type Batch } from "./assess-reply.ts";
import { nextStep } from "./next-step.ts";

/** At most this many requests carry cars that had no effect before. */
const MOST_ALONE = 20;

/** Most adds of one list at once: more of them gain little, and a run that is killed leaves their cars in doubt. */
const MOST_OF_A_LIST = 4;

/**
 * Sends all pending cars of a list: adds side by side once the server has confirmed one of their requests, all else one
 * request at a time. Every car leaves with an outcome; the last of these may be on their way to the journal still.
 */
export async function sendPending(scopeRun: ScopeRun): Promise<void> {
  const underWay = new Set<Promise<void>>();
  try {
    await sendAll(new SendQueue(groupsOf(scopeRun.tracker.items("pending"))), underWay, scopeRun);
  } finally {
    await Promise.allSettled(underWay);
  }
  void scopeRun.journal.flush();
}

async function sendAll(queue: Queue, underWay: Set<Promise<void>>, scopeRun: ScopeRun): Promise<void> {
  const { tracker, pace, journal, run } = scopeRun;
  const ahead: Batch[] = [];
  const mayGo = (batch: Batch) => underWay.size < mostAtOnce(batch, scopeRun) && !isSuperseded(ahead, queue, scopeRun);
  for (;;) {
    if (isSuperseded(ahead, queue, scopeRun)) await takeBack(ahead, journal);
    if (run.gate.wait > 0 && queue.next()) await waitForRateLimit(ahead, scopeRun);
    if (ahead.length === 0) writeAhead(ahead, queue, scopeRun);
    const [next] = ahead;
    if (!next && underWay.size === 0) return;
    if (next && mayGo(next)) {
      await next.recorded;
      if (run.gate.wait > 0) continue;
      const reason = run.gate.stopReason(tracker.scope) ?? pace.closed;
      if (reason !== undefined) {
        await Promise.all(underWay);
        tracker.giveUpUnsent(reason);
        return await takeBack(ahead, journal);
      }
      // An answer may have come meanwhile.
      if (mayGo(next)) await sendNext(ahead, queue, underWay, scopeRun);
    } else {
      // Where no intent takes along the outcomes that wait, or none for a while.
      if (!next || (ahead.length > 1 && !queue.next(carsIn(ahead)))) void journal.flush();
      await Promise.race(underWay);
    }
  }
}

/** How many requests may be under way with this one. One that may be too large, or that follows a setback, goes alone. */
function mostAtOnce({ items }: Batch, { tracker, pace, run: { options, size } }: ScopeRun): number {
  const isSafe = tracker.action === "add" && pace.isTrusted && pace.gapMs === 0 && !size.mayBeTooLarge(items.length);
  return isSafe ? Math.min(MOST_OF_A_LIST, options.writesAtOnce ?? MOST_AT_ONCE) : 1;
}

// Cars of an answer go before them, or one is larger than requests may be by now.
function isSuperseded(ahead: readonly Batch[], queue: Queue, scopeRun: ScopeRun): boolean {
  const [next] = ahead;
  if (!next) return false;
  return queue.next() !== next.items[0] || ahead.some(({ items }) => items.length > mostCars(scopeRun));
}

async function takeBack(ahead: Batch[], journal: ScopeRun["journal"]): Promise<void> {
  for (const batch of ahead.splice(0)) await journal.cancelIntent(batch);
}

// While requests are under way the journal records the intents of the next ones, as many as may go together, and the outcomes
// of those before, in one write, so that an answer is followed by the next request without delay.
function writeAhead(ahead: Batch[], queue: Queue, scopeRun: ScopeRun): void {
  for (;;) {
    const [next] = ahead;
    if (next && ahead.length >= mostAtOnce(next, scopeRun)) return;
    const batch = writeNextIntent(queue, carsIn(ahead), scopeRun);
    if (!batch) return;
    ahead.push(batch);
  }
}

function carsIn(ahead: readonly Batch[]): number {
  return ahead.reduce((cars, { items }) => cars + items.length, 0);
}

// Resolves once the request has left.
async function sendNext(ahead: Batch[], queue: Queue, underWay: Set<Promise<void>>, scopeRun: ScopeRun): Promise<void> {
  const batch = ahead.shift();
  if (!batch) return;
  const { setbacks } = scopeRun.pace;
  queue.take(batch.items.length);
  const { answer } = await send(batch, scopeRun);
  if (ahead.length === 0) writeAhead(ahead, queue, scopeRun);
  const answered = takeAnswer(answer, setbacks, scopeRun).then((resend) => {
    for (const group of resend.toReversed()) queue.putFirst(group);
    underWay.delete(answered);
  });
  // One that failed stays there, which ends the sending.
  answered.catch(() => undefined);
  underWay.add(answered);
}

// Resolves, after the pause that follows, to the groups of cars to send again.
async function takeAnswer(answer: Promise<Answer>, setbacks: number, scopeRun: ScopeRun) {
  const { tracker, pace, journal, run } = scopeRun;
  const { batch, reply } = await answer;
  const { items } = batch;
  const assessment = assessReply(scopeRun, batch, reply);
  tracker.markEach(items, (_, at) => assessment.marks[at]);
  journal.writeOutcome(assessment.outcome);
  const { marks, resend } = await nextStep(scopeRun, items, assessment, setbacks);
  tracker.markEach(items, (_, at) => marks[at]);
  if (resend.length === 0) run.countDone(items.length);
  if (pace.gapMs > 0) await run.gate.pause(pace.gapMs);
  return resend;
}

// Cars that had no effect before may be before others in a request of which the server does a part: they go last,
// alone where they are few.
function groupsOf(items: readonly TrackedChange[]): (readonly TrackedChange[])[] {
  const ignored = items.filter(({ past }) => past.hadNoEffectBefore);
  const size = Math.max(1, Math.ceil(ignored.length / MOST_ALONE));
  const parts = Array.from({ length: Math.ceil(ignored.length / size) }, (_, at) =>
    ignored.slice(at * size, (at + 1) * size),
  );
  return [items.filter(({ past }) => !past.hadNoEffectBefore), ...parts];
}

function mostCars({ pace, run }: ScopeRun): number {
  return Math.min(pace.mostCars, run.size.cars);
}

function writeNextIntent(queue: Queue, from: number, scopeRun: ScopeRun): Batch | undefined {
  const { tracker, journal, run } = scopeRun;
  const items = queue.first(mostCars(scopeRun), from);
  if (items.length === 0) return undefined;
  const cars = items.map(({ change: { licenseNumber, features } }) => ({
    licenseNumber,
    features: features?.to ?? [],
  }));
  const whole: WriteRequest = { action: tracker.action, ...tracker.carsOf, cars };
  const request = firstBatch(whole, run.options.settings.requestHeadBytes, (one) => run.ports.writer.headBytes(one));
  const sent = items.slice(0, request.cars.length);
  const listed = sent.flatMap(({ change }) => (change.action === "update" ? change.licenseNumber : []));
  return { items: sent, ...journal.writeIntent(request, listed) };
}

// In a pause others may take the lock, and begin: what leaves after it is recorded after it, which needs the lock (V24).
async function waitForRateLimit(ahead: Batch[], { journal, run: { gate } }: ScopeRun): Promise<void> {
  await takeBack(ahead, journal);
  for (let { wait } = gate; wait > 0; wait = gate.wait) {
    await journal.flush();
    await gate.pause(wait);
  }
}

/** What came back, and for which intent: a request that had to wait is recorded once more. */
interface Answer {
  readonly batch: Batch;
  readonly reply: Reply;
}

/** Sends a request and waits until it has left: what is done before would hold it up. The answer is still to come then. */
async function send(batch: Batch, scopeRun: ScopeRun): Promise<{ readonly answer: Promise<Answer> }> {
  const { tracker, journal, run } = scopeRun;
  const { ports, options, gate } = run;
  let intent: WrittenIntent = batch;
  let onLeft = () => {};
  const left = new Promise<void>((resolve) => {
    onLeft = resolve;
  });
  // While it waits for its turn among the requests of other lists, one of these may stop the run.
  const isOpen = () => gate.stopReason(tracker.scope) === undefined;
  const mayLeave = async () => {
    if (isOpen()) intent = await journal.renewIntent(intent);
    return isOpen();
  };
  const reply = ports.writer.send(batch.request, options.cancel, { onLeft, mayLeave });
  await Promise.race([left, reply]);
  return { answer: reply.then((one) => ({ batch: { ...batch, ...intent }, reply: one })) };
}

type Queue = SendQueue<TrackedChange>;

/** Items still to send, from `from` on. */
interface Group<Item> {
  readonly items: readonly Item[];
  from: number;
}

/** What waits to be sent to one list, in order. Groups stay apart. */
export class SendQueue<Item> {
  readonly #groups: Group<Item>[] = [];

  /** In the order of these groups. */
  constructor(groups: readonly (readonly Item[])[]) {
    for (const items of groups.toReversed()) this.putFirst(items);
  }

  /** What is to be sent next, or after a number of items: at least one and at most that number of a group; none when nothing waits. */
  first(most: number, skipped = 0): readonly Item[] {
    let left = skipped;
    for (const { items, from } of this.#groups.toReversed()) {
      const start = from + left;
      if (start < items.length) return items.slice(start, start + Math.max(1, most));
      left = start - items.length;
    }
    return [];
  }

  /** The item that is to be sent next, or after a number of items. */
  next(skipped = 0): Item | undefined {
    return this.first(1, skipped)[0];
  }

  /** Takes that many items out of the first group. */
  take(count: number): void {
    const group = this.#groups.at(-1);
    if (!group) return;
    group.from += count;
    if (group.from >= group.items.length) this.#groups.pop();
  }

  /** Puts a group before all others. */
  putFirst(items: readonly Item[]): void {
    if (items.length > 0) this.#groups.push({ items, from: 0 });
  }
}
