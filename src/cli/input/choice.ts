import { type Choice, isCause, type PlateRules, readPlate } from "../../allowlist/index.ts";
import { terminalText } from "../../render/index.ts";
import { type CommandFailure, wrongInput } from "../process/failure.ts";

/** The options that choose among the changes of a plan, and the one that tells causes. */
export interface ChoiceOptions extends Choice {
  readonly base?: string;
}

/**
 * Which changes the options choose; undefined for all.
 * @throws CommandFailure (3) for a text that is not a plate, and for causes without a base revision.
 */
export function choiceOf({ only, skip, base }: ChoiceOptions, rules: PlateRules): Choice | undefined {
  const cause = only?.find(isCause);
  if (cause !== undefined && base === undefined) {
    throw input(
      `--only ${cause} needs a base revision, for nothing else tells drift from edits. ` +
        `Make a plan with \`platectl plan --base REVISION --only ${cause} --plan-file plan.json\`, and apply that one.`,
    );
  }
  const unread = skip?.find((text) => readPlate(text, rules).kind !== "plate");
  if (unread !== undefined) throw input(`--skip ${terminalText(JSON.stringify(unread))} is not a plate.`);
  if (!only && !skip) return undefined;
  return { ...(only && { only: [...new Set(only)] }), ...(skip && { skip: [...new Set(skip)] }) };
}

/** Refuses to choose among the changes of an approved plan: its choice is sealed. Throws a `CommandFailure` (3). */
export function refuseChoice({ only, skip }: Choice): void {
  if (!only && !skip) return;
  throw input("A PLAN is applied as it was approved: give --only and --skip to plan, which seals them.");
}

function input(message: string): CommandFailure {
  return wrongInput(message);
}
