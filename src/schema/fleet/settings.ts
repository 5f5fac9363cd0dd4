import { isDeepStrictEqual } from "node:util";
import {
  type Acceptance,
  type Acknowledgement,
  accountScope,
  carsIn,
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  DEFAULT_WINDOW,
  type DesiredScope,
  dayIn,
  defaultTotal,
  formatSource,
  type InterfaceSettings,
  type Mode,
  type Policy,
  type Scope,
  type WatchedList,
} from "../../allowlist/index.ts";
import type { ListReference, Lists, PlacedReference } from "../../tables/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import type { SkippedCounter } from "./car-collector.ts";
import { type FleetPart, locate, locateKey } from "./fleet-part.ts";
import { readAuditPolicy } from "./policy-shape.ts";
import type { ReadableFleet } from "./shape.ts";

const DEFAULT_TIME_ZONE = "UTC";
const SHARED_KEYS = ["defaults", "timeZone", "policy", "interface"] as const;

/** What applies to all fleet files of a run. */
export interface Settings {
  readonly mode: Mode;
  readonly policy: Policy;
  readonly interface: InterfaceSettings;
  readonly timeZone: string;
}

/** Joins the settings of all files. A setting written in several files must be the same in each. */
export function mergeSettings(parts: readonly FleetPart[], diagnostics: DiagnosticCollector): Settings {
  const mode = parts.find((part) => part.fleet.mode)?.fleet.mode ?? "global";
  requireSame("mode", parts, diagnostics);
  for (const key of SHARED_KEYS) requireSame(key, parts, diagnostics);
  requireAccountsForDetach(mode, parts, diagnostics);
  const first = <K extends keyof ReadableFleet>(key: K) => parts.find((part) => part.fleet[key] !== undefined);
  return {
    mode,
    policy: readPolicy(first("policy")),
    interface: readInterface(first("interface")),
    timeZone: first("timeZone")?.fleet.timeZone ?? DEFAULT_TIME_ZONE,
  };
}

function readInterface(part: FleetPart | undefined): InterfaceSettings {
  const { failures, ...written } = part?.fleet.interface ?? {};
  return { ...DEFAULT_INTERFACE, ...written, failures: { ...DEFAULT_INTERFACE.failures, ...failures } };
}

function requireSame(key: keyof ReadableFleet, parts: readonly FleetPart[], diagnostics: DiagnosticCollector): void {
  const [first, ...others] = parts.filter((part) => part.fleet[key] !== undefined);
  for (const other of others) {
    if (!first || isDeepStrictEqual(first.fleet[key], other.fleet[key])) continue;
    const message = `\`${key}\` differs from the one at ${formatSource(locateKey(first, [], key))}.`;
    const fix =
      key === "mode" ? "Plan each mode on its own." : `Write \`${key}\` in one file only; it holds for all of them.`;
    diagnostics.error("conflicting-setting", message, locateKey(other, [], key), fix);
  }
}

function requireAccountsForDetach(mode: Mode, parts: readonly FleetPart[], diagnostics: DiagnosticCollector): void {
  const part = parts.find(({ fleet }) => fleet.policy?.onRemove === "detach");
  if (mode !== "global" || !part) return;
  const message =
    "`onRemove: detach` has no meaning here: parking users belong to billing accounts, and the mode is global.";
  diagnostics.error("detach-without-accounts", message, locateKey(part, ["policy"], "onRemove"), "Remove `onRemove`.");
}

