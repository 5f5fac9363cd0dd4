import { accountIdOf, accountScope, type InterfaceSettings, type Mode, type Scope } from "../../allowlist/index.ts";
import type { BillingAccount, FleetReader } from "../../fleet-api/index.ts";
import { toResult } from "../../live/index.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import { probeBillingDates } from "./billing-dates.ts";
import { type PageReader, probePaging } from "./paging.ts";
import {
  findingOf,
  type ProbeFinding,
  type ProbeWords,
  proposedSettings,
  type ServerUnderTest,
} from "./server-under-test.ts";

/** What reading alone found out, and the list that writes may be tried on. */
export interface ReadProbing {
  readonly mode: Mode;
  readonly findings: readonly ProbeFinding[];
  /** Undefined when there is no list that can be read reliably. */
  readonly list: Scope | undefined;
  /** The list that takes writes and cannot be read. */
  readonly unlisted: Scope | undefined;
  /** Plates of cars in use, as the server writes them. */
  readonly fleet: readonly string[];
}

/** Reads all that can be read. Rejects with an `InterfaceError` when the server answers nothing at all. */
export async function probeReads(server: ServerUnderTest, account: string | undefined): Promise<ReadProbing> {
  const global = await fromEitherPage(server, (reader) => reader.carPage("global", { number: 0, size: 1 }));
  const accounts = await fromEitherPage(server, (reader) => reader.billingAccounts());
  const fleet = await fromEitherPage(server, (reader) => reader.fleetCars());
  const mode = account === undefined && isGlobal(global) ? "global" : "billing-account";
  const baId = account ?? firstAccount(accounts);
  const scope = mode === "global" ? mode : baId === undefined ? undefined : accountScope(baId);
  const shared = [
    findingOf("login", ["holds", "accepted"]),
    findingOf("mode", ["holds", mode]),
    listFinding("billing accounts", accounts, "listed", "not listed, so name them with --account"),
    listFinding("fleet cars", fleet, "in use", "not readable, so plans do not tell cars in use"),
  ];
  const cars = await probeList(server, scope);
  const isMute = [accounts, fleet].every((answer) => answer instanceof InterfaceError) && cars.offer === "unknown";
  if (isMute && global instanceof InterfaceError) throw global;
  const paging = await pagingOf(server, scope, cars.offer === "offered", baId);
  const found = proposedSettings(paging);
  const dates = baId === undefined ? [] : [findingOf("billing dates", await probeBillingDates(server, baId, found))];
  return {
    mode,
    findings: [...shared, ...cars.findings, ...paging, ...dates, USER_CAR],
    list: cars.offer === "offered" && isReadable(paging) ? scope : undefined,
    unlisted: cars.offer === "not-offered" ? scope : undefined,
    fleet: fleet instanceof InterfaceError ? [] : fleet.map(({ licenseNumber }) => licenseNumber),
  };
}

// A list that fits on one page can be read in whatever order it comes.
function isReadable(paging: readonly ProbeFinding[]): boolean {
  return paging.every(({ probe, verdict }) => verdict !== "trouble" || probe === "order");
}

// What a server that counts pages from 1 refuses may be there under another number.
async function fromEitherPage<Result>(
  { settings, readerWith }: ServerUnderTest,
  read: (reader: FleetReader) => Promise<Result>,
  tried: Partial<InterfaceSettings> = {},
): Promise<Result | InterfaceError> {
  const answer = await toResult(read(readerWith(tried)));
  if (!mayBeMiscounted(answer)) return answer;
  const other = await toResult(read(readerWith({ ...tried, firstPage: settings.firstPage === 0 ? 1 : 0 })));
  return other instanceof InterfaceError || mayBeMiscounted(other) ? answer : other;
}

function mayBeMiscounted(answer: unknown): boolean {
  if (!(answer instanceof InterfaceError)) return answer === "not-offered";
  const { failure } = answer;
  return failure.kind === "shape" || (failure.kind === "status" && failure.status < 500);
}

const USER_CAR = findingOf("user's car", [
  "not known",
  "only taking a car from a parking user would tell, and that is not tried",
]);

// An answer in another shape is still an answer: the list is there.
function isGlobal(answer: unknown): boolean {
  return answer instanceof InterfaceError ? answer.failure.kind === "shape" : answer !== "not-offered";
}

function firstAccount(accounts: readonly BillingAccount[] | InterfaceError): string | undefined {
  return accounts instanceof InterfaceError ? undefined : accounts[0]?.baId;
}

function listFinding(
  probe: string,
  answer: readonly unknown[] | InterfaceError,
  rows: string,
  otherwise: string,
): ProbeFinding {
  if (answer instanceof InterfaceError) return findingOf(probe, ["differs", `${otherwise}: ${answer.message}`]);
  return findingOf(probe, ["holds", `${answer.length} ${rows}`]);
}

interface ListProbe {
  readonly findings: readonly ProbeFinding[];
  readonly offer: "offered" | "not-offered" | "unknown";
}

async function probeList(server: ServerUnderTest, scope: Scope | undefined): Promise<ListProbe> {
  if (scope === undefined) return { findings: [], offer: "unknown" };
  if (accountIdOf(scope) === undefined) return { findings: [], offer: "offered" };
  const said = (offer: ListProbe["offer"], words: ProbeWords) => ({
    findings: [findingOf("account's cars", words)],
    offer,
  });
  // `auto`, the default, does without the list and notices when there is one.
  const auto = { accountList: "auto" } as const;
  const page = await fromEitherPage(server, (reader) => reader.carPage(scope, { number: 0, size: 1 }), auto);
  if (page === "not-offered") {
    const found = "not listed, so plans go by the state; `platectl state adopt` asks what is on it";
    return said("not-offered", ["differs", found, server.settings.accountList === true ? auto : undefined]);
  }
  if (page instanceof InterfaceError && page.failure.kind !== "shape")
    return said("unknown", ["trouble", page.message]);
  return said("offered", ["holds", "listed"]);
}

async function pagingOf(
  server: ServerUnderTest,
  scope: Scope | undefined,
  isOffered: boolean,
  baId: string | undefined,
): Promise<readonly ProbeFinding[]> {
  if (scope !== undefined && isOffered) return probePaging(server, carPages(scope));
  // Without a car list the users of the account are paged just so (interface 4, Pagination).
  return baId === undefined ? [] : probePaging(server, userPages(baId));
}

function carPages(scope: Scope): PageReader {
  return async (reader, asked) => {
    const page = await reader.carPage(scope, asked);
    if (page === "not-offered")
      throw new InterfaceError(`${scope}: the server says that there is no page ${asked.number}`, {
        kind: "status",
        status: 404,
      });
    return { ...page, items: page.items.map(({ licenseNumber }) => licenseNumber) };
  };
}

function userPages(baId: string): PageReader {
  return async (reader, asked) => {
    const page = await reader.parkingUserPage(baId, asked);
    return { ...page, items: page.items.map(({ id }) => id) };
  };
}
