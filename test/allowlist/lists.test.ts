import { expect, it } from "vitest";
import {
  type AboutWarning,
  type Acceptance,
  Acceptances,
  adoptHint,
  carsAside,
  carsIn,
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  DEFAULT_WINDOW,
  declaredScopes,
  defaultTotal,
  forgottenLists,
  formatSource,
  LONGEST_WINDOW,
  limitedTo,
  type OlderFleet,
  outdatedText,
  type RowSetAside,
  type Scope,
  type Source,
  setAside,
  setAsideInWords,
  type UnclearRow,
  unclearWarning,
  unmanagedAccounts,
} from "../../src/allowlist/index.ts";
import { testRows } from "../case-files.ts";
import { type CarText, inputsFor, memoryOf, plates } from "../plan/support.ts";

const SOURCE = { file: "fleet.yaml", line: 4, column: 5 };

/** The cars of accounts, what is asked of them, and what is expected. */
interface Row {
  readonly what: string;
  readonly scopes?: Readonly<Record<string, readonly CarText[]>>;
  readonly chosen?: readonly Scope[];
  readonly day?: string;
  readonly ignored?: readonly string[];
  /** Accounts of the server. */
  readonly accounts?: readonly string[];
  readonly memory?: Readonly<Record<string, { readonly lastCount?: number; readonly cars: number }>>;
  readonly files?: readonly string[];
  readonly accept?: readonly Partial<Acceptance>[];
  readonly warnings?: readonly AboutWarning[];
  /** Codes of the acceptances that are to be looked at; all when absent. */
  readonly judged?: readonly string[];
  readonly older?: OlderFleet;
  readonly row?: Partial<RowSetAside & UnclearRow>;
  readonly source?: Source;
  readonly limit?: Parameters<typeof defaultTotal>[0];
  readonly gives: object | string;
}

function desiredOf({ scopes = {}, ignored = [] }: Row) {
  const lists = Object.entries(scopes).map(([scope, desired]) => [scope, { desired }]);
  return inputsFor({ scopes: Object.fromEntries(lists), policy: { ignoredAccounts: new Set(ignored) } }).desired;
}

/** The reasons for which warnings are accepted, and what is said of acceptances that are to be looked at. */
function accepted({ accept = [], warnings = [], day = "", judged }: Row) {
  const all = accept.map((one) => ({ code: "two-spellings" as const, reason: "seen", source: SOURCE, ...one }));
  const acceptances = new Acceptances(all, { foldLookalikes: false }, day);
  const by = warnings.map((warning) => acceptances.mark(warning).accepted ?? "no");
  return { by, outdated: acceptances.outdated(({ code }) => judged?.includes(code) ?? true).map(outdatedText) };
}

/** By the names of the tables. */
const ASKED: Readonly<Record<string, (row: Row) => unknown>> = {
  "a run that looks at some lists": (row) => {
    const desired = limitedTo(desiredOf(row), row.chosen ?? [], row.day ?? "");
    const { scopes, notLookedAt } = desired;
    return {
      looksAt: scopes.map(({ scope }) => scope),
      wanted: notLookedAt && Object.fromEntries(notLookedAt.wanted),
      declared: [...declaredScopes(desired)],
    };
  },
  "accounts that the files do not declare": (row) => unmanagedAccounts(desiredOf(row), row.accounts ?? []),
  "lists that no file declares any more": (row) => {
    const memory = Object.entries(row.memory ?? {}).map(
      ([scope, { lastCount, cars }]) => [scope as Scope, memoryOf(lastCount, plates(cars))] as const,
    );
    return forgottenLists(desiredOf(row), new Map(memory));
  },
  "cars that are not wanted on a day": (row) => carsAside({}, desiredOf(row).scopes, row.day ?? ""),
  "cars of some files": (row) =>
    desiredOf(row).scopes.flatMap(({ entries }) =>
      [...carsIn(row.files ?? [], entries).values()].map(({ licenseNumber }) => licenseNumber),
    ),
  "an accepted warning": accepted,
  "what to do with lists of unknown content": ({ chosen = [], older }) => adoptHint(chosen, older),
  "a row of the server that cannot be judged": ({ row }) =>
    setAsideInWords("record", { id: "", licensePlate: "", reason: "odd", ...row }),
  "an unclear row": ({ row }) => {
    const { message, fix } = unclearWarning({
      source: SOURCE,
      list: "a.csv",
      text: "",
      reason: "odd",
      remedy: "skip it",
      ...row,
    });
    return { message, fix };
  },
  "a place": ({ source = SOURCE }) => formatSource(source),
  "what all lists may lose on a day": ({ limit }) => limit && defaultTotal(limit),
};

testRows(import.meta.url, (row: Row, table) => {
  const ask = ASKED[table];
  if (!ask) throw new Error(`${table}: no such table`);
  expect(ask(row)).toEqual(row.gives);
});

it("rows that cannot be judged are all counted, and the first hundred are named", () => {
  const all = { count: 0, rows: [] };
  for (let at = 1; at <= 101; at += 1) setAside(all, { id: String(at), licensePlate: "", reason: "odd" });
  expect(all.count).toBe(101);
  expect(all.rows).toHaveLength(100);
  expect(all.rows.at(-1)).toMatchObject({ id: "100" });
});

it("where the fleet file says nothing, what docs/ says of it holds", () => {
  const requests = { pageSize: 1000, firstPage: 0, batchSize: 500, requestHeadBytes: 6000 };
  expect(DEFAULT_INTERFACE).toMatchObject({ ...requests, accountList: "auto", foldLookalikes: false });
  expect(DEFAULT_POLICY).toMatchObject({
    protect: { customerCare: true },
    maxDeletes: { percent: 20, count: 500, always: 10 },
    maxAdds: { percent: 50, always: 50 },
    maxUpdates: { percent: 50, always: 20 },
    allowEmpty: false,
    audit: { expiresSoonDays: 30 },
  });
  expect([DEFAULT_WINDOW, LONGEST_WINDOW]).toEqual([{ days: 7, percent: 40 }, 31]);
});
