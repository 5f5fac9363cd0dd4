import { accountIdOf, dayIn, isValidOn, type Scope } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import type { FleetReader } from "../fleet-api/index.ts";
import { type CarToWrite, InterfaceError, type JournalEntry, type Memory } from "../ports.ts";
import { jsonText } from "../render/index.ts";
import { SCHEMA_VERSION } from "../schema/index.ts";
import { systemClock } from "../system-clock.ts";
import { insistOnAnswer, insistOnYes } from "./confirm.ts";
import { refusal } from "./explain.ts";
import { CommandFailure } from "./failure.ts";
import { listenForInterrupts } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { lockedMessage } from "./locked-message.ts";
import { openReader, prepareRun, type ReconcileOptions, type RunContext } from "./run-context.ts";

/** Options of `platectl state adopt`. */
export interface AdoptOptions extends ReconcileOptions {
  readonly autoApprove?: boolean;
}

/** The cars of one list that a human says are there. */
interface Adoption {
  readonly scope: Scope;
  readonly cars: readonly CarToWrite[];
}

/**
 * `platectl state adopt`: writes down that the desired cars of lists that can't be read are there already, so that the
 * next run neither adds them again nor loses sight of them. Sends nothing that writes.
 */
export async function stateAdoptCommand(options: AdoptOptions, io: Io): Promise<number> {
  insistOnAnswer(options, io);
  const context = await prepareRun(options, io);
  const api = openReader(context, options, io);
  const unlisted = await unlistedScopes(context, api, io).finally(() => api.close());
  const interrupts = listenForInterrupts();
  try {
    const adopted = await underLock(context, async (memory, append) => {
      const adoptions = adoptionsOf(context, new Set(unlisted), memory).filter(({ cars }) => cars.length > 0);
      if (adoptions.length === 0) return adoptions;
      io.message(adoptions.map(adoptionLine).join(""));
      await insistOnYes(options, "Are these cars there?", interrupts.stop);
      await append(adoptions.map((adoption) => ({ kind: "adopted", ...adoption })));
      return adoptions;
    });
    await io.result(options.json ? adoptionDocument(context, adopted) : adoptionText(context, adopted));
    return EXIT.ok;
  } finally {
    interrupts.release();
  }
}

// A list that can be read speaks for itself; what a human says about it could only contradict it.
async function unlistedScopes(context: RunContext, reader: FleetReader, io: Io): Promise<Scope[]> {
  try {
    return await scopesWithoutList(context, reader, io);
  } catch (error) {
    throw error instanceof InterfaceError ? refusal({ kind: "unreadable", failures: [error] }) : error;
  }
}

async function scopesWithoutList({ inputs }: RunContext, reader: FleetReader, io: Io): Promise<Scope[]> {
  const unlisted: Scope[] = [];
  for (const scope of inputs.scopes) {
    const page = await reader.carPage(scope, { number: 0, size: 1 });
    const baId = accountIdOf(scope);
    if (page !== "not-offered") io.message(`${scope}: the server shows this list, so there is nothing to adopt.\n`);
    else if (baId !== undefined && (await reader.accountExists(baId))) unlisted.push(scope);
    else throw new InterfaceError(`${scope}: the server does not know this list`, { kind: "status", status: 404 });
  }
  return unlisted;
}

type Append = (entries: readonly JournalEntry[]) => Promise<void>;

async function underLock<Result>(
  { store, view }: RunContext,
  work: (memory: Memory, append: Append) => Promise<Result>,
): Promise<Result> {
  const locking = await store.lock(view, { timeout: 0 });
  if (locking.kind === "locked") throw new CommandFailure(EXIT.locked, lockedMessage(locking.holder, store));
  try {
    return await work(locking.state.memory(), (entries) => locking.state.append(entries));
  } finally {
    await locking.state.release();
  }
}

function adoptionsOf({ inputs: { desired } }: RunContext, chosen: ReadonlySet<Scope>, memory: Memory): Adoption[] {
  const today = dayIn(desired.timeZone, systemClock.now());
  return desired.scopes
    .filter(({ scope }) => chosen.has(scope))
    .map(({ scope, entries }) => {
      const known = memory.get(scope)?.entries;
      const cars = [...entries.values()]
        .filter((entry) => isValidOn(entry, today))
        .filter(({ plateKey }) => known?.get(plateKey)?.uncertain !== undefined || !known?.has(plateKey))
        .map(({ licenseNumber, features }) => ({ licenseNumber, features }));
      return { scope, cars };
    });
}

function adoptionLine({ scope, cars }: Adoption): string {
  return `${scope}: ${cars.length} cars to take as there already\n`;
}

function adoptionText({ store }: RunContext, adopted: readonly Adoption[]): string {
  if (adopted.length === 0) return "Nothing to adopt: the lists can be read, or the state knows their cars already.\n";
  return `${adopted.map(({ scope, cars }) => `${scope}: ${cars.length} cars adopted into ${store.name}\n`).join("")}`;
}

function adoptionDocument({ store, inputs }: RunContext, adopted: readonly Adoption[]): string {
  return jsonText({
    kind: "platectl/adoption",
    schemaVersion: SCHEMA_VERSION,
    name: store.name,
    target: inputs.target,
    scopes: adopted.map(({ scope, cars }) => ({ scope, cars: cars.length })),
  });
}
