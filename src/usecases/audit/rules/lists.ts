import { formatSource, isValidOn, plateKeyOf, quoted } from "../../../allowlist/index.ts";
import type { AuditedChange, AuditedList } from "./facts.ts";
import type { RuleChecks } from "./finding.ts";

/** What differs between a list and the fleet file. */
export const listChecks = {
  *"drift-missing"({ lists }) {
    for (const { scope, licenseNumber, source } of changesIn(lists, "add")) {
      const evidence = { ...(source && { source }) };
      yield { scope, licenseNumber, message: "is desired, and not on the list", evidence };
    }
  },

  *"drift-extra"({ lists, plates, day }) {
    for (const { scope, licenseNumber, desired, live } of changesIn(lists, "delete")) {
      const plateKey = plateKeyOf(licenseNumber, plates);
      if (plateKey === undefined) continue;
      const entry = desired.entries.get(plateKey);
      // Those have rules of their own.
      if (live.entries.get(plateKey)?.addedByCustomerCare || (entry?.validUntil ?? day) < day) continue;
      const why = entry ? `desired from ${entry.validFrom} only` : "not in the fleet file";
      yield { scope, licenseNumber, message: `is on the list, and ${why}`, evidence: {} };
    }
  },

  *"drift-features"({ lists }) {
    for (const { scope, licenseNumber, features, source } of changesIn(lists, "update")) {
      if (!features) continue;
      const message = `has ${named(features.from)}, and should have ${named(features.to)}`;
      yield { scope, licenseNumber, message, evidence: { ...(source && { source }), features } };
    }
  },

  *"expired-on-list"({ lists, day }) {
    for (const { scope, licenseNumber, entry } of carsOn(lists)) {
      const { validUntil } = entry ?? {};
      if (!entry || validUntil === undefined || validUntil >= day) continue;
      const evidence = { source: formatSource(entry.source), validUntil };
      yield { scope, licenseNumber, message: `is on the list, and was valid until ${validUntil}`, evidence };
    }
  },

  *"added-by-customer-care"({ lists, day }) {
    for (const { scope, licenseNumber, addedByCustomerCare, entry } of carsOn(lists)) {
      if (!addedByCustomerCare || (entry && isValidOn(entry, day))) continue;
      yield { scope, licenseNumber, message: "was added by customer care, and is not desired", evidence: {} };
    }
  },
} satisfies RuleChecks;

function named(features: readonly string[]): string {
  return features.length === 0 ? "no features" : features.map(quoted).join(", ");
}

/** The differences of one kind, each with the list that it is about. */
function* changesIn(lists: readonly AuditedList[], action: AuditedChange["action"]) {
  for (const { desired, read } of lists) {
    if (!read) continue;
    for (const change of read.changes)
      if (change.action === action) yield { ...change, scope: desired.scope, desired, live: read.live };
  }
}

/** The cars on the lists, each with what the fleet file says of it. */
function* carsOn(lists: readonly AuditedList[]) {
  for (const { desired, read } of lists) {
    for (const { plateKey, licenseNumber, addedByCustomerCare } of read?.live.entries.values() ?? [])
      yield { scope: desired.scope, licenseNumber, addedByCustomerCare, entry: desired.entries.get(plateKey) };
  }
}
