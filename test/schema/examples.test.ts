import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isValidOn } from "../../src/allowlist/index.ts";
import { loadFleet } from "../../src/schema/index.ts";
import { desiredOf, findingsOf } from "./fleet-text.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

it.each([
  ["examples/fleet.yaml", { global: 25 }],
  ["examples/accounts.yaml", { "account:4711": 6, "account:4712": 3, "account:9007199254740993": 3 }],
])("the example %s is valid, without a warning, for many years", async (path, counts) => {
  const reading = await loadFleet([path], { cwd: root });
  expect(findingsOf(reading)).toEqual([]);
  const { scopes } = desiredOf(reading);
  expect(Object.fromEntries(scopes.map(({ scope, entries }) => [scope, entries.size]))).toEqual(counts);
  for (const { entries } of scopes) {
    for (const entry of entries.values()) {
      expect([isValidOn(entry, "2025-01-01"), isValidOn(entry, "2090-01-01")]).toEqual([true, true]);
    }
  }
});
