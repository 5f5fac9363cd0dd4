import { createHash, randomUUID } from "node:crypto";
import { accountScope, type DesiredState, type Diagnostic, type Scope } from "./allowlist/index.ts";
import { type ApplyProgress, SETTLE_MS } from "./apply/index.ts";
import type { PlanDocument, ReportDocument } from "./documents/index.ts";
import { createFleetApi, type FleetApi, type FleetApiConfig, parseBaseUrl } from "./fleet-api/index.ts";
import { type Allowances, type Plan, targetOf } from "./plan/index.ts";
import { forManyRequests, NEVER, systemClock, systemRandom } from "./process/system-clock.ts";
import { hostOfProcesses, ownVersion, processWorld, userName } from "./process/this-process.ts";
import { planDocumentText, sealPlan as sealDocument } from "./render/index.ts";
import { EXIT, exitCodeFor } from "./run/exit-code.ts";
import { type RunInputs, type RunPorts, type RunResult, reconcile } from "./run/reconcile.ts";
import { FleetFileError, loadFleet } from "./schema/index.ts";
import {
  DEFAULT_STATE_ADDRESS,
  type LockHolder,
  parseStateAddress,
  type StateView,
  type Store,
  type StoreWorld,
  openStore as storeAt,
} from "./state/index.ts";
import { PLAN_AGE_HOURS, refusalOf } from "./usecases/approved-plan.ts";
import { audit } from "./usecases/audit/index.ts";
import { type AuditRange, type AuditReading, readAuditFacts } from "./usecases/audit/read/index.ts";
import { commitTimeOf, readEditOrigins } from "./usecases/history/index.ts";
import { reportDocument } from "./usecases/report-document.ts";

/** Where a fleet is, and as whom to go there. Nothing of this comes from the fleet file. */
export interface FleetAccess extends Partial<Pick<FleetApiConfig, "proxy" | "log" | "concurrency" | "userAgent">> {
  /** Fleet files, folders or patterns, relative to `cwd`. */
  readonly file: string | readonly string[];
  readonly baseUrl: string;
  /** Unless given, the same as `baseUrl` (interface 0); so `partnerUrl`. */
  readonly authUrl?: string;
  readonly partnerUrl?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address of the state, as `--state` takes it; `file:.platectl/state.jsonl` unless given. */
  readonly state?: string;
  /** The folder that paths are relative to; the working folder unless given. */
  readonly cwd?: string;
  /** The billing accounts to look at; all of the files' unless given. */
  readonly accounts?: readonly string[];
  /** Aborted: read nothing more, send nothing more. What was sent is still read back. */
  readonly signal?: AbortSignal;
}

/** How to apply. */
export interface FleetApplying {
  /** Numbers that guards let pass in this run, such as `{ deletes: 24 }`. */
  readonly allowances?: Allowances;
  /** A plan that was approved (`planDocumentSchema`): no more is done than it holds, and none of it when it no longer fits. */
  readonly approved?: PlanDocument;
  /** How old `approved` may be, hours; 72 unless given. */
  readonly maxPlanAgeHours?: number;
  /** Sees the plan before the first write, and says whether to go on; yes unless given. Not asked when there is nothing to do. */
  readonly confirm?: (plan: Plan) => Promise<boolean>;
  readonly onProgress?: (progress: ApplyProgress) => void;
  /** How long a server may take to show what it confirmed, milliseconds; 30,000 unless given. */
  readonly settleMs?: number;
  /** How long to wait for another run that holds the lock, milliseconds; 0 unless given. */
  readonly lockTimeoutMs?: number;
}

/** How a run of a fleet ended: as `RunResult`, with the report of `apply --report`, or before it began: locked, or a plan not to rely on. */
export type FleetRun =
  | Exclude<RunResult, { kind: "applied" }>
  | (Extract<RunResult, { kind: "applied" }> & { readonly report: ReportDocument })
  | { readonly kind: "locked"; readonly holder: LockHolder }
  | { readonly kind: "refused"; readonly reason: string };

/** What an audit found, what it could not read or judge, and what it warns of. */
export type FleetAudit = ReturnType<typeof audit> & Pick<AuditReading, "failures" | "setAside" | "warnings">;

