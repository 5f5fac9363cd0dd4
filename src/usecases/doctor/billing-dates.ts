import type { InterfaceSettings } from "../../allowlist/index.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import { toResult } from "../../live/index.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import type { ProbeWords, ServerUnderTest } from "./server-under-test.ts";

/** The first and the last day: names that servers give them, and a day that leaves no records. */
const ENDS = [
  {
    setting: "fromDateParam",
    names: ["fromDate", "from", "startDate", "dateFrom", "start"],
    nowhere: { from: "2999-01-01" },
  },
  { setting: "toDateParam", names: ["toDate", "to", "endDate", "dateTo", "end"], nowhere: { to: "1970-01-02" } },
] as const;
const [FROM, TO] = ENDS;

const EVER: DayRange = { from: "1970-01-01", to: "2999-01-02" };

/** What finding out takes where the usual names are right. */
const REQUESTS = 3;

type Names = Pick<InterfaceSettings, "fromDateParam" | "toDateParam">;
type Count = (range: DayRange, settings?: Partial<Names>) => Promise<number | InterfaceError>;

/** Which parameters hold the days of billing records (interface 4.6): those that make a difference. */
export async function probeBillingDates(
  server: ServerUnderTest,
  baId: string,
  found: Partial<InterfaceSettings>,
): Promise<ProbeWords> {
  const count: Count = async (range, settings) => {
    const reader = server.readerWith({ ...found, ...settings });
    const page = await toResult(reader.billingRecordPage(baId, range, { number: 0, size: 1 }));
    return page instanceof InterfaceError ? page : page.totalElements;
  };
  if (server.requestsLeft() < REQUESTS) return ["not known", "left out: enough was asked"];
  const mayGoOn = () => server.requestsLeft() > 0;
  const all = await count({});
  if (all instanceof InterfaceError) return probeRequired(count, all, server.settings, mayGoOn);
  if (all === 0) return ["not known", `account ${baId} has no records`];
  return probeOptional(count, server.settings, mayGoOn);
}

// A server that wants neither day gives all records, unless it knows the name of the one that is given.
async function probeOptional(count: Count, usual: Names, mayGoOn: () => boolean): Promise<ProbeWords> {
  const nameThatCuts = async ({ setting, names, nowhere }: (typeof ENDS)[number]) => {
    for (const name of new Set([usual[setting], ...names])) {
      if (name !== usual[setting] && !mayGoOn()) return undefined;
      if ((await count(nowhere, { [setting]: name })) === 0) return name;
    }
    return undefined;
  };
  const [fromDateParam, toDateParam] = [await nameThatCuts(FROM), await nameThatCuts(TO)];
  if (fromDateParam === undefined || toDateParam === undefined) {
    const asked = `${usual.fromDateParam} and ${usual.toDateParam}`;
    return mayGoOn()
      ? ["trouble", `records outside the range come back, with ${asked} and other names`]
      : ["not known", "the usual names change nothing, and enough was asked"];
  }
  const settings = {
    ...(fromDateParam !== usual.fromDateParam && { fromDateParam }),
    ...(toDateParam !== usual.toDateParam && { toDateParam }),
  };
  const text = `${fromDateParam} and ${toDateParam}, optional`;
  return Object.keys(settings).length === 0 ? ["holds", text] : ["differs", text, settings];
}

// A server that wants both days refuses every name but its own.
async function probeRequired(
  count: Count,
  refusal: InterfaceError,
  { fromDateParam, toDateParam }: Names,
  mayGoOn: () => boolean,
): Promise<ProbeWords> {
  const usual: Names = { fromDateParam, toDateParam };
  const others = FROM.names.map((name, at) => ({ fromDateParam: name, toDateParam: TO.names[at] ?? name }));
  for (const settings of [usual, ...others]) {
    if (settings !== usual && !mayGoOn()) break;
    if ((await count(EVER, settings)) instanceof InterfaceError) continue;
    const found = `${settings.fromDateParam} and ${settings.toDateParam}, both required`;
    return settings === usual ? ["holds", found] : ["differs", found, settings];
  }
  return ["trouble", refusal.message];
}
