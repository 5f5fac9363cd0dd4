import { expect } from "vitest";
import type { Scope } from "../../src/allowlist/index.ts";
import { accountWarnings, buildPlan } from "../../src/plan/index.ts";
import { testRows } from "../case-files.ts";
import { inputsFor, memoryOf } from "./support.ts";

/** Accounts of the fleet file, of the server and of the state (with their cars), and those that an approved plan warns of. */
interface Row {
  readonly what: string;
  readonly declared?: readonly Scope[];
  readonly server?: readonly string[];
  readonly state?: Readonly<Record<string, number>>;
  readonly approved?: readonly Scope[];
  readonly warnings: readonly object[];
}

testRows(import.meta.url, ({ declared = [], server = [], state = {}, approved, warnings }: Row) => {
  const inputs = inputsFor({ scopes: Object.fromEntries(declared.map((scope) => [scope, {}])) });
  const memory = new Map(Object.entries(state).map(([scope, cars]) => [scope as Scope, memoryOf(cars)]));
  const earlier = approved?.map((scope) => ({ code: "forgotten-account" as const, message: `of ${scope}`, scope }));
  const plan = earlier && {
    ...buildPlan(inputs),
    warnings: [...earlier, { code: "half-move" as const, message: "x" }],
  };
  const source = plan ? ({ kind: "approved", plan } as const) : inputs.source;
  expect(accountWarnings(inputs.desired, { memory, onServer: server, source })).toMatchObject(warnings);
});
