import { DEFAULT_WINDOW, type DesiredState, defaultTotal, type Scope } from "../../src/allowlist/index.ts";
import { groupBy } from "../../src/run/collections.ts";
import type { ServerEvent } from "./server.ts";

/**
 * Law V18 over a sequence of runs to which nobody allowed a number: what they took off, against the limits of every list, of
 * all together, and of each day. A list counts as large as all cars that were ever on it, so that readings of any age fit.
 */
export function tooManyGone(events: readonly ServerEvent[], { scopes, policy }: DesiredState): string[] {
  const { always } = policy.maxDeletes;
  const total = defaultTotal(policy.maxDeletes);
  const all = scopes.map(({ scope }) => scope);
  const inWindow = (some: readonly Scope[], always: number) =>
    exceeded(`${some.join()} in some days`, events, some, { ...DEFAULT_WINDOW, always });
  const days = groupBy(events, ({ time }) => new Date(time).toISOString().slice(0, 10));
  return [
    ...all.flatMap((scope) => inWindow([scope], always)),
    ...inWindow(all, total.always),
    ...[...days.keys()].flatMap((day) =>
      exceeded(`all lists on ${day}`, events, all, total, (time) => time.startsWith(day)),
    ),
  ];
}

function exceeded(
  what: string,
  events: readonly ServerEvent[],
  some: readonly Scope[],
  { percent, always }: { readonly percent: number; readonly always: number },
  isCounted: (time: string) => boolean = () => true,
): string[] {
  const own = events.filter(({ scope }) => some.includes(scope));
  const cars = new Set(own.map(({ scope, plateKey }) => `${scope} ${plateKey}`)).size;
  const taken = own.filter(
    ({ by, present, time }) => !present && by.startsWith("run-") && isCounted(new Date(time).toISOString()),
  );
  const gone = new Set(taken.map(({ scope, plateKey }) => `${scope} ${plateKey}`)).size;
  // Fewer than four cars may all leave, and a list that had more later may have had so few.
  const capped = Math.min(always, Math.max(3, Math.floor(cars / 2)));
  const limit = Math.max(capped, Math.floor((percent * cars) / 100));
  return gone <= limit ? [] : [`V18 ${what}: ${gone} of ${cars} cars were taken off, the limits allow ${limit}`];
}
