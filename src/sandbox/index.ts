export { SandboxError } from "./data-file.ts";
export {
  AS_DOCUMENTED,
  BEHAVIOUR_SWITCHES,
  DEFAULT_BEHAVIOUR,
  readSwitch,
  type SandboxBehaviour,
} from "./model/behaviour.ts";
export type { StartingData } from "./model/data.ts";
export { type Sandbox, type SandboxOptions, startSandbox } from "./sandbox.ts";
export { seedData } from "./seed/index.ts";
export { type ChaosProfile, chaosProfiles } from "./server/chaos.ts";
