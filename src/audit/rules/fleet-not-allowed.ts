import type { AuditRule } from "../rule.ts";

/** Cars that use the fleet and are on no list. */
export const fleetNotAllowed: AuditRule = {
  id: "fleet-not-allowed",
  explanation: "The car is among the fleet cars, and no list holds it: someone means to park with it, and cannot.",
  fix: "Add it to the fleet file, or tell its driver that it does not belong to the fleet.",
  reads: ["lists", "fleet"],
  lacks: ({ desired, lists }) =>
    lists.filter(({ read }) => read).length < desired.length ? "not all lists were read" : undefined,
  *find({ lists, fleet }) {
    const onNoList = new Map(fleet);
    for (const { read } of lists) for (const plateKey of read?.live.entries.keys() ?? []) onNoList.delete(plateKey);
    for (const licenseNumber of onNoList.values())
      yield { scope: "global", licenseNumber, message: "is a fleet car, and on no list", evidence: {} };
  },
};
