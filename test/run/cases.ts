import { expect } from "vitest";
import type { LiveEntry, OlderFleet, RowJudge, Scope } from "../../src/allowlist/index.ts";
import { buildPlan, type PlanSource } from "../../src/plan/index.ts";
import { exitCodeFor } from "../../src/run/exit-code.ts";
import {
  InterfaceError,
  type JournalEntry,
  type PageRequest,
  type RememberedScope,
  type Reply,
  type WriteRequest,
} from "../../src/run/ports/index.ts";
import { reconcile } from "../../src/run/reconcile.ts";
import { FakeClock, failed, LOST, response } from "../apply/world.ts";
import { testRows } from "../case-files.ts";
import { inputsOf, type PlanCase } from "../plan/cases.ts";
import { liveEntry, memoryOf } from "../plan/support.ts";

/** A run over lists in memory, written as in `test/plan`, and what comes of it. */
interface Case extends PlanCase {
  readonly what: string;
  /** Ends with the plan. */
  readonly isPlan?: boolean;
  /** What differs in the approved plan, or in the published one of which this is a part. */
  readonly approved?: PlanCase;
  readonly part?: PlanCase;
  readonly mayForget?: boolean;
  readonly isDeclined?: boolean;
  /** Lists that cannot be read. */
  readonly down?: readonly string[];
  /** What the files are once their rows are judged by what is live, or why a list is the wrong one. */
  readonly judged?: PlanCase & { readonly wrongList?: string };
  /** What git knows of lists. */
  readonly older?: Readonly<Record<string, OlderFleet>>;
  /** Accounts of the server; `null`: it does not say. */
  readonly accounts?: readonly string[] | null;
  /** Who holds which cars, in every account; `null`: it is not known. */
  readonly users?: Readonly<Record<string, readonly string[]>> | null;
  /** Cars with which a request is lost, or that are refused. */
  readonly lost?: readonly string[];
  readonly refused?: readonly string[];
  /** How many cars the state knows on lists that the row does not have. */
  readonly elsewhere?: Readonly<Record<string, number>>;
  /** What the state knows at the end of the run, where that is something else. */
  readonly learnt?: Readonly<Record<string, { readonly cars: readonly string[]; readonly lastCount: number }>>;
  readonly journalFails?: JournalEntry["kind"];

  readonly ends?: string;
  readonly exitCode?: number;
  readonly asked?: boolean;
  readonly sent?: readonly string[];
  /** What is written to the journal, in its order. */
  readonly kinds?: readonly string[];
  /** All entries of a kind; `D` is the digest of what is desired. */
  readonly journal?: Readonly<Record<string, readonly object[]>>;
  readonly alarms?: readonly string[];
  /** Lists that git is asked about; `null`: it is not asked. */
  readonly asksOlder?: readonly string[] | null;
  readonly plan?: object;
  /** Codes of the plan's warnings. */
  readonly warns?: readonly string[];
  readonly throws?: string;
}

/** A test for each row of the data file beside a test. */
export function runCases(test: string): void {
  testRows(test, async (one: Case) => {
    const world = worldOf(one);
    const running = reconcile(world.inputs, world.ports, one.isPlan ? undefined : world.writing);
    if (one.throws !== undefined) await expect(running).rejects.toThrow(one.throws);
    const result = await running.catch(() => undefined);
    const plan = result && "plan" in result ? result.plan : undefined;
    const journal: JournalEntry[] = JSON.parse(
      JSON.stringify(world.journal).replaceAll(plan?.desired.digest ?? "no digest", "D"),
    );
    if (one.ends) expect(result?.kind).toBe(one.ends);
    if (typeof one.exitCode === "number") expect(result && exitCodeFor(result)).toBe(one.exitCode);
    if (one.asked !== undefined) expect(world.seen.asked).toBe(one.asked);
    if (one.sent) expect(world.seen.sent).toEqual(one.sent);
    if (one.kinds) expect(journal.map(({ kind }) => kind)).toEqual(one.kinds);
    for (const [kind, entries] of Object.entries(one.journal ?? {}))
      expect(journal.filter((entry) => entry.kind === kind)).toEqual(entries.map((entry) => ({ kind, ...entry })));
    if (one.alarms)
      expect(result?.kind === "applied" && result.result.alarms.map(({ code }) => code)).toEqual(one.alarms);
    if (one.asksOlder !== undefined) expect(world.seen.olderOf).toEqual(one.asksOlder ?? undefined);
    if (one.plan) expect(plan).toMatchObject(one.plan);
    if (one.warns) expect(plan?.warnings.map(({ code }) => code)).toEqual(one.warns);
  });
}

