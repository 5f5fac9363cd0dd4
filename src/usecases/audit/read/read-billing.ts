import { accountScope, counted, type DesiredScope, dayAfter, isValidOn } from "../../../allowlist/index.ts";
import { sumsInWords } from "../../../documents/index.ts";
import { retryIfListChanged } from "../../../live/index.ts";
import type { PlanWarning } from "../../../plan/index.ts";
import { runsRule } from "../../../schema/audit-rules/index.ts";
import {
  type AuditedAccount,
  type AuditedUser,
  type BilledAccount,
  type BillingRules,
  type DayOnList,
  verdictsOf,
} from "../index.ts";
import { type AuditReader, readUntilSame, reportSetAside } from "./audit-reader.ts";
import { claimsOf } from "./read-claims.ts";
import { rangeEdges } from "./record-range.ts";
import { isSameSweep, type Sweep, sweepRecords } from "./sweep-records.ts";

/**
 * Streams the billing records of an account and judges them one by one. Where a desired car has none, or a record comes twice, a
 * second reading must agree: no absence is claimed from a single one.
 * @throws InterfaceError when they cannot be read, or would not hold still.
 */
export async function readBilling(
  audit: AuditReader,
  baId: string,
  desired: DesiredScope,
  users: readonly AuditedUser[] | undefined,
): Promise<Pick<AuditedAccount, "billed" | "verdicts" | "claims">> {
  const rules = billingRules(audit, desired, users);
  const edges = rangeEdges(audit.ports.reader, baId, audit.range, audit.day);
  const sweep = await readUntilSame(
    `${accountScope(baId)}: the billing records`,
    () => retryIfListChanged(() => sweepRecords(audit, baId, rules, edges)),
    isSameSweep,
    (first) => first.billed.covered.repeats === 0 && !claimsAbsence(audit, desired, first.billed),
  );
  if (sweep.leftOut.records > 0) audit.warnings.push(outsideRange(audit, baId, sweep));
  reportSetAside(audit, accountScope(baId), "billing record", sweep.setAside);
  for (const plateKey of audit.departures.keys())
    for (const record of sweep.log.get(plateKey) ?? []) audit.departed.push({ plateKey, ...record });
  const read = { scope: accountScope(baId), desired, ...(users && { users }), billed: sweep.billed };
  const { before } = sweep;
  const judgedBy = { ...rules, day: audit.day };
  const verdicts = verdictsOf(read, audit.desired.policy.audit, judgedBy, before?.hasClaims ?? (() => false));
  const claims = before && claimsOf(audit, { ...read, verdicts }, before);
  // Where each account has a list of its own, nothing is compared with other accounts.
  const billed = { ...sweep.billed, ...(audit.desired.mode === "global" && { log: sweep.log }) };
  return { billed, verdicts, ...(claims && { claims }) };
}

function billingRules(
  { desired, day: today, keptOn, timeline }: AuditReader,
  list: DesiredScope,
  users: readonly AuditedUser[] | undefined,
): BillingRules {
  const others = desired.scopes.filter(({ scope }) => scope !== list.scope);
  return {
    plates: desired.interface,
    limits: desired.policy.audit.limits,
    lastDay: dayAfter(today, 1),
    ...(users && { users: new Map(users.map((user) => [user.id, user])) }),
    ...(runsRule("unknown-plate-spelling", desired.policy.audit) && {
      isOddSpelling: (plateKey, licenseNumber) =>
        (list.entries.get(plateKey)?.licenseNumber ?? licenseNumber) !== licenseNumber,
    }),
    isWanted(plateKey, day) {
      const entry = list.entries.get(plateKey);
      // Of a record without a day nothing bad is said.
      const isHere = entry !== undefined && (day === "" || isValidOn(entry, day));
      return (isHere && timeline.isSteady(list.scope, plateKey, day)) || timeline.written.isProtected(plateKey, day);
    },
    standingOf(plateKey, day) {
      if (timeline.written.isProtected(plateKey, day)) return { kind: "here" };
      const standing = timeline.on(list, plateKey, day);
      if (standing.kind !== "gone" && standing.kind !== "not-joined") return standing;
      const other = others.find((one) => WAS_THERE.has(timeline.on(one, plateKey, day).kind));
      if (standing.kind === "gone" && !other) {
        const reason = standing.left?.by === "journal" ? undefined : keptOn(list.scope, plateKey);
        return reason === undefined ? standing : { kind: "kept", reason };
      }
      if (standing.kind === "gone") return { kind: "elsewhere" };
      if (other) return { ...standing, kind: "before-move", from: other.scope };
      return timeline.isCorrection(list.scope, plateKey, day) ? { kind: "here" } : standing;
    },
  };
}

const WAS_THERE: ReadonlySet<DayOnList["kind"]> = new Set(["here", "ended-afterwards", "still-listed"]);

function claimsAbsence({ desired, day }: AuditReader, list: DesiredScope, { plates }: BilledAccount): boolean {
  const { audit } = desired.policy;
  const looksAtFees = runsRule("fee-for-idle-car", audit);
  // In global mode another account may have billed the fees.
  const looksAtAll = runsRule("idle", audit) || (looksAtFees && desired.mode === "global");
  const keysOf = (hasParked: boolean) =>
    [...plates.values()].flatMap((plate) => (plate.hasParked === hasParked ? (plate.plateKey ?? []) : []));
  const parked = new Set(keysOf(true));
  const judged = looksAtAll ? list.entries.keys() : looksAtFees ? keysOf(false) : [];
  return [...judged].some((plateKey) => {
    const entry = list.entries.get(plateKey);
    return entry !== undefined && isValidOn(entry, day) && !parked.has(plateKey);
  });
}

function outsideRange({ range, desired }: AuditReader, baId: string, { leftOut, billed }: Sweep): PlanWarning {
  const { fromDateParam, toDateParam } = desired.interface;
  const records = `${counted(leftOut.records, "record")}, ${sumsInWords(leftOut.amounts)},`;
  // The server seems not to have understood which days were meant.
  const why =
    leftOut.records > billed.covered.records
      ? `; the settings interface.fromDateParam (${fromDateParam}) and interface.toDateParam (${toDateParam}) may be wrong`
      : "";
  const message = `${accountScope(baId)}: ${records} of days outside ${range.from} to ${range.to} came back, left out here${why}`;
  return { code: "records-outside-range", message };
}