/** A fleet file, its server and its state. */
export interface Fleet {
  readonly desired: DesiredState;
  /** What reading the files warned of. */
  readonly warnings: readonly Diagnostic[];
  /** The client, for whatever else is to be read or written. */
  readonly api: FleetApi;
  readonly store: Store;
  /** What apply would do now. Writes nothing, neither to the server nor to the state. Never rejects for what a server does. */
  plan(options?: Pick<FleetApplying, "allowances">): Promise<FleetRun>;
  /** Plans, then applies under the lock of the state; every change gets an outcome. @throws StateError */
  apply(options?: FleetApplying): Promise<FleetRun>;
  /**
   * Checks records, lists and users of a range of days (YYYY-MM-DD) by the rules of the fleet file, those of severity info only
   * with `info`. @throws StateError
   */
  audit(range: AuditRange, options?: { readonly info?: boolean }): Promise<FleetAudit>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * Reads a fleet file and prepares to plan, apply and audit it. Contacts no server yet.
 * @throws FleetFileError for files that are wrong, TypeError for an address, a state or an account that cannot be meant
 */
export async function openFleet(access: FleetAccess): Promise<Fleet> {
  const { cwd = process.cwd() } = access;
  const signal = access.signal ? forManyRequests(access.signal) : NEVER;
  const files = typeof access.file === "string" ? [access.file] : access.file;
  const reading = await loadFleet(files, { cwd, commitTime: (real) => commitTimeOf(real, process.env) });
  if (reading.kind === "invalid") throw new FleetFileError(reading.diagnostics);
  const { desired, warnings } = reading;
  const client = { ...clientOf(access, desired), signal };
  const api = createFleetApi(client);
  const target = targetOf(client.baseUrl, client.partnerUrl, desired.mode);
  const scopes = scopesOf(desired, access.accounts);
  const inputs: RunInputs = { desired, warnings, target, scopes, allowances: {}, source: { kind: "own" } };
  const store = openStore(access.state ?? DEFAULT_STATE_ADDRESS, { cwd });
  const { timeZone, interface: rules } = desired;
  const view: StateView = { target: target.fingerprint, rules, timeZone, scopes };
  const git = { cwd, env: process.env };
  const origins = () => readEditOrigins(desired, git);
  const ports = { reader: api.reader, clock: systemClock, random: systemRandom, signal, origins };
  return {
    ...{ desired, warnings, api, store },
    async plan(options = {}) {
      const memory = await store.memory(view);
      const run = await reconcile({ ...inputs, ...options }, { ...ports, memory: () => memory });
      return withReport(run, systemClock.now(), undefined);
    },
    apply: (options = {}) => applyFleet(inputs, { api, store, view, ports }, options),
    async audit(range, options = {}) {
      const {
        facts,
        claims: _,
        ...read
      } = await readAuditFacts({ inputs, store, view, git, ...options }, range, ports);
      return { ...audit(facts), ...read };
    },
    close: () => api.close(),
  };
}

/** The exit code that the command line would have after a run. `reportChanges`: 2 for a plan with changes, as `--exit-code`. */
export function exitCodeOf(run: FleetRun, reportChanges = false): number {
  if (run.kind === "refused") return EXIT.stale;
  return run.kind === "locked" ? EXIT.locked : exitCodeFor(run, reportChanges);
}

/** The document of a plan, as `plan --plan-file` writes it: to be approved, and given to `apply` as `approved`. */
export function sealPlan(plan: Plan, createdAt = new Date()): PlanDocument {
  return sealDocument(plan, { createdAt: createdAt.toISOString(), tool: tool() });
}

function tool() {
  return { name: "platectl", version: ownVersion() } as const;
}

function withReport(run: RunResult, started: number, approved: PlanDocument | undefined): FleetRun {
  if (run.kind !== "applied") return run;
  const [startedAt = "", finishedAt = ""] = [started, systemClock.now()].map((at) => new Date(at).toISOString());
  const planHash = approved && createHash("sha256").update(planDocumentText(approved)).digest("hex");
  const meta = { tool: tool(), startedAt, finishedAt, exitCode: exitCodeFor(run), planHash };
  return { ...run, report: reportDocument(run, meta) };
}

interface Opened extends Pick<Fleet, "api" | "store"> {
  readonly view: StateView;
  readonly ports: Omit<RunPorts, "memory">;
}

async function applyFleet(
  { allowances: none, ...inputs }: RunInputs,
  { api, store, view, ports }: Opened,
  { allowances = none, approved, maxPlanAgeHours = PLAN_AGE_HOURS, ...options }: FleetApplying,
): Promise<FleetRun> {
  const { settleMs = SETTLE_MS, onProgress = () => undefined } = options;
  const { signal } = ports;
  const startedAt = systemClock.now();
  const terms = { maxAgeHours: maxPlanAgeHours, version: ownVersion(), target: inputs.target, now: startedAt };
  const reason = approved && refusalOf(approved, terms);
  if (reason !== undefined) return { kind: "refused", reason };
  const locking = await store.lock(view, { timeout: options.lockTimeoutMs ?? 0, signal });
  if (locking.kind === "locked") return locking;
  const { state } = locking;
  try {
    // It can wait for another run.
    await state.compact(signal).catch(() => false);
    const run = await reconcile(
      { ...inputs, allowances, ...(approved && partOf(approved)) },
      { ...ports, memory: () => state.memory() },
      {
        writer: api.writer,
        journal: state,
        options: { stop: signal, cancel: NEVER, settleMs, onProgress },
        ...(approved && { approved }),
        confirm: options.confirm ?? (async () => true),
        run: { id: randomUUID(), actor: userName() },
        exitCode: exitCodeFor,
      },
    );
    return withReport(run, startedAt, approved);
  } finally {
    // A lock that cannot be released must not hide what was done; the next run names its holder.
    await state.release().catch(() => undefined);
  }
}

function partOf(plan: PlanDocument): Pick<RunInputs, "source" | "scopes"> {
  return { source: { kind: "approved", plan }, scopes: plan.scopes.map(({ scope }) => scope) };
}

function clientOf(access: FleetAccess, desired: DesiredState): FleetApiConfig {
  const { file, baseUrl, authUrl = baseUrl, partnerUrl = baseUrl, state, cwd, accounts, ...rest } = access;
  return {
    userAgent: `platectl/${ownVersion()}`,
    ...rest,
    baseUrl: addressOf("baseUrl", baseUrl),
    authUrl: addressOf("authUrl", authUrl),
    partnerUrl: addressOf("partnerUrl", partnerUrl),
    settings: desired.interface,
    clock: systemClock,
    random: systemRandom,
  };
}

function addressOf(option: string, text: string): URL {
  const reading = parseBaseUrl(text);
  if (reading.kind === "url") return reading.url;
  throw new TypeError(`${option}: ${reading.message}`);
}

function scopesOf(desired: DesiredState, accounts: readonly string[] | undefined): readonly Scope[] {
  const declared = desired.scopes.map(({ scope }) => scope);
  if (accounts === undefined) return declared;
  const unknown = accounts.filter((baId) => !declared.includes(accountScope(baId)));
  if (unknown.length > 0) throw new TypeError(`No fleet file declares the account ${unknown.join(", ")}.`);
  return declared.filter((scope) => accounts.some((baId) => accountScope(baId) === scope));
}

/**
 * Opens a state. Touches nothing until a method is called.
 * @param address `file:PATH`, `git:BRANCH[@REMOTE]` or `postgres://HOST/DATABASE`, as `--state` takes it
 * @param world what to use instead of this process: its folder, its environment, its clock, or another owner of the lock
 * @throws TypeError for any other text; the message never holds a password
 */
export function openStore(address: string, world: Partial<StoreWorld> = {}): Store {
  const reading = parseStateAddress(address);
  if (reading.kind === "problem") throw new TypeError(reading.message);
  return storeAt(reading, {
    ...processWorld(),
    env: process.env,
    owner: { user: userName(), host: hostOfProcesses(), pid: process.pid, command: "platectl library" },
    ...world,
  });
}
