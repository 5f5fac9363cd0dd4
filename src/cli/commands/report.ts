import { EXIT } from "../../exit-code.ts";
import { REPORT_FORMATS } from "../../render/index.ts";
import type { PlanStore } from "../../state/index.ts";
import { openPublished, type PublishedPlan, wholeReport } from "../../workers/index.ts";
import type { reportSpec } from "../definitions/reconcile.ts";
import type { StateInput } from "../definitions/shared.ts";
import type { InputOf } from "../definitions/spec.ts";
import { printReport } from "../output/deliver-report.ts";
import { chooseFormat, protectInputs } from "../output/result.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { stateStore } from "../run/locked-state.ts";

/** `platectl report HASH`: what all workers have done of a published plan. Gives the exit code that one run would have had. */
export async function reportCommand(options: InputOf<typeof reportSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, REPORT_FORMATS);
  protectInputs({ "--output": options.output });
  const { plans, plan } = await openPlan(options.hash, options);
  const report = wholeReport(plan, await plans.outcomes(plan.hash));
  await printReport(report, format, options, io);
  return report.exitCode;
}

/** A published plan, and where it is. */
export interface OpenPlan {
  readonly plans: PlanStore;
  readonly plan: PublishedPlan;
}

/**
 * Opens a published plan of the state that options and environment name.
 * @throws CommandFailure: 3 when the state cannot hold plans or has none of that hash; 7 when the plan was altered.
 */
export async function openPlan(hash: string, input: StateInput): Promise<OpenPlan> {
  const plans = publishedPlans(input);
  const stored = await plans.read(hash);
  if (!stored)
    throw new CommandFailure(
      EXIT.input,
      `The state has no plan with the hash ${hash}. Plans are removed 30 days after \`plan --publish\`. Nothing was sent.`,
    );
  const plan = openPublished(hash, stored);
  if (plan) return { plans, plan };
  throw new CommandFailure(
    EXIT.stale,
    `The plan ${hash} was altered after it was published, or another version of platectl made it. Nothing was sent. Publish a new plan and have it approved.`,
  );
}

/** Where plans are published. @throws CommandFailure (3) when the state is kept where no list has a lock of its own. */
export function publishedPlans(input: StateInput): PlanStore {
  const { plans, name } = stateStore(input);
  if (plans) return plans;
  throw new CommandFailure(
    EXIT.input,
    `Plans are published in a state in PostgreSQL (--state postgres://HOST/DATABASE), and the state is ${name}. Without one, a single process applies: \`platectl apply\`. Nothing was sent.`,
  );
}
