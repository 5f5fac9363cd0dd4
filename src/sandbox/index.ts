export { AS_DOCUMENTED, DEFAULT_BEHAVIOUR, type SandboxBehaviour } from "./behaviour.ts";
export { BEHAVIOUR_SWITCHES, readSwitch, type SwitchReading } from "./behaviour-switches.ts";
export { type ChaosProfile, chaosProfiles } from "./chaos.ts";
export type { StartingData } from "./data.ts";
export { type Sandbox, type SandboxOptions, startSandbox } from "./sandbox.ts";
export { SandboxError } from "./sandbox-error.ts";
export { seedData } from "./seed/index.ts";
