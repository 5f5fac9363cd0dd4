import {
  accountIdOf,
  DEFAULT_INTERFACE,
  type DesiredState,
  formatSource,
  type PlateKey,
  type PlateRules,
  plateKeyOf,
  type RowsSetAside,
  type Scope,
  type Source,
  setAside,
} from "../../allowlist/index.ts";
import type { DocumentContent } from "../../documents/index.ts";
import type { BillingRecord, DayRange, FleetReader } from "../../fleet-api/index.ts";
import { readUsersOneByOne, toResult } from "../../live/index.ts";
import { mapConcurrent } from "../../run/collections.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import type { JournalRecord } from "../../state/index.ts";
import { recordPagesIn, setAsideFailure } from "./billing-records.ts";
import type { GitPlace } from "./git/git-source.ts";
import { eventsOf, readFleetLog } from "./git/plate-events.ts";
import { journalPart } from "./timeline/journal.ts";

type HistoryPage = DocumentContent<"history">;
type LocalParts = Pick<HistoryPage, "desired" | "commits" | "journal"> & Pick<DocumentContent<"car">, "absent">;

const SHALLOW = "older commits are not here, as this clone is shallow; git fetch --unshallow brings them";
const CUT = "older versions were not read, as there are too many";

function placeIn<Car extends { readonly plateKey: PlateKey; readonly source: Source }>(
  scope: Scope,
  car: Car | undefined,
) {
  if (!car) return [];
  const { plateKey: _, source, ...values } = car;
  return [{ scope, ...values, source: formatSource(source) }];
}

/** Where the local parts of a plate's history are read. */
interface LocalSources extends GitPlace {
  /** Undefined when there is no fleet file. */
  readonly desired: DesiredState | undefined;
  /** The journal. */
  readonly records: readonly JournalRecord[];
  /** The server and mode that it is asked about; undefined for all. */
  readonly target: string | undefined;
}

/** What the fleet files, their git history and the journal say of a plate. Contacts nothing. */
export async function localHistory(
  plateKey: PlateKey,
  { desired, records, target, ...place }: LocalSources,
): Promise<LocalParts> {
  const rules = desired?.interface ?? DEFAULT_INTERFACE;
  const journal = journalPart(records, plateKey, { target, rules });
  if (!desired) {
    const why = "there is no fleet file here; name one with -f";
    return { desired: { note: why }, absent: [], commits: { note: why }, journal };
  }
  const { scopes } = desired;
  return {
    desired: { rows: scopes.flatMap(({ scope, entries }) => placeIn(scope, entries.get(plateKey))) },
    absent: scopes.flatMap(({ scope, absent }) => placeIn(scope, absent?.get(plateKey))),
    commits: await carCommits(plateKey, desired, place),
    journal,
  };
}

// The commits that touched a plate, in any spelling, in the files of a fleet; oldest first.
async function carCommits(plateKey: PlateKey, desired: DesiredState, place: GitPlace): Promise<HistoryPage["commits"]> {
  const log = await readFleetLog(desired, place);
  if ("why" in log) return { note: log.message };
  const events = eventsOf(log, new Set([plateKey]), desired.interface).get(plateKey) ?? [];
  const rows = events
    .filter(({ isEdge }) => !isEdge)
    .map(({ commit, writtenAt: at, author, subject, file, change }) => ({ commit, at, author, subject, file, change }));
  const gaps = [...(log.isShallow ? [SHALLOW] : []), ...(log.isCut ? [CUT] : [])];
  return { rows: rows.toReversed(), ...(gaps.length > 0 && { note: gaps.join("; ") }) };
}

/**
 * The billing records of a plate in some days and the parking users who hold it, and why some are missing. A part that cannot be
 * read does not hide the other.
 */
export async function serverHistory(
  plateKey: PlateKey,
  accounts: Promise<readonly string[]>,
  range: DayRange,
  rules: PlateRules,
  reader: FleetReader,
) {
  const isPlate = (text: string) => plateKeyOf(text, rules) === plateKey;
  const billing = await readPart("billing record", accounts, async (account, odd) => {
    const own: (BillingRecord & { readonly account: string })[] = [];
    for await (const page of recordPagesIn(reader, account, range, { setAside: odd, repeats: [], outside: 0 }))
      for (const record of page) if (isPlate(record.parking?.licensePlate ?? "")) own.push({ ...record, account });
    return own;
  });
  const users = await readPart("parking user", accounts, async (account, odd) => {
    const { users, setAside: others } = await readUsersOneByOne(account, reader);
    for (const row of others) setAside(odd, row);
    return users.flatMap(({ id, firstName, lastName, status, cars }) => {
      const car = cars.find(({ licenseNumber }) => isPlate(licenseNumber));
      const name = `${firstName} ${lastName}`.trim();
      return car ? [{ account, id, name, status, licenseNumber: car.licenseNumber }] : [];
    });
  });
  return {
    parts: { billing: billing.part, users: users.part },
    failures: [...billing.failures, ...users.failures],
  };
}

/** Reads the rows of one part, account by account; those that cannot be judged are set aside. */
async function readPart<Row>(
  what: Parameters<typeof setAsideFailure>[0],
  accounts: Promise<readonly string[]>,
  read: (account: string, odd: RowsSetAside) => Promise<readonly Row[]>,
) {
  const odd: RowsSetAside = { count: 0, rows: [] };
  const readAll = async () => mapConcurrent(await accounts, 1, (account) => read(account, odd));
  const lists = await toResult(readAll());
  if (lists instanceof InterfaceError)
    return { part: { note: `could not be read: ${lists.message}` }, failures: [lists] };
  const failure = setAsideFailure(what, odd);
  return {
    part: { rows: lists.flat(), ...(failure && { note: failure.message }) },
    failures: failure ? [failure] : [],
  };
}

/** The accounts that were chosen, else those of the fleet files, else all that the server names. */
export async function accountsToRead(
  chosen: readonly string[] | undefined,
  desired: DesiredState | undefined,
  reader: Pick<FleetReader, "billingAccounts">,
): Promise<readonly string[]> {
  const declared = chosen ?? (desired?.scopes ?? []).flatMap(({ scope }) => accountIdOf(scope) ?? []);
  const ids = declared.length > 0 ? declared : (await reader.billingAccounts()).map(({ baId }) => baId);
  return [...new Set(ids)];
}
