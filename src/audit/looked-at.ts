import {
  AUDIT_RULE_TABLE,
  type AuditRuleId,
  type AuditRuleRow,
  type AuditSource,
  type Scope,
} from "../allowlist/index.ts";
import type { AuditFacts } from "./rules/facts.ts";

/** Whether what a rule looks at was read, for a list or account. */
export function isLookedAt(rule: AuditRuleId, scope: Scope, facts: AuditFacts): boolean {
  const { needs }: AuditRuleRow = AUDIT_RULE_TABLE[rule];
  // Rules about the fleet file alone look at the lists that were chosen.
  if (needs.length === 0) return facts.lists.some(({ desired }) => desired.scope === scope);
  return needs.every((source) => isSourceRead(source, scope, facts));
}

function isSourceRead(
  source: AuditSource,
  scope: Scope,
  { mode, lists, accounts, fleet, unmanaged, forgotten }: AuditFacts,
): boolean {
  const list = lists.find(({ desired }) => desired.scope === scope);
  const account = accounts.find((one) => one.scope === scope);
  switch (source) {
    case "lists":
      // Fleet cars are found on `global` in both modes.
      return list ? list.read !== undefined : scope === "global";
    case "fleet":
      return fleet !== undefined;
    case "users":
      return account?.users !== undefined;
    case "billing":
      return account ? account.billed !== undefined : mode === "global" && scope === "global";
    case "accounts":
      return unmanaged !== undefined;
    case "state":
      return forgotten !== undefined;
  }
}
