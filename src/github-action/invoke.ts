import { join } from "node:path";
import { describeFailure, type Io, type ReconcileInput, RUN } from "../cli/index.ts";
import { FULL_PLATES, type PlateView } from "../render/index.ts";
import { type ActionOutput, auditOutput, failureOutput, LOG_STYLE, planOutput, reportOutput } from "./action-output.ts";
import type { ActionCommand, ActionInputs } from "./inputs.ts";
import type { ActionLog } from "./log.ts";

/** How a command ended. */
export interface Invocation {
  readonly exitCode: number;
  readonly output: ActionOutput;
  /** The failure, if there was one. */
  readonly failure?: string;
  /** The document, if the run produced one. */
  readonly document?: string;
}

/** Runs the command line's own command in this process, so that a signal to the step reaches it (reliability H2). */
export async function invoke(
  command: Exclude<ActionCommand, "validate">,
  inputs: ActionInputs,
  folder: string,
  log: ActionLog,
  plates: PlateView,
): Promise<Invocation> {
  let result = "";
  const io: Io = {
    result: async (text) => {
      result += text;
    },
    message: log.text,
    plates,
    // The document is a file of the run, and what is shown is made from it.
    documentPlates: FULL_PLATES,
    secret: log.mask,
    resultStyle: LOG_STYLE,
    messageStyle: LOG_STYLE,
    stdinIsTty: false,
    stderrIsTty: false,
  };
  try {
    const exitCode = await RUNNERS[command].run(inputs, folder, io);
    if (result === "") return { exitCode, output: failureOutput(command, exitCode, "") };
    return { exitCode, output: RUNNERS[command].output(result, plates), document: result };
  } catch (error) {
    const { exitCode, text } = describeFailure(error, plates);
    const failure = text.replace(/^error: /, "");
    return { exitCode, output: failureOutput(command, exitCode, failure), failure };
  }
}

const RUNNERS = {
  plan: { run: runPlan, output: planOutput },
  apply: { run: runApply, output: reportOutput },
  audit: { run: runAudit, output: auditOutput },
} as const;

async function runPlan(inputs: ActionInputs, _folder: string, io: Io): Promise<number> {
  const planCommand = await RUN.plan();
  const base = inputs.base === undefined ? {} : { base: inputs.base };
  const money = inputs.moneyDays === undefined ? {} : { money: inputs.moneyDays };
  return planCommand({ ...common(inputs), ...base, ...money, format: "json", exitCode: true }, io);
}

async function runApply(inputs: ActionInputs, folder: string, io: Io): Promise<number> {
  const applyFrom = await RUN.apply();
  const { plan, planHash, autoApprove, maxPlanAge, settleTime, lockTimeout } = inputs;
  const options = {
    ...common(inputs),
    autoApprove,
    report: join(folder, "report.json"),
    format: "json" as const,
    ...(planHash !== undefined && { planHash }),
    ...(maxPlanAge !== undefined && { maxPlanAge }),
    ...(settleTime !== undefined && { settleTime }),
    ...(lockTimeout !== undefined && { lockTimeout }),
  };
  return applyFrom(plan, options, io);
}

async function runAudit(inputs: ActionInputs, _folder: string, io: Io): Promise<number> {
  const auditCommand = await RUN.audit();
  return auditCommand({ ...common(inputs), format: "json", failOn: "warning" }, io);
}

function common(inputs: ActionInputs): ReconcileInput {
  const {
    files,
    state,
    account,
    shard,
    allowDeletes,
    allowAdds,
    allowUpdates,
    allowShrink,
    allowAge,
    reassert,
    only,
    skip,
  } = inputs;
  return {
    ...(files !== undefined && { file: files }),
    color: false,
    ...(state !== undefined && { state }),
    ...(account !== undefined && { account }),
    ...(shard !== undefined && { shard }),
    ...(allowDeletes !== undefined && { allowDeletes }),
    ...(allowAdds !== undefined && { allowAdds }),
    ...(allowUpdates !== undefined && { allowUpdates }),
    ...(allowShrink !== undefined && { allowShrink }),
    ...(allowAge !== undefined && { allowAge }),
    ...(reassert && { reassert }),
    ...(only && { only }),
    ...(skip && { skip }),
  };
}
