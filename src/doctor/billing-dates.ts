import type { InterfaceSettings } from "../allowlist/index.ts";
import type { DayRange } from "../fleet-api/index.ts";
import { toResult } from "../live/index.ts";
import { InterfaceError } from "../ports/index.ts";
import type { ProbeFinding, ServerUnderTest } from "./server-under-test.ts";

/** Names that servers give to the first and the last day. */
const NAMES: readonly (readonly [from: string, to: string])[] = [
  ["fromDate", "toDate"],
  ["from", "to"],
  ["startDate", "endDate"],
  ["dateFrom", "dateTo"],
  ["start", "end"],
];

/** Days on which nobody parks, and all days. */
const FAR_FUTURE: DayRange = { from: "2999-01-01", to: "2999-01-02" };
const LONG_AGO: DayRange = { from: "1970-01-01", to: "1970-01-02" };
const EVER: DayRange = { from: "1970-01-01", to: "2999-01-02" };

/** What finding out takes where the usual names are right. */
const REQUESTS = 3;

type Count = (range: DayRange, settings?: Partial<InterfaceSettings>) => Promise<number | InterfaceError>;

/** Which parameters hold the days of billing records (interface 4.6): those that make a difference. */
export async function probeBillingDates(
  server: ServerUnderTest,
  baId: string,
  found: Partial<InterfaceSettings>,
): Promise<ProbeFinding> {
  const probe = "billing dates";
  const count: Count = async (range, settings = {}) => {
    const { reader } = server.clientWith({ ...found, ...settings });
    const page = await toResult(reader.billingRecordPage(baId, range, { number: 0, size: 1 }));
    return page instanceof InterfaceError ? page : page.totalElements;
  };
  const { fromDateParam, toDateParam } = server.settings;
  if (server.requestsLeft() < REQUESTS) return { probe, verdict: "not known", found: "left out: enough was asked" };
  const mayGoOn = () => server.requestsLeft() > 0;
  const all = await count({});
  if (all instanceof InterfaceError) return probeRequired(count, all, { fromDateParam, toDateParam }, mayGoOn);
  if (all === 0) return { probe, verdict: "not known", found: `account ${baId} has no records` };
  return probeOptional(count, { fromDateParam, toDateParam }, mayGoOn);
}

// A server that wants neither day gives all records, unless it knows the name of the one that is given.
async function probeOptional(
  count: Count,
  { fromDateParam, toDateParam }: Pick<InterfaceSettings, "fromDateParam" | "toDateParam">,
  mayGoOn: () => boolean,
): Promise<ProbeFinding> {
  const probe = "billing dates";
  const from = await nameThatCuts(count, mayGoOn, fromDateParam, 0, (day) => [
    { from: FAR_FUTURE.from ?? "" },
    { fromDateParam: day },
  ]);
  const to = await nameThatCuts(count, mayGoOn, toDateParam, 1, (day) => [
    { to: LONG_AGO.to ?? "" },
    { toDateParam: day },
  ]);
  if ((from === undefined || to === undefined) && !mayGoOn())
    return { probe, verdict: "not known", found: "the usual names change nothing, and enough was asked" };
  if (from === undefined || to === undefined)
    return {
      probe,
      verdict: "trouble",
      found: `records outside the range come back, with ${fromDateParam} and ${toDateParam} and other names`,
    };
  const settings = {
    ...(from !== fromDateParam && { fromDateParam: from }),
    ...(to !== toDateParam && { toDateParam: to }),
  };
  const isUsual = Object.keys(settings).length === 0;
  return {
    probe,
    verdict: isUsual ? "holds" : "differs",
    found: `${from} and ${to}, optional`,
    ...(isUsual ? {} : { settings }),
  };
}

async function nameThatCuts(
  count: Count,
  mayGoOn: () => boolean,
  usual: string,
  place: 0 | 1,
  trial: (name: string) => [DayRange, Partial<InterfaceSettings>],
): Promise<string | undefined> {
  for (const name of new Set([usual, ...NAMES.map((pair) => pair[place])])) {
    if (name !== usual && !mayGoOn()) return undefined;
    if ((await count(...trial(name))) === 0) return name;
  }
  return undefined;
}

// A server that wants both days refuses every name but its own.
async function probeRequired(
  count: Count,
  refusal: InterfaceError,
  usual: Pick<InterfaceSettings, "fromDateParam" | "toDateParam">,
  mayGoOn: () => boolean,
): Promise<ProbeFinding> {
  const probe = "billing dates";
  const pairs = [usual, ...NAMES.map(([fromDateParam, toDateParam]) => ({ fromDateParam, toDateParam }))];
  for (const settings of pairs) {
    if (settings !== usual && !mayGoOn()) break;
    if ((await count(EVER, settings)) instanceof InterfaceError) continue;
    const found = `${settings.fromDateParam} and ${settings.toDateParam}, both required`;
    if (settings === usual) return { probe, verdict: "holds", found };
    return { probe, verdict: "differs", found, settings };
  }
  return { probe, verdict: "trouble", found: refusal.message };
}
