import { billedInWords, billedOf } from "../billing.ts";
import type { UnmanagedAccount } from "../facts.ts";
import type { AuditRule } from "../rule.ts";

/** Accounts that no fleet file declares, as far as nothing happens there. */
export const unmanagedAccount: AuditRule = {
  id: "unmanaged-account",
  explanation:
    "The server knows the billing account, and no fleet file declares it: nobody watches what is on its list.",
  fix: "Declare it in a fleet file (export --account writes one), or name it in policy.accounts.ignore.",
  reads: ["accounts"],
  *find({ unmanaged = [] }) {
    for (const account of unmanaged) {
      if (isUsed(account)) continue;
      yield { scope: account.scope, message: "is on the server, and in no fleet file", evidence: {} };
    }
  },
};

/** Accounts that no fleet file declares, and that hold cars or are billed. */
export const unmanagedAccountUsed: AuditRule = {
  id: "unmanaged-account-used",
  explanation:
    "A billing account that no fleet file declares holds cars, or was billed: they cost money and nobody watches them.",
  fix: "Declare it in a fleet file (export --account writes one), or name it in policy.accounts.ignore.",
  reads: ["accounts"],
  *find({ unmanaged = [] }) {
    for (const account of unmanaged) {
      if (!isUsed(account)) continue;
      const { scope, cars = 0 } = account;
      const billed = account.billed && billedOf(account.billed);
      const uses = [
        ...(cars > 0 ? [`holds ${cars} ${cars === 1 ? "car" : "cars"}`] : []),
        ...(billed ? [`was billed: ${billedInWords(billed)}`] : []),
      ];
      const message = `is in no fleet file, and ${uses.join("; it ")}`;
      yield { scope, message, evidence: billed ? { billed } : {} };
    }
  },
};

function isUsed({ cars = 0, billed }: UnmanagedAccount): boolean {
  return cars > 0 || billed !== undefined;
}
