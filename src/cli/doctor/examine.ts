import { accountIdOf, accountScope, type InterfaceSettings, type Mode, type Scope } from "../../allowlist/index.ts";
import type { BillingAccount } from "../../fleet-api/index.ts";
import { type FleetCarRow, InterfaceError } from "../../ports.ts";
import { attempt } from "../attempt.ts";
import { probeBillingDates } from "./billing-dates.ts";
import { type Finding, settingsOf } from "./finding.ts";
import { type PageReader, probePaging } from "./paging.ts";
import type { Patient } from "./patient.ts";

/** What reading alone found out, and the list that writes may be tried on. */
export interface Examination {
  readonly mode: Mode;
  readonly findings: readonly Finding[];
  /** Undefined when there is no list that can be read reliably. */
  readonly list: Scope | undefined;
  /** Plates of cars in use, as the server writes them. */
  readonly fleet: readonly string[];
}

/** Reads what there is to read. Rejects with an `InterfaceError` when the server answers nothing at all. */
export async function examine(patient: Patient, account: string | undefined): Promise<Examination> {
  const { reader } = patient.clientWith({});
  const global = await attempt(reader.carPage("global", { number: 0, size: 1 }));
  const accounts = await attempt(reader.billingAccounts());
  const fleet = await attempt(reader.fleetCars());
  if (global instanceof InterfaceError && accounts instanceof InterfaceError && fleet instanceof InterfaceError)
    throw global;
  const mode = account === undefined && isGlobal(global) ? "global" : "billing-account";
  const baId = account ?? firstAccount(accounts);
  const scope = mode === "global" ? mode : baId === undefined ? undefined : accountScope(baId);
  const shared = [
    { probe: "login", verdict: "holds", found: "accepted" } as const,
    { probe: "mode", verdict: "holds", found: mode } as const,
    accountsFinding(accounts),
    fleetFinding(fleet),
  ];
  const cars = await probeList(patient, scope);
  const paging = await pagingOf(patient, scope, cars.isOffered, baId);
  const found = settingsOf(paging);
  const dates = baId === undefined ? [] : [await probeBillingDates(patient, baId, found)];
  const findings = [...shared, ...cars.findings, ...paging, ...dates, USER_CAR];
  const isReadable = cars.isOffered && paging.every(({ verdict }) => verdict !== "trouble");
  return {
    mode,
    findings,
    list: isReadable ? scope : undefined,
    fleet: fleet instanceof InterfaceError ? [] : fleet.map(({ licenseNumber }) => licenseNumber),
  };
}

const USER_CAR: Finding = {
  probe: "user's car",
  verdict: "not known",
  found: "only taking a car from a parking user would tell, and that is not tried",
};

// An answer in another shape is still an answer: the list is there.
function isGlobal(answer: unknown): boolean {
  return answer instanceof InterfaceError ? answer.failure.kind === "shape" : answer !== "not-offered";
}

function firstAccount(accounts: readonly BillingAccount[] | InterfaceError): string | undefined {
  return accounts instanceof InterfaceError ? undefined : accounts[0]?.baId;
}

function accountsFinding(accounts: readonly BillingAccount[] | InterfaceError): Finding {
  const probe = "billing accounts";
  if (accounts instanceof InterfaceError) {
    return { probe, verdict: "differs", found: `not listed, so name them with --account: ${accounts.message}` };
  }
  return { probe, verdict: "holds", found: `${accounts.length} listed` };
}

function fleetFinding(fleet: readonly FleetCarRow[] | InterfaceError): Finding {
  const probe = "fleet cars";
  if (fleet instanceof InterfaceError) {
    return { probe, verdict: "differs", found: `not readable, so plans do not tell cars in use: ${fleet.message}` };
  }
  return { probe, verdict: "holds", found: `${fleet.length} in use` };
}

interface ListProbe {
  readonly findings: readonly Finding[];
  readonly isOffered: boolean;
}

async function probeList(patient: Patient, scope: Scope | undefined): Promise<ListProbe> {
  if (scope === undefined || accountIdOf(scope) === undefined) return { findings: [], isOffered: scope !== undefined };
  const probe = "account's cars";
  const { reader } = patient.clientWith({ accountList: "auto" });
  const page = await attempt(reader.carPage(scope, { number: 0, size: 1 }));
  if (page === "not-offered") {
    const settings = { accountList: false } satisfies Partial<InterfaceSettings>;
    return { findings: [{ probe, verdict: "differs", found: "not listed", settings }], isOffered: false };
  }
  if (page instanceof InterfaceError && page.failure.kind !== "shape") throw page;
  return { findings: [{ probe, verdict: "holds", found: "listed" }], isOffered: true };
}

async function pagingOf(
  patient: Patient,
  scope: Scope | undefined,
  isOffered: boolean,
  baId: string | undefined,
): Promise<readonly Finding[]> {
  if (scope !== undefined && isOffered) return probePaging(patient, carPages(scope));
  // Without a car list the users of the account are paged just so (interface 4, Pagination).
  return baId === undefined ? [] : probePaging(patient, userPages(baId));
}

function carPages(scope: Scope): PageReader {
  return async (reader, asked) => {
    const page = await reader.carPage(scope, asked);
    if (page === "not-offered") return { ...asked, items: [], totalElements: 0, totalPages: 0 };
    return { ...page, items: page.items.map(({ licenseNumber }) => licenseNumber) };
  };
}

function userPages(baId: string): PageReader {
  return async (reader, asked) => {
    const page = await reader.parkingUserPage(baId, asked);
    return { ...page, items: page.items.map(({ id }) => id) };
  };
}
