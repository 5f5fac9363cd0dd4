import { type Diagnostic, dayIn } from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import type { SweepPorts } from "../../live/index.ts";
import { type PlanWarning, protectingMask, type Target } from "../../plan/index.ts";
import type { RunInputs } from "../../reconcile.ts";
import type { StateView, Store } from "../../state/index.ts";
import { type AuditFacts, ownersByPlate, sourcesNeeded } from "../index.ts";
import type { AuditReader, ReadFailure } from "./audit-reader.ts";
import type { AuditRange } from "./range.ts";
import { readAccounts } from "./read-accounts.ts";
import { readFleet } from "./read-fleet.ts";
import { readLists } from "./read-lists.ts";
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
}

/** Reads all that the rules in force need. Rejects with an `InterfaceError` only when interrupted. */
export async function readAuditFacts(
  { inputs, store, view }: AuditInputs,
  range: AuditRange,
  ports: SweepPorts & { readonly reader: FleetReader },
): Promise<AuditReading> {
  const { desired, target, warnings } = inputs;
  const chosen = new Set(inputs.scopes);
  const protectorOf = protectingMask(desired.policy.protect.plates, desired.interface);
  const gathering: AuditReader = {
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
  };
  const facts = await readFacts(gathering, target, warnings);
  return { facts, failures: gathering.failures, warnings: gathering.warnings };
}

async function readFacts(
  gathering: AuditReader,
  target: Target,
  diagnostics: readonly Diagnostic[],
): Promise<AuditFacts> {
  const { desired, day, range, isProtected } = gathering;
  const lists = await readLists(gathering, target, diagnostics);
  const fleet = await readFleet(gathering);
  const accounts = await readAccounts(gathering);
  const unmanaged = await readUnmanaged(gathering);
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
