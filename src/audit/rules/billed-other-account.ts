import { billedInWords, billedOf } from "../billing.ts";
import { ownersByPlate } from "../facts.ts";
import type { AuditRule } from "../rule.ts";

/** Records of cars that belong to another account. */
export const billedOtherAccount: AuditRule = {
  id: "billed-other-account",
  explanation: "An account was billed for a plate that the fleet file wants on other accounts only.",
  fix: "See which account the car's driver parks on (users list), and move the car in the fleet file or the driver to the right account.",
  reads: ["billing"],
  *find(facts) {
    const owners = ownersByPlate(facts.desired);
    for (const { scope, billed: plates } of facts.accounts) {
      for (const { licenseNumber, plateKey, sums } of plates?.values() ?? []) {
        if (plateKey === undefined || !sums.elsewhere) continue;
        const billed = billedOf(sums.elsewhere);
        const desiredIn = (owners.get(plateKey) ?? []).map((owner) => owner.scope).filter((other) => other !== scope);
        const message = `belongs to ${desiredIn.join(", ")}, and was billed here: ${billedInWords(billed)}`;
        yield { scope, licenseNumber, message, evidence: { desiredIn, billed } };
      }
    }
  },
};
