import { formatSource, isValidOn, plateKeyOf, quoted, type Scope } from "../../allowlist/index.ts";
import type { AuditedList, ListChange } from "./facts.ts";
import type { RuleChecks } from "./finding.ts";

/** What differs between a list and the fleet file. */
export const listChecks = {
  "drift-missing": {
    *find({ lists }) {
      for (const { scope, licenseNumber, source } of changesIn(lists, "add")) {
        yield {
          scope,
          licenseNumber,
          message: "is desired, and not on the list",
          evidence: { ...(source && { source }) },
        };
      }
    },
  },

  "drift-extra": {
    *find({ lists, plates, day }) {
      for (const { scope, licenseNumber, list } of changesIn(lists, "delete")) {
        const plateKey = plateKeyOf(licenseNumber, plates);
        if (plateKey === undefined) continue;
        const desired = list.desired.entries.get(plateKey);
        const live = list.read?.live.entries.get(plateKey);
        // Those have rules of their own.
        if (live?.addedByCustomerCare || (desired?.validUntil ?? day) < day) continue;
        const message = desired
          ? `is on the list, and desired from ${desired.validFrom} only`
          : "is on the list, and not in the fleet file";
        yield { scope, licenseNumber, message, evidence: {} };
      }
    },
  },

  "drift-features": {
    *find({ lists }) {
      for (const { scope, licenseNumber, features, source } of changesIn(lists, "update")) {
        if (!features) continue;
        const message = `has ${named(features.from)}, and should have ${named(features.to)}`;
        yield { scope, licenseNumber, message, evidence: { ...(source && { source }), features } };
      }
    },
  },

  "expired-on-list": {
    *find({ lists, day }) {
      for (const { desired, read } of lists) {
        for (const { plateKey, licenseNumber } of read?.live.entries.values() ?? []) {
          const entry = desired.entries.get(plateKey);
          const { validUntil } = entry ?? {};
          if (!entry || validUntil === undefined || validUntil >= day) continue;
          const evidence = { source: formatSource(entry.source), validUntil };
          yield {
            scope: desired.scope,
            licenseNumber,
            message: `is on the list, and was valid until ${validUntil}`,
            evidence,
          };
        }
      }
    },
  },

  "added-by-customer-care": {
    *find({ lists, day }) {
      for (const { desired, read } of lists) {
        for (const live of read?.live.entries.values() ?? []) {
          const entry = desired.entries.get(live.plateKey);
          if (!live.addedByCustomerCare || (entry && isValidOn(entry, day))) continue;
          const message = "was added by customer care, and is not desired";
          yield { scope: desired.scope, licenseNumber: live.licenseNumber, message, evidence: {} };
        }
      }
    },
  },
} satisfies RuleChecks;

function named(features: readonly string[]): string {
  return features.length === 0 ? "no features" : features.map(quoted).join(", ");
}

/** A difference with the list that it is about. */
interface PlacedChange extends ListChange {
  readonly scope: Scope;
  readonly list: AuditedList;
}

/** The differences of one kind, of all lists that were read. */
function* changesIn(
  lists: readonly AuditedList[],
  action: ListChange["action"],
): Generator<PlacedChange, void, undefined> {
  for (const list of lists) {
    for (const change of list.read?.changes ?? []) {
      if (change.action === action) yield { scope: list.desired.scope, list, ...change };
    }
  }
}
