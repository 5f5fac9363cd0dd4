import { applySpec, auditSpec, planSpec } from "./definitions/reconcile.ts";
import { ACCOUNTS } from "./definitions/shared.ts";
import { inputFrom, type OptionSpec, type RawValues } from "./definitions/spec.ts";
import type { Io } from "./process/io.ts";

export { optionName } from "./definitions/spec.ts";
export { planHash } from "./input/approved-plan.ts";
export { fleetFiles } from "./input/fleet-file.ts";
export { choosePlates } from "./output/shown-plates.ts";
export { requireOwnFolder, writeOutput } from "./output/write-file.ts";
export { describeFailure } from "./process/describe-failure.ts";
export { proxyFrom, readSecretFile, type Variables } from "./process/environment.ts";
export { wrongInput } from "./process/failure.ts";
export { writeBeforeExit } from "./process/io.ts";
export { ciRun, takeEnvironment } from "./process/process-info.ts";

export type { Io };

/** The options of `RUN`, by their keys. */
export const RUN_OPTIONS: Readonly<Record<string, OptionSpec<unknown>>> = {
  ...auditSpec.options,
  ...applySpec.options,
  ...planSpec.options,
  ...ACCOUNTS,
};

/** The commands that another front end runs, each loaded when it is called; other commands' values are dropped. */
export const RUN = {
  plan: async (values: RawValues, io: Io) =>
    (await import("./commands/plan.ts")).planCommand(inputFrom(planSpec, values), io),
  apply: async (values: RawValues, io: Io, plan?: string) =>
    (await import("./commands/apply.ts")).applyFrom(plan, inputFrom(applySpec, values), io),
  audit: async (values: RawValues, io: Io) =>
    (await import("./commands/audit.ts")).auditCommand(inputFrom(auditSpec, values), io),
} as const;
