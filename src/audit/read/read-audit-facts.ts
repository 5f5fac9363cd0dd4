import { type Diagnostic, dayIn } from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import type { SweepPorts } from "../../live/index.ts";
import { type PlanWarning, protectingMask, type Target } from "../../plan/index.ts";
import type { RunInputs } from "../../reconcile.ts";
import type { StateView, Store } from "../../state/index.ts";
import { type AuditFacts, ownersByPlate, sourcesNeeded } from "../index.ts";
import type { AuditRange, AuditReader, ReadFailure, ScopeSetAside } from "./audit-reader.ts";
import { readAccounts } from "./read-accounts.ts";
import { readFleet, readLists } from "./read-lists.ts";
import { readUnmanaged } from "./read-unmanaged.ts";
import { removalsIn } from "./removals.ts";

/** What is desired, which of it is looked at, and what is remembered of the server's lists. */
export interface AuditInputs {
  readonly inputs: Pick<RunInputs, "desired" | "warnings" | "target" | "scopes">;
  readonly store: Pick<Store, "memory" | "history">;
  readonly view: StateView;
}

/** What an audit judges, and what stood in the way of reading more. */
export interface AuditReading {
  readonly facts: AuditFacts;
  readonly failures: readonly ReadFailure[];
  readonly warnings: readonly PlanWarning[];
  /** Rows of the server's that could not be judged: sums are incomplete. */
  readonly setAside: readonly ScopeSetAside[];
}

/** Reads all that the active rules need. Rejects with an `InterfaceError` only when interrupted. */
export async function readAuditFacts(
  { inputs, store, view }: AuditInputs,
  range: AuditRange,
  ports: SweepPorts & { readonly reader: FleetReader },
): Promise<AuditReading> {
  const { desired, target, warnings } = inputs;
  const chosen = new Set(inputs.scopes);
  const protectorOf = protectingMask(desired.policy.protect.plates, desired.interface);
  const audit: AuditReader = {
    desired,
    scopes: desired.scopes.filter(({ scope }) => chosen.has(scope)),
    needs: sourcesNeeded(desired.policy.audit),
    range,
    day: dayIn(desired.timeZone, ports.clock.now()),
    ports,
    memory: await store.memory(view),
    removals: removalsIn(await store.history(), view, desired.timeZone),
    owners: ownersByPlate(desired.scopes),
    isProtected: (plateKey) => protectorOf(plateKey) !== undefined,
    failures: [],
    warnings: [],
    setAside: [],
  };
  const facts = await readFacts(audit, target, warnings);
  return { facts, failures: audit.failures, warnings: audit.warnings, setAside: audit.setAside };
}

async function readFacts(audit: AuditReader, target: Target, diagnostics: readonly Diagnostic[]): Promise<AuditFacts> {
  const { desired, day, range, isProtected } = audit;
  const lists = await readLists(audit, target, diagnostics);
  const fleet = await readFleet(audit);
  const accounts = await readAccounts(audit);
  const unmanaged = await readUnmanaged(audit);
  return {
    policy: desired.policy.audit,
    mode: desired.mode,
    plates: desired.interface,
    isProtected,
    day,
    from: range.from,
    desired: desired.scopes,
    lists,
    accounts,
    ...(unmanaged && { unmanaged }),
    ...(fleet && { fleet }),
  };
}
