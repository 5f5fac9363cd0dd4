import { expect, it } from "vitest";
import { z } from "zod";
import { accountScope } from "../../../src/allowlist/index.ts";
import type { StoredEntry } from "../../../src/state/index.ts";
import { journalChanges } from "../../../src/usecases/history/index.ts";
import { rowsOf, TEXT, TEXTS } from "../../rows.ts";

const AT = "2026-03-10T23:30:00Z";
const DAY = "2026-03-11";
const scope = accountScope("7");
const OTHERS: Record<string, StoredEntry> = {
  "list-read": { kind: "list-read", scope },
  seen: { kind: "seen", scope, count: 1, digest: "" },
  end: { kind: "end", run: "r", exitCode: 0 },
};
const Outcome = z.tuple([z.enum(["add", "delete", "detach"]), TEXT, z.enum(["verified", "acknowledged", "unknown"])]);

function entryOf(text: string): StoredEntry {
  if (OTHERS[text]) return OTHERS[text];
  const [action, licenseNumber, outcome] = Outcome.parse(text.split(" "));
  return { kind: "outcome", scope, action, cars: [{ licenseNumber, outcome }] };
}

/** What happened to each car, and whether it was read back. */
function changed(target: string, entries: readonly string[]): string[] {
  const view = { target: "t", rules: { foldLookalikes: false } };
  const changes = journalChanges([{ at: AT, target, entries: entries.map(entryOf) }], view, "Europe/Copenhagen");
  return [...(changes.get(scope) ?? [])].flatMap(([plate, list]) =>
    list.map(({ action, day, readBackAt }) => {
      expect([plate, day, readBackAt ?? AT]).toEqual(["AB1", DAY, AT]);
      return `${action} ${readBackAt ? "yes" : "no"}`;
    }),
  );
}

it.each(rowsOf(import.meta.url, "changes", TEXT, TEXTS, TEXTS))(
  "changes of lists are read from the journal: %s",
  (_, entries, expected) => expect(changed("t", entries)).toEqual(expected),
);

it("changes of lists that belong to another server do not count", () => {
  expect(changed("other", ["delete AB1 verified"])).toEqual([]);
});
