import { expect, it } from "vitest";
import { z } from "zod";
import type { PlateKey } from "../../../src/allowlist/index.ts";
import { parseFleet } from "../../../src/schema/index.ts";
import type { JournalChange } from "../../../src/usecases/history/timeline/journal.ts";
import { Timeline } from "../../../src/usecases/history/timeline/timeline.ts";
import { keyOf } from "../../plan/support.ts";
import { rowsOf, TEXT, TEXTS } from "../../rows.ts";

const Change = z.tuple([TEXT, z.enum(["add", "update", "delete", "listed", "unclear"])]).rest(z.literal("read"));
const dayOf = (day: string) => `2024-10-${day}`;
const AB1 = keyOf("AB1");

function changeOf(text: string): JournalChange {
  const [day, action, read] = Change.parse(text.split(" "));
  const at = `${dayOf(day)}T02:00:00Z`;
  return { day: dayOf(day), action, at, run: "r", readBackAt: read && at };
}

/** How the car AB1 stood on 15 October where the files, which are in no repository, and the journal say this. */
async function stood(cars: string, changes: readonly string[]): Promise<string> {
  const text = `version: 1\nmode: global\ndefaults: { features: [] }\n${cars}\n`;
  const reading = parseFleet(text, "fleet.yaml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.diagnostics));
  const { desired } = reading;
  const journal = new Map([
    ["global" as const, new Map<PlateKey, readonly JournalChange[]>([[AB1, changes.map(changeOf)]])],
  ]);
  const now = Date.parse("2024-10-30T12:00:00Z");
  const timeline = new Timeline({ desired, now, git: { cwd: "/", env: {} }, ...(changes.length > 0 && { journal }) });
  await timeline.trace(new Set([AB1]), dayOf("15"));
  const [list] = desired.scopes;
  if (!list) throw new Error("the file has no list");
  const day = timeline.on(list, AB1, dayOf("15"));
  const left = "left" in day && day.left ? ` ${day.left.grade} by ${day.left.by} ${day.left.day.slice(-2)}` : "";
  const joined = "joined" in day ? ` ${day.joined.grade} ${day.joined.day.slice(-2)}` : "";
  return `${day.kind}${left}${joined}`;
}

it.each(rowsOf(import.meta.url, "a day of a car", TEXT, TEXT, TEXTS, TEXT))(
  "how a car stood on a day follows from the files and the journal: %s",
  async (_, cars, changes, expected) => expect(await stood(cars, changes)).toBe(expected),
);
