export { planHash } from "./approved-plan.ts";
export { choosePlates } from "./choose-plates.ts";
export { describeFailure } from "./describe-failure.ts";
export { proxyFrom, type Variables } from "./environment.ts";
export { CommandFailure } from "./failure.ts";
export { type Io, lastWords } from "./io.ts";
export { learnDesired } from "./learn-plates.ts";
export { countOption, planHashOption, type Shard, shardOption } from "./options.ts";
export { takeEnvironment } from "./process-info.ts";
export type { ReconcileOptions } from "./run-context.ts";
export { shownAudit, shownPlan, shownReport } from "./shown-plates.ts";
export { writeOutput } from "./write-output.ts";

/** The commands that another front end runs, each loaded when it is asked for. */
export const COMMANDS = {
  plan: async () => (await import("./plan-command.ts")).planCommand,
  apply: async () => (await import("./apply-command.ts")).applyCommand,
  audit: async () => (await import("./audit-command.ts")).auditCommand,
} as const;
