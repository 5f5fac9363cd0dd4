// A fleet file, its server and its state: plan, apply, audit.

// What the fleet file says, and what the lists hold.
export {
  type Alarm,
  accountIdOf,
  accountScope,
  type DesiredEntry,
  type DesiredScope,
  type DesiredState,
  type Diagnostic,
  formatSource,
  type InterfaceSettings,
  isAccountId,
  type Mode,
  type PlateKey,
  type PlateReading,
  type PlateRules,
  type Policy,
  readPlate,
  type Scope,
  type Source,
} from "./allowlist/index.ts";
// Plans, reports and findings, as data and as texts.
export type { ApplyProgress, ApplyResult } from "./apply/index.ts";
export { type PlanDocument, planDocumentSchema, type ReportDocument, reportDocumentSchema } from "./documents/index.ts";
// The Fleet Partner Interface.
export {
  type BillingAccount,
  type BillingRecord,
  createFleetApi,
  createFleetReader,
  type DayRange,
  type FleetApi,
  type FleetApiConfig,
  type FleetReader,
  type FleetWriter,
  type NewParkingUser,
  type ParkingUser,
  parseBaseUrl,
  parseNewParkingUser,
  type UserWriteResult,
} from "./fleet-api/index.ts";
export {
  exitCodeOf,
  type Fleet,
  type FleetAccess,
  type FleetApplying,
  type FleetAudit,
  type FleetRun,
  openFleet,
  openStore,
  sealPlan,
} from "./library.ts";
export type {
  Allowances,
  Change,
  ExemptCar,
  Guard,
  Plan,
  PlanWarning,
  ScopeCounts,
  ScopePlan,
  Target,
} from "./plan/index.ts";
export { systemClock, systemRandom } from "./process/system-clock.ts";
export { planDocumentText, planMarkdown, planText, reportText } from "./render/index.ts";
export { EXIT } from "./run/exit-code.ts";
export {
  type CarRow,
  type CarToWrite,
  type FleetCarRow,
  InterfaceError,
  type InterfaceFailure,
  type OutcomeKind,
  type Page,
  type PageRequest,
  type Reply,
  type WriteRequest,
} from "./run/ports/index.ts";
export type { RunResult } from "./run/reconcile.ts";
export { FleetFileError, type FleetReading, loadFleet, parseFleet } from "./schema/index.ts";
// What platectl remembers.
export { type LockHolder, StateError, type Store } from "./state/index.ts";
export { AUDIT_RULES, type Finding, isAtLeast } from "./usecases/audit/index.ts";
// Parking users.
export { carOfUser, createUser, removeUserCar, type UserCreation } from "./usecases/users.ts";
