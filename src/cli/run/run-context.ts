import { resolve } from "node:path";
import {
  accountScope,
  type Choice,
  compareScopes,
  type DesiredState,
  dayIn,
  isAccountId,
  isCause,
  limitedTo,
  type PlateRules,
  plateKeyOf,
  type Scope,
} from "../../allowlist/index.ts";
import type { PlanDocument } from "../../documents/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { terminalText } from "../../render/index.ts";
import type { RunInputs, RunPorts } from "../../run/reconcile.ts";
import { repositoryAround, type StateView, type Store } from "../../state/index.ts";
import type { CHOSEN_ACCOUNTS, FLEET_FILES, READ_OPTIONS, RECONCILE_OPTIONS } from "../definitions/shared.ts";
import type { CommonInput, ValuesOf } from "../definitions/spec.ts";
import { fleetFiles } from "../input/fleet-file.ts";
import { loadDesired } from "../input/load-desired.ts";
import { readStateAddress } from "../process/environment.ts";
import { wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { environment, isJob } from "../process/process-info.ts";
import { stateStore } from "./locked-state.ts";
import { connectionFor, type Server, targetAt } from "./session.ts";

/** What commands get that read the lists of a fleet file. */
export type ReadInput = CommonInput & ValuesOf<typeof FLEET_FILES & typeof CHOSEN_ACCOUNTS & typeof READ_OPTIONS>;

/** What commands get that plan. */
export type ReconcileInput = ReadInput & ValuesOf<typeof RECONCILE_OPTIONS>;

/** All that plan, apply and audit share: what is desired, on which server, and what the state knows. */
export interface RunContext extends Server {
  readonly inputs: RunInputs;
  readonly store: Store;
  readonly view: StateView;
  /** Reads the history of the fleet files, for the reasons of changes. */
  readonly origins: NonNullable<RunPorts["origins"]>;
  /** Looks for an older fleet file that names cars which it does not name now. */
  readonly older: NonNullable<RunPorts["older"]>;
}

/** Reads files, options and environment. Throws a `CommandFailure` (3); contacts nothing. */
export async function prepareRun(options: ReconcileInput & ChoiceOptions, io: Io): Promise<RunContext> {
  const { desired, warnings } = await loadDesired(fleetFiles(options.file), io);
  const scopes = chooseScopes(desired, options);
  const choice = choiceOf(options, desired.interface);
  const connection = connectionFor(options, io);
  const target = targetAt({ connection }, desired.mode);
  // Loaded where there is one to read, and before anything is contacted: a file of the program may be gone later.
  const hasHistory = repositoryAround(resolve(desired.files[0]?.path ?? ".")) !== undefined;
  const history = hasHistory ? await import("../input/older-fleet.ts") : undefined;
  const allowances = {
    ...(options.allowDeletes !== undefined && { deletes: options.allowDeletes }),
    ...(options.allowAdds !== undefined && { adds: options.allowAdds }),
    ...(options.allowUpdates !== undefined && { updates: options.allowUpdates }),
    ...(options.allowAge !== undefined && { age: options.allowAge }),
    ...(options.allowShrink !== undefined && { shrink: options.allowShrink }),
  };
  return {
    inputs: {
      desired,
      warnings,
      target,
      scopes,
      allowances,
      source: { kind: "own" },
      ...(options.reassert && { reassert: true }),
      ...(choice && { choice }),
      ...(mayForget(options, io) && { mayForget: true }),
    },
    connection,
    settings: desired.interface,
    store: stateStore(options),
    view: { target: target.fingerprint, rules: desired.interface, timeZone: desired.timeZone, scopes },
    origins: async () => history?.editOrigins(desired) ?? "no-repository",
    older: async (unknown, memory) =>
      history?.olderFleets(fleetFiles(options.file), desired, unknown, memory) ?? new Map(),
  };
}

/**
 * The same for an approved plan, which narrows the run to its accounts; of some of them it is judged as a part, which
 * needs of the state its own lists and those that its cars move to.
 */
export function forPlan(context: RunContext, approved: PlanDocument | undefined): RunContext {
  if (!approved) return context;
  const { inputs, view } = context;
  const chosen = new Set(inputs.scopes);
  const own = approved.scopes.filter(({ scope }) => chosen.has(scope));
  const scopes = own.map(({ scope }) => scope);
  const today = dayIn(inputs.desired.timeZone, systemClock.now());
  const elsewhere = limitedTo(inputs.desired, scopes, today).notLookedAt?.wanted;
  const leaving = own.flatMap(({ changes }) => changes.filter(({ action }) => action === "delete"));
  const destinations = leaving.flatMap(({ licenseNumber }) => {
    const plateKey = plateKeyOf(licenseNumber, view.rules);
    return (plateKey && elsewhere?.get(plateKey)) || [];
  });
  // A run of all its lists is held to what the others lost as well; a part has its share of what the plan was held to.
  const isPart = own.length < approved.scopes.length;
  return {
    ...context,
    inputs: {
      ...inputs,
      scopes,
      source: { kind: "approved", plan: approved },
      ...(approved.choice && { choice: approved.choice }),
    },
    view: { ...view, scopes, ...(isPart && { reads: [...new Set([...scopes, ...destinations])] }) },
  };
}

/** The scopes that the options choose, in order. Throws a `CommandFailure` (3) for accounts that no file declares. */
function chooseScopes(desired: DesiredState, { account }: ReadInput): readonly Scope[] {
  const declared = new Set(desired.scopes.map(({ scope }) => scope));
  if (desired.mode === "global" && account !== undefined) {
    throw wrongInput("--account selects billing accounts, but the fleet file is in global mode");
  }
  for (const baId of account ?? []) {
    if (!isAccountId(baId))
      throw wrongInput(
        `--account takes billing account ids, not ${JSON.stringify(baId)}; other arguments go before it`,
      );
    if (!declared.has(accountScope(baId))) throw wrongInput(`--account ${baId}: no fleet file declares this account`);
  }
  return account ? [...new Set(account)].map(accountScope).sort(compareScopes) : [...declared];
}

/** Whether the state is a file that the next run may not find: jobs start from a fresh checkout. */
function mayForget({ state }: ReadInput, { stdinIsTty, stderrIsTty }: Io): boolean {
  const variables = environment();
  return !stdinIsTty && !stderrIsTty && isJob(variables) && readStateAddress(state, variables).kind === "file";
}

/** The options that choose among the changes of a plan, and the one that tells causes. */
export interface ChoiceOptions extends Choice {
  readonly base?: string;
}

/** Which changes the options choose; undefined for all. Throws a `CommandFailure` (3) for a wrong plate or cause. */
export function choiceOf({ only, skip, base }: ChoiceOptions, rules: PlateRules): Choice | undefined {
  const cause = only?.find(isCause);
  if (cause !== undefined && base === undefined) {
    throw wrongInput(
      `--only ${cause} needs a base revision, for nothing else tells drift from edits. ` +
        `Make a plan with \`platectl plan --base REVISION --only ${cause} --plan-file plan.json\`, and apply that one.`,
    );
  }
  const unread = skip?.find((text) => plateKeyOf(text, rules) === undefined);
  if (unread !== undefined) throw wrongInput(`--skip ${terminalText(JSON.stringify(unread))} is not a plate.`);
  if (!only && !skip) return undefined;
  return { ...(only && { only: [...new Set(only)] }), ...(skip && { skip: [...new Set(skip)] }) };
}
