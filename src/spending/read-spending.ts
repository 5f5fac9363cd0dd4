import {
  accountIdOf,
  accountScope,
  dayAfter,
  type PlateRules,
  type RowSetAside,
  type RowsSetAside,
  type Scope,
  type SpendingBy,
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
import {
  type AuditRange,
  type DatedRecord,
  dayReader,
  idOf,
  placeOf,
  RangeEdges,
  widened,
} from "../audit/read/index.ts";
import type { FleetReader } from "../fleet-api/index.ts";
import { RecordNotes, recordNotesInWords, recordPagesIn } from "../history/index.ts";
import { retryIfListChanged, toResult } from "../live/index.ts";
import { InterfaceError } from "../ports/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import { LARGEST_CONCURRENCY, mapConcurrent } from "../runtime/map-concurrent.ts";
import { type AccountTotals, isInSums, type OtherDay, type OtherRecord } from "./invoices.ts";
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
  /** Whether records of other days that no report beside this one sees, as they were billed late, are left out, too. */
  readonly isOfDaysAlone?: boolean;
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

/** Adds up the billing records of some accounts, each in one range, as audits count it. Rejects only when interrupted. */
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
  const outside: DatedRecord[] = [];
  let within = 0;
  const departed = new DepartedRecords(wish.departures ?? new Map(), rules);
  for await (const records of recordPagesIn(reader, baId, widened(range, today), notes)) {
    for (const item of records) {
      const day = dayOf(item.startDate);
      if (placeOf(day, range) !== "within") {
        outside.push({ item, id: idOf(item), day });
        continue;
      }
      within += 1;
      tally.take(baId, item, day);
      const { currency, amountIncludingVat, parking } = item;
      departed.take(parking?.licensePlate ?? "", { day, currencyCode: currency.currencyCode, amountIncludingVat });
    }
  }
  const edges = new RangeEdges(reader, baId, range, today);
  const { own } = await edges.divide(wish.isOfDaysAlone ? [] : outside, within, dayAfter(today, 1));
  for (const { item, day } of own) tally.take(baId, item, day);
  const counted = new Set(own);
  const others = outside.map((one) => otherRecord(one, range, counted.has(one)));
  return {
    tally,
    odd: notes.setAside,
    others,
    departed: departed.records,
    notes: recordNotesInWords({ ...notes, outside: own.length }),
  };
}

function otherRecord(dated: DatedRecord, range: AuditRange, isCounted: boolean): OtherRecord {
  const { id, day } = dated;
  const { amountIncludingVat, currency } = dated.item;
  const isBefore = day < range.from;
  const when = isCounted ? COUNTED : placeOf(day, range) === "edge" ? BESIDE : FAR;
  return { when: when[isBefore ? 0 : 1], day, id, amountIncludingVat, currencyCode: currency.currencyCode };
}

const COUNTED = ["billed-late", "billed-ahead"] as const;
const BESIDE = ["day-before", "day-after"] as const;
const FAR = ["earlier", "later"] as const;

// Nothing is left out in silence.
function leftOut(others: readonly OtherRecord[]): readonly string[] {
  const isFar = (when: OtherDay) => when === "earlier" || when === "later";
  const beside = others.filter(({ when }) => !isInSums(when));
  const days = [...groupBy(beside, ({ when, day }) => (isFar(when) ? `${when} days` : day))].sort();
  const parts = days.map(
    ([day, records]) => `${withCommas(records.length)} of ${day} (${sumsInWords(new CurrencySums(records).list())})`,
  );
  return parts.length === 0
    ? []
    : [`records of other days are in no sum here, but in those of the days beside: ${parts.join(", ")}`];
}
