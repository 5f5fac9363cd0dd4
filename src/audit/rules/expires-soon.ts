import { daysBetween, formatSource } from "../../allowlist/index.ts";
import { desiredToday } from "../facts.ts";
import type { AuditRule } from "../rule.ts";

/** Cars whose last day is near. */
export const expiresSoon: AuditRule = {
  id: "expires-soon",
  explanation: "The car's validUntil is near; the apply after that day takes it off the list.",
  fix: "Give it a later validUntil if it stays. policy.audit.expires-soon.days says how near is near.",
  reads: [],
  *find({ lists, day, policy }) {
    for (const { scope, entry } of desiredToday(lists, day)) {
      const { licenseNumber, validUntil } = entry;
      if (validUntil === undefined || daysBetween(day, validUntil) > policy.expiresSoonDays) continue;
      const evidence = { source: formatSource(entry.source), validUntil };
      yield { scope, licenseNumber, message: `is valid until ${validUntil} only`, evidence };
    }
  },
};
