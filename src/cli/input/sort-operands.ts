import { isAccountId } from "../../allowlist/index.ts";
import { terminalText } from "../../render/index.ts";
import { wrongInput } from "../process/failure.ts";
import { fileHint, isFleetFile } from "../process/usage-hints.ts";

/** The operands of apply, sorted. */
export interface SortedOperands {
  readonly plan: string | undefined;
  readonly file?: readonly string[];
  readonly account?: readonly string[];
}

/**
 * Sorts apply's operands: `-f a.yaml b.yaml plan.json` and `--account 4711 4712 plan.json` are written by people and by
 * shells that expand globs, so what follows the first value may belong to the option or be the plan.
 * @throws CommandFailure (3) when more than one operand is left for the plan.
 */
export function sortOperands(
  operands: readonly string[],
  { file, account }: { readonly file?: readonly string[]; readonly account?: readonly string[] },
): SortedOperands {
  const moreFiles = file ? operands.filter((operand) => /\.ya?ml$/i.test(operand)) : [];
  const moreAccounts = account ? operands.filter((operand) => isAccountId(operand)) : [];
  const taken = new Set([...moreFiles, ...moreAccounts]);
  const [plan, ...surplus] = operands.filter((operand) => !taken.has(operand));
  if (plan !== undefined && isFleetFile(plan)) {
    const why = `${terminalText(plan)} is a fleet file, and apply takes an approved plan here. ${fileHint(terminalText(plan))}`;
    throw wrongInput(why);
  }
  if (surplus.length > 0) {
    throw wrongInput(
      `apply takes one PLAN, but got ${[plan, ...surplus].map((one) => JSON.stringify(one)).join(" and ")}.`,
    );
  }
  return {
    plan,
    ...(file && { file: [...file, ...moreFiles] }),
    ...(account && { account: [...account, ...moreAccounts] }),
  };
}