function readPolicy(part: FleetPart | undefined): Policy {
  const written = part?.fleet.policy;
  if (!part || !written) return DEFAULT_POLICY;
  const acknowledge = (written.acknowledge ?? []).map(
    (one, at): Acknowledgement => ({ ...one, source: locate(part, ["policy", "acknowledge", at]) }),
  );
  const accept = (written.accept ?? []).map(
    ({ account, warning, ...one }, at): Acceptance => ({
      ...one,
      code: warning,
      ...(account !== undefined && { scope: accountScope(account) }),
      source: locate(part, ["policy", "accept", at]),
    }),
  );
  return {
    prune: written.prune ?? DEFAULT_POLICY.prune,
    protect: { ...DEFAULT_POLICY.protect, ...written.protect },
    maxDeletes: readMaxDeletes(written.maxDeletes ?? {}),
    maxAdds: { ...DEFAULT_POLICY.maxAdds, ...written.maxAdds },
    maxUpdates: { ...DEFAULT_POLICY.maxUpdates, ...written.maxUpdates },
    allowEmpty: written.allowEmpty ?? DEFAULT_POLICY.allowEmpty,
    onRemove: written.onRemove ?? DEFAULT_POLICY.onRemove,
    acknowledge,
    accept,
    audit: readAuditPolicy(written.audit, (at) => locate(part, ["policy", "audit", "accept", at])),
    ignoredAccounts: new Set(written.accounts?.ignore),
  };
}

function readMaxDeletes({
  total,
  window,
  ...written
}: NonNullable<NonNullable<ReadableFleet["policy"]>["maxDeletes"]>): Policy["maxDeletes"] {
  const limit = { ...DEFAULT_POLICY.maxDeletes, ...written };
  return {
    ...limit,
    ...(total && { total: { ...defaultTotal(limit), ...total } }),
    ...(window && { window: { ...DEFAULT_WINDOW, ...window } }),
  };
}

/** Reports acknowledgements that say no number, and warns of those for lists that the files do not describe. */
export function checkAcknowledgements(
  settings: Settings,
  scopes: readonly DesiredScope[],
  diagnostics: DiagnosticCollector,
): void {
  if (settings.policy.acknowledge.length === 0) return;
  const known = new Set<Scope>(scopes.map((one) => one.scope));
  for (const { scope, deletes, adds, updates, source } of settings.policy.acknowledge) {
    if (deletes === undefined && adds === undefined && updates === undefined) {
      const fix = "Write how many changes are expected, for example `deletes: 137`.";
      diagnostics.error(
        "missing-key",
        "This acknowledgement has neither `deletes`, `adds` nor `updates`.",
        source,
        fix,
      );
    }
    if (scope !== "all" && !known.has(scope)) {
      const message = `This acknowledgement is for ${scope}, which these files do not describe.`;
      diagnostics.warning("unknown-scope", message, source, "Correct the scope, or remove the entry.");
    }
  }
}

/** Of the `carsFrom` items of one scope, those whose list is compared with what it held in earlier runs. */
export function watchedLists(
  references: readonly PlacedReference[],
  lists: Lists,
  entries: DesiredScope["entries"],
  { timeZone, skipped }: { readonly timeZone: string; readonly skipped: SkippedCounter },
): Pick<DesiredScope, "lists"> {
  const watched = references.filter(({ reference }) => isWatched(reference));
  if (watched.length === 0) return {};
  const names = new Set<string>();
  return {
    lists: watched.map(({ reference, source }): WatchedList => {
      const texts = lists.get(reference) ?? [];
      const files = [...new Set(texts.map(({ path }) => path))];
      const { maxShrink, maxAge, grace } = reference;
      const [oldest] = texts.flatMap(({ changed }) => changed ?? []).sort((left, right) => left.at - right.at);
      return {
        name: nameOf(reference, names),
        source,
        files,
        cars: carsIn(files, entries).size,
        ...(maxShrink && { maxShrink }),
        ...(maxShrink &&
          (reference.skip ?? reference.where ?? reference.whereNot) && { skipped: skipped.skippedBy(reference) }),
        ...(maxAge !== undefined && { maxAge }),
        ...(grace !== undefined && { grace }),
        ...(oldest && { changed: { ...oldest, on: dayIn(timeZone, oldest.at) } }),
      };
    }),
  };
}

function isWatched({ maxShrink, maxAge, grace }: ListReference): boolean {
  return maxShrink !== undefined || maxAge !== undefined || grace !== undefined;
}

// As written, so that it does not depend on where a run is started.
function nameOf({ file }: ListReference, taken: Set<string>): string {
  const written = file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  let name = written;
  for (let number = 2; taken.has(name); number += 1) name = `${written} (${number})`;
  taken.add(name);
  return name;
}
