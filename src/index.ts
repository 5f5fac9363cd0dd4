// What the fleet file says.
export {
  type Acknowledgement,
  accountIdOf,
  accountScope,
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  type DeleteParameter,
  type DesiredEntry,
  type DesiredFile,
  type DesiredScope,
  type DesiredState,
  type Diagnostic,
  dayIn,
  formatSource,
  type InterfaceSettings,
  isAccountId,
  type LiveEntry,
  type LiveScope,
  type LiveSource,
  type LiveState,
  type Mode,
  type PlateKey,
  type PlateProblem,
  type PlateReading,
  type PlateRules,
  type Policy,
  readPlate,
  type Scope,
  type ScopeMemory,
  type Source,
} from "./allowlist/index.ts";
// A run: read, plan, apply.
export { type ApplyOptions, type ApplyPorts, type ApplyProgress, type ApplyResult, applyPlan } from "./apply/index.ts";
// Auditing: reading all that the rules need, then judging it.
export { AUDIT_RULES, type AuditFacts, audit, type Finding, isAtLeast } from "./audit/index.ts";
export {
  type AuditInputs,
  type AuditRange,
  type AuditReading,
  type ReadFailure,
  readAuditFacts,
  type ScopeSetAside,
} from "./audit/read/index.ts";
// Probing: which assumptions about the interface hold for a server.
export {
  type ProbeFinding,
  type ProbeVerdict,
  probeReads,
  proposedSettings,
  type ReadingClient,
  type ReadProbing,
  type ServerUnderTest,
  serverUnderTest,
  tryWrites,
  type WriteProbing,
  type WritesTried,
  type WriteTrial,
} from "./doctor/index.ts";
export { EXIT, exitCodeFor } from "./exit-code.ts";
// The Fleet Partner Interface.
export {
  type BaseUrlReading,
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
  type NewParkingUserReading,
  type OddRow,
  type ParkingUser,
  type ParkingUserItem,
  type ProxySettings,
  parseBaseUrl,
  parseNewParkingUser,
  type Row as ListRow,
  type UserWriteResult,
} from "./fleet-api/index.ts";
// One plate's history: fleet files, commits, the journal, billing records, parking users.
export {
  commitTimeOf,
  type HistoryPage,
  isListed,
  type ListedNow,
  type LocalSources,
  liveNow,
  localHistory,
  type Part as HistoryPart,
  type ServerHistory,
  type ServerSources,
  serverHistory,
} from "./history/index.ts";
export { type LiveReading, readLive, type SweepPorts, sweepScope } from "./live/index.ts";
export {
  type Allowances,
  buildPlan,
  type Change,
  type ExemptCar,
  type Guard,
  type Plan,
  type PlanWarning,
  type ScopeCounts,
  type ScopePlan,
  type Target,
  targetOf,
  type WholePlan,
} from "./plan/index.ts";
export {
  type CarRow,
  type CarsOf,
  type CarToWrite,
  type Clock,
  type FailureEntry,
  type FleetCarRow,
  type HolderRow,
  InterfaceError,
  type InterfaceFailure,
  type Journal,
  type JournalEntry,
  type ListReader,
  type ListWriter,
  type Memory,
  type OutcomeKind,
  type Page,
  type PageRequest,
  type ProblemText,
  type Random,
  type ReadBack,
  type Reply,
  type UserReader,
  type WriteAction,
  type WriteRequest,
} from "./ports/index.ts";
export { type RunInputs, type RunPorts, type RunResult, reconcile, type Writing } from "./reconcile.ts";
// What platectl remembers, and how it shows things.
export { planDocumentText, planMarkdown, planText, reportText, type Style, sealPlan } from "./render/index.ts";
export { systemClock, systemEvery, systemRandom } from "./runtime/system-clock.ts";
export {
  type FleetReading,
  loadFleet,
  type PlanDocument,
  parseFleet,
  planDocumentSchema,
  type ReportDocument,
  reportDocumentSchema,
} from "./schema/index.ts";
export {
  DEFAULT_STATE_ADDRESS,
  type Inspection,
  type LockedState,
  type LockHolder,
  type Locking,
  type LockOptions,
  type LockOwner,
  openStore,
  parseStateAddress,
  type StateAddress,
  StateError,
  type StateView,
  type Store,
  type StoreWorld,
} from "./state/index.ts";
// Writing parking users.
export {
  type CarRemoval,
  type CreatedUser,
  carOfUser,
  createUsers,
  type RemovalPorts,
  removeUserCar,
  type UserId,
  type UserPorts,
  type UserToCreate,
} from "./users/index.ts";
