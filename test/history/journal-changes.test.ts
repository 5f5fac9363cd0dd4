import { describe, expect, it } from "vitest";
import { accountScope } from "../../src/allowlist/index.ts";
import { journalChanges } from "../../src/history/index.ts";
import type { StoredEntry } from "../../src/state/index.ts";

describe("cars put on lists and taken off them in the journal", () => {
  const scope = accountScope("7");
  const outcome = (
    action: "add" | "delete" | "detach",
    licenseNumber: string,
    kind: "verified" | "acknowledged" | "unknown",
  ) => ({ kind: "outcome", scope, action, cars: [{ licenseNumber, outcome: kind }] }) as const;
  const read = { kind: "list-read", scope } as const;
  const seen = { kind: "seen", scope, count: 1, digest: "" } as const;
  const end = { kind: "end", run: "r", exitCode: 0 } as const;
  const view = { target: "t", rules: { foldLookalikes: false } };
  const changed = (target: string, entries: readonly StoredEntry[]) =>
    [...(journalChanges([{ at: AT, target, entries }], view, "Europe/Copenhagen").get(scope) ?? [])].flatMap(
      ([plate, changes]) => changes.map(({ action, day, readBackAt }) => [plate, action, day, readBackAt]),
    );
  const AT = "2026-03-10T23:30:00Z";
  const DAY = "2026-03-11";

  it.each([
    ["a delete that was read back", [outcome("delete", "ab-1", "verified")], [["AB1", "delete", DAY, AT]]],
    ["a delete that was acknowledged", [outcome("delete", "AB1", "acknowledged")], [["AB1", "delete", DAY, undefined]]],
    ["a delete without a known end", [outcome("delete", "AB1", "unknown")], []],
    [
      "a car that was added again",
      [outcome("delete", "AB1", "verified"), outcome("add", "AB 1", "verified")],
      [
        ["AB1", "delete", DAY, AT],
        ["AB1", "add", DAY, AT],
      ],
    ],
    [
      "a delete that was acknowledged, on a list that was read back before the run ended",
      [read, outcome("delete", "AB1", "acknowledged"), end],
      [["AB1", "delete", DAY, AT]],
    ],
    [
      "a delete that was acknowledged, in a run that was killed",
      [read, outcome("delete", "AB1", "acknowledged")],
      [["AB1", "delete", DAY, undefined]],
    ],
    [
      "a delete that was acknowledged, on a list that nobody can read and whose size the state knows",
      [outcome("delete", "AB1", "acknowledged"), seen, end],
      [["AB1", "delete", DAY, undefined]],
    ],
    [
      "a delete that was acknowledged, and a list that showed the car afterwards",
      [read, outcome("delete", "AB1", "acknowledged"), outcome("delete", "AB1", "unknown"), end],
      [["AB1", "delete", DAY, undefined]],
    ],
    [
      "a delete that was read back, of a car that was then taken from a user",
      [outcome("delete", "AB1", "verified"), outcome("detach", "AB1", "verified")],
      [["AB1", "delete", DAY, AT]],
    ],
  ])("changes of lists are read from the journal: %s", (_, entries, expected) =>
    expect(changed("t", entries)).toEqual(expected),
  );

  it("changes of lists that belong to another server do not count", () => {
    expect(changed("other", [outcome("delete", "AB1", "verified")])).toEqual([]);
  });
});