function worldOf(one: Case) {
  const inputs = inputsOf(one);
  const planWith = (other: PlanCase) => buildPlan(inputsOf({ ...one, ...other }));
  const memory = new Map<Scope, RememberedScope>();
  for (const [scope, known] of inputs.live.memory) memory.set(scope, { touched: true, wasRead: true, ...known });
  for (const [scope, lastCount] of Object.entries(one.elsewhere ?? {}))
    memory.set(scope as Scope, { entries: new Map(), lastCount, touched: true, wasRead: true });
  const lists = new Map<Scope, Map<string, LiveEntry>>();
  for (const { scope, source, entries } of inputs.live.scopes.values())
    if (source === "list") lists.set(scope, new Map([...entries.values()].map((row) => [row.licenseNumber, row])));
  const source: PlanSource = one.part ? { kind: "part", plan: planWith(one.part) } : inputs.source;
  const held = new Map(Object.entries(one.users ?? {}).map(([id, cars]) => [id, new Set(cars)]));
  const seen = { asked: false, sent: [] as string[], olderOf: undefined as readonly Scope[] | undefined, memory: 0 };
  const learnt = new Map(memory);
  for (const [scope, { cars, lastCount }] of Object.entries(one.learnt ?? {}))
    learnt.set(scope as Scope, { ...memoryOf(lastCount, cars), touched: true, wasRead: false });
  const journal: JournalEntry[] = [];
  const signal = new AbortController().signal;
  const { live: _, day: __, now: ___, diagnostics: warnings, holdings: ____, origins, ...about } = inputs;
  const judge = one.judged && judgeOf(one, one.judged);
  const desired = { ...about.desired, ...(judge && { judge }) };
  const base = source.kind === "own" && source.base && { ...source.base, ...(judge && { judge }) };
  return {
    seen,
    journal,
    inputs: {
      ...about,
      desired,
      source: base ? { kind: "own" as const, base } : source,
      warnings,
      ...(one.mayForget && { mayForget: true }),
    },
    ports: {
      reader: readerOf(one, lists, held),
      clock: new FakeClock(),
      random: () => 0.5,
      signal,
      memory: () => (seen.memory++ === 0 ? memory : learnt),
      ...(origins && { origins: async () => origins }),
      ...(one.older && {
        older: async (unknown: readonly Scope[]) => {
          seen.olderOf = unknown;
          return new Map(Object.entries(one.older ?? {}) as [Scope, OlderFleet][]);
        },
      }),
    },
    writing: {
      writer: {
        send: async ({ action, scope, parkingUser, cars }: WriteRequest): Promise<Reply> => {
          const names = cars.map(({ licenseNumber }) => licenseNumber);
          seen.sent.push([action, ...names].join(" "));
          if (names.some((name) => one.lost?.includes(name))) return LOST;
          const refused = names.filter((name) => one.refused?.includes(name));
          for (const [at, plate] of names.entries()) {
            if (refused.includes(plate)) continue;
            if (action === "detach") held.get(parkingUser ?? "")?.delete(plate);
            else if (action === "delete") lists.get(scope)?.delete(plate);
            else lists.get(scope)?.set(plate, liveEntry({ plate, features: cars[at]?.features ?? [] }));
          }
          return refused.length === 0
            ? response(204)
            : failed(...refused.map((licenseNumber) => ({ licenseNumber, error: "no" })));
        },
        headBytes: () => 100,
      },
      journal: {
        append: async (entries: readonly JournalEntry[]) => {
          if (entries.some(({ kind }) => kind === one.journalFails)) throw new Error("no space left");
          journal.push(...entries);
        },
      },
      options: { stop: signal, cancel: signal, settleMs: 2_000, onProgress: () => undefined },
      confirm: async () => {
        seen.asked = true;
        return one.isDeclined !== true;
      },
      run: { id: "run-1", actor: "anna" },
      exitCode: exitCodeFor,
      ...(one.approved && { approved: planWith(one.approved) }),
    },
  };
}

/** Judges the rows of the files where the lists and the state are those of the run. */
function judgeOf(one: Case, { wrongList, ...files }: NonNullable<Case["judged"]>): RowJudge {
  return (_, { scopes, memory }) => {
    const { live } = inputsOf(one);
    expect([...memory.keys()]).toEqual([...live.memory.keys()]);
    expect([...scopes.keys()]).toEqual([...live.scopes.keys()]);
    return { desired: inputsOf({ ...one, ...files }).desired, ...(wrongList !== undefined && { wrongList }) };
  };
}

function readerOf(
  { down = [], accounts = [], users = {} }: Case,
  lists: ReadonlyMap<Scope, ReadonlyMap<string, LiveEntry>>,
  held: ReadonlyMap<string, ReadonlySet<string>>,
) {
  const refuse = (): never => {
    throw new InterfaceError("it was answered 403", { kind: "auth", status: 403 });
  };
  return {
    carPage: async (scope: Scope, { number, size }: PageRequest) => {
      if (down.includes(scope)) throw new InterfaceError("not reached", { kind: "transport" });
      const rows = lists.get(scope);
      if (!rows) return "not-offered" as const;
      const all = [...rows.values()];
      const items = all.slice(number * size, (number + 1) * size);
      return { items, number, size, totalElements: all.length, totalPages: Math.ceil(all.length / size) };
    },
    billingAccounts: async () => accounts?.map((baId) => ({ baId })) ?? refuse(),
    accountExists: async () => true,
    fleetCars: async () => [],
    async *parkingUsers() {
      for (const id of users === null ? refuse() : held.keys()) yield { id };
    },
    parkingUser: async (_: string, id: string) => ({
      id,
      cars: [...(held.get(id) ?? [])].map((licenseNumber) => ({ licenseNumber })),
    }),
  };
}
