export { readCount, readDays, readHash, readShard, type Shard } from "./definitions/readers.ts";
export { planHash } from "./input/approved-plan.ts";
export { learnDesired } from "./input/learn-plates.ts";
export { fleetFiles } from "./input/usual-file.ts";
export { choosePlates } from "./output/shown-plates.ts";
export { writeOutput } from "./output/write-file.ts";
export { describeFailure } from "./process/describe-failure.ts";
export { proxyFrom, type Variables } from "./process/environment.ts";
export { CommandFailure } from "./process/failure.ts";
export { type Io, writeBeforeExit } from "./process/io.ts";
export { takeEnvironment } from "./process/process-info.ts";
export type { ReconcileInput } from "./run/run-context.ts";

/** The commands that another front end runs, each loaded when it is called. */
export const RUN = {
  plan: async () => (await import("./commands/plan.ts")).planCommand,
  apply: async () => (await import("./commands/apply.ts")).applyFrom,
  audit: async () => (await import("./commands/audit.ts")).auditCommand,
} as const;
