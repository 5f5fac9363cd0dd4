export { readCount, readDays, readHash, readShard, type Shard } from "./definitions/readers.ts";
export { describeFailure } from "./describe-failure.ts";
export { proxyFrom, type Variables } from "./environment.ts";
export { CommandFailure } from "./failure.ts";
export { planHash } from "./input/approved-plan.ts";
export { fleetFiles } from "./input/usual-file.ts";
export { type Io, writeBeforeExit } from "./io.ts";
export { learnDesired } from "./learn-plates.ts";
export { choosePlates } from "./output/shown-plates.ts";
export { writeOutput } from "./output/write-file.ts";
export { takeEnvironment } from "./process-info.ts";
export type { ReconcileInput } from "./run-context.ts";

/** The commands that another front end runs, each loaded when it is called. */
export const RUN = {
  plan: async () => (await import("./commands/plan.ts")).planCommand,
  apply: async () => (await import("./commands/apply.ts")).applyFrom,
  audit: async () => (await import("./commands/audit.ts")).auditCommand,
} as const;
