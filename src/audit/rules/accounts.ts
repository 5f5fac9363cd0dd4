import { billedInWords, billedOf } from "../billed-sum.ts";
import type { UnmanagedAccount } from "../facts.ts";
import type { RuleChecks } from "../rule.ts";

/** Billing accounts that no fleet file declares. */
export const accountChecks = {
  "unmanaged-account-used": {
    *find({ unmanaged = [] }) {
      for (const account of unmanaged) {
        if (!isUsed(account)) continue;
        const { scope, cars = 0, setAside = 0 } = account;
        const billed = account.billed && billedOf(account.billed);
        const uses = [
          ...(cars > 0 ? [`holds ${cars} ${cars === 1 ? "car" : "cars"}`] : []),
          ...(billed ? [`was billed: ${billedInWords(billed)}`] : []),
          ...(setAside > 0
            ? [`was billed what cannot be judged: ${setAside} ${setAside === 1 ? "record" : "records"}`]
            : []),
        ];
        const message = `is in no fleet file, and ${uses.join("; it ")}`;
        yield { scope, message, evidence: billed ? { billed } : {} };
      }
    },
  },

  "unmanaged-account": {
    *find({ unmanaged = [] }) {
      for (const account of unmanaged) {
        if (isUsed(account)) continue;
        yield { scope: account.scope, message: "is on the server, and in no fleet file", evidence: {} };
      }
    },
  },
} satisfies RuleChecks;

function isUsed({ cars = 0, billed, setAside = 0 }: UnmanagedAccount): boolean {
  return cars > 0 || billed !== undefined || setAside > 0;
}
