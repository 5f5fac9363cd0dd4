import { counted } from "../../../allowlist/index.ts";
import { billedInWords } from "../billing/billed-sum.ts";
import type { AuditFacts, UnmanagedAccount } from "./facts.ts";
import type { RuleChecks } from "./finding.ts";

/** Billing accounts that no fleet file declares, each found by one rule. */
export const accountChecks = {
  *"forgotten-account"({ forgotten = [], unmanaged = [] }) {
    const onServer = new Map(unmanaged.map((account) => [account.scope, account]));
    for (const { scope, cars } of forgotten) {
      const { uses, evidence } = useOf(onServer.get(scope) ?? { scope });
      const known = `is not in the fleet file any more, and the state knows ${counted(cars, "car")} on it`;
      yield { scope, message: [known, ...uses].join("; it "), evidence };
    }
  },

  *"unmanaged-account-used"(facts) {
    for (const { scope, uses, evidence } of neverManaged(facts))
      if (uses.length > 0) yield { scope, message: `is in no fleet file, and ${uses.join("; it ")}`, evidence };
  },

  *"unmanaged-account"(facts) {
    for (const { scope, uses, evidence } of neverManaged(facts))
      if (uses.length === 0) yield { scope, message: "is on the server, and in no fleet file", evidence };
  },
} satisfies RuleChecks;

function neverManaged({ forgotten = [], unmanaged = [] }: AuditFacts) {
  const named = new Set(forgotten.map(({ scope }) => scope));
  return unmanaged.filter(({ scope }) => !named.has(scope)).map(useOf);
}

/** What the server says of an account, in words and as evidence. */
function useOf({ scope, cars = 0, billed, setAside = 0 }: UnmanagedAccount) {
  const uses = [
    ...(cars > 0 ? [`holds ${counted(cars, "car")}`] : []),
    ...(billed ? [`was billed: ${billedInWords(billed)}`] : []),
    ...(setAside > 0 ? [`was billed what cannot be judged: ${counted(setAside, "record")}`] : []),
  ];
  return { scope, uses, evidence: billed ? { billed } : {} };
}
