import {
  accountIdOf,
  accountScope,
  type PlateRules,
  type RowSetAside,
  type RowsSetAside,
  type Scope,
  type SpendingBy,
  setAside,
  sumsInWords,
  withCommas,
} from "../allowlist/index.ts";
import {
  CurrencySums,
  type DepartedRecord,
  DepartedRecords,
  type Departures,
  type Saved,
  savedBy,
} from "../audit/index.ts";
import { type AuditRange, amountFlaw, dayReader, placeOf, widened } from "../audit/read/index.ts";
import type { BillingRecord, FleetReader } from "../fleet-api/index.ts";
import { RecordNotes, recordNotesInWords, recordPagesIn } from "../history/index.ts";
import { retryIfListChanged, toResult } from "../live/index.ts";
import { InterfaceError } from "../ports/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import { LARGEST_CONCURRENCY, mapConcurrent } from "../runtime/map-concurrent.ts";
import type { AccountTotals, OtherDay, OtherRecord } from "./invoices.ts";
import { SpendingTally } from "./spending-tally.ts";

/** Which records are added up, and by what. */
export interface SpendingWish {
  readonly by: SpendingBy;
  /** Ids of billing accounts. */
  readonly accounts: readonly string[];
  readonly range: AuditRange;
  /** YYYY-MM-DD, in the time zone. */
  readonly today: string;
  readonly timeZone: string;
  /** How plates are compared. */
  readonly rules: PlateRules;
  /** The cars that were taken off during the range, to say what that spared. */
  readonly departures?: Departures;
  /** Whether records of days before the range that come all the same, as they were billed late, are left out. */
  readonly leavesLateOut?: boolean;
}

/** What was spent, and what stood in the way of knowing all of it. */
export interface Spending {
  readonly tally: SpendingTally;
  /** Each account that could be read by itself. */
  readonly accounts: readonly AccountTotals[];
  /** What deletes have spared, where that was asked and some did. */
  readonly saved?: Saved;
  /** Accounts that could not be read: nothing of them is in the sums. */
  readonly failures: readonly { readonly scope: Scope; readonly error: InterfaceError }[];
  /** Records that are in no sum, because they cannot be judged. */
  readonly setAside: readonly {
    readonly scope: Scope;
    readonly count: number;
    readonly rows: readonly RowSetAside[];
  }[];
  /** What else is remarkable, a sentence each. */
  readonly notes: readonly string[];
}

/** Adds up the billing records of some accounts, each record in the range that its parking started in. Rejects only when interrupted. */
export async function readSpending(wish: SpendingWish, reader: FleetReader): Promise<Spending> {
  const accounts = await mapConcurrent(wish.accounts, LARGEST_CONCURRENCY, async (baId) => {
    const scope = accountScope(baId);
    return { scope, result: await toResult(retryIfListChanged(() => readAccount(wish, baId, reader))) };
  });
  const tally = new SpendingTally(wish.by, wish.rules);
  const read = accounts.flatMap(({ scope, result }) =>
    result instanceof InterfaceError ? [] : [{ scope, ...result }],
  );
  for (const account of read) tally.add(account.tally);
  const days = { from: wish.range.from, to: wish.today < wish.range.to ? wish.today : wish.range.to };
  const saved = savedBy(
    wish.departures ?? new Map(),
    read.flatMap(({ departed }) => departed),
    days,
  );
  return {
    tally,
    ...(saved && { saved }),
    accounts: read.map(({ scope, tally: own, others }) => ({
      account: accountIdOf(scope) ?? "",
      totals: own.totals(),
      others,
    })),
    failures: accounts.flatMap(({ scope, result: error }) =>
      error instanceof InterfaceError ? [{ scope, error }] : [],
    ),
    setAside: read.flatMap(({ scope, odd }) => (odd.count > 0 ? [{ scope, ...odd }] : [])),
    notes: [
      ...read.flatMap(({ scope, notes }) => notes.map((note) => `${scope}: ${note}`)),
      ...leftOut(read.flatMap(({ others }) => others)),
    ],
  };
}

interface AccountSpending {
  readonly tally: SpendingTally;
  readonly odd: RowsSetAside;
  readonly others: readonly OtherRecord[];
  readonly departed: readonly DepartedRecord[];
  readonly notes: readonly string[];
}

async function readAccount(wish: SpendingWish, baId: string, reader: FleetReader): Promise<AccountSpending> {
  const { by, range, today, timeZone, rules } = wish;
  const tally = new SpendingTally(by, rules);
  const notes = new RecordNotes();
  const dayOf = dayReader(timeZone);
  const others: OtherRecord[] = [];
  const departed = new DepartedRecords(wish.departures ?? new Map(), rules);
  for await (const records of recordPagesIn(reader, baId, widened(range, today), notes)) {
    for (const record of records) {
      const flaw = amountFlaw(record);
      if (flaw) setAside(notes.setAside, flaw);
      if (flaw) continue;
      const day = dayOf(record.startDate);
      const place = placeOf(day, range);
      if (place !== "within") others.push(otherRecord(record, day, day < range.from ? BEFORE[place] : AFTER[place]));
      const { currency, amountIncludingVat, parking } = record;
      const { currencyCode } = currency;
      if (place === "within") departed.take(parking?.licensePlate ?? "", { day, currencyCode, amountIncludingVat });
      if (place === "within" || (place === "early" && !wish.leavesLateOut)) tally.take(baId, record, day);
    }
  }
  const early = others.filter(({ when }) => when === "billed-late").length;
  return {
    tally,
    odd: notes.setAside,
    others,
    departed: departed.records,
    notes: recordNotesInWords({ ...notes, outside: early }),
  };
}

const BEFORE = { early: "billed-late", edge: "day-before", later: "later" } as const;
const AFTER = { early: "billed-late", edge: "day-after", later: "later" } as const;

function otherRecord(record: BillingRecord, day: string, when: OtherDay): OtherRecord {
  const { infoId, infoRecordId, amountIncludingVat, currency } = record;
  return { when, day, id: `${infoId}/${infoRecordId}`, amountIncludingVat, currencyCode: currency.currencyCode };
}

// What the server sent beside the range is in the sums of its own days; nothing is left out in silence.
function leftOut(others: readonly OtherRecord[]): readonly string[] {
  const beside = others.filter(({ when }) => when !== "billed-late");
  const days = [...groupBy(beside, ({ when, day }) => (when === "later" ? "later days" : day))].sort();
  const parts = days.map(
    ([day, records]) => `${withCommas(records.length)} of ${day} (${sumsInWords(new CurrencySums(records).list())})`,
  );
  return parts.length === 0
    ? []
    : [`records beside the range are in no sum here, but in those of their days: ${parts.join(", ")}`];
}
