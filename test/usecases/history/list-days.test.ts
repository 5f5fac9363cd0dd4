import { expect, it } from "vitest";
import { z } from "zod";
import { onList } from "../../../src/usecases/history/timeline/list-days.ts";
import { rowsOf, TEXT, TEXTS } from "../../rows.ts";

const Change = z.tuple([TEXT, z.enum(["add", "update", "delete", "listed", "unclear"])]).rest(z.literal("read"));
const dayOf = (day: string) => `2024-10-${day}`;

function stood(changes: readonly string[], now: string | undefined): string {
  const all = changes.map((text) => {
    const [day, action, read] = Change.parse(text.split(" "));
    const at = `${dayOf(day)}T02:00:00Z`;
    return { day: dayOf(day), action, at, run: "r", readBackAt: read && at };
  });
  const list = onList(all, dayOf("15"), now === undefined ? undefined : now === "" ? {} : { since: dayOf(now) });
  const of = (change: { readonly day: string } | undefined) => change?.day.slice(-2);
  if (list.kind === "on") return list.until ? `on until ${of(list.until)}` : "on";
  if (list.kind === "off") return `off since ${of(list.left)}`;
  return list.left ? `deleted on ${of(list.left)}` : "not known";
}

it.each(rowsOf(import.meta.url, "days", TEXT, TEXTS, TEXT, z.coerce.string().optional()))(
  "what a list had on a day is known from readings: %s",
  (_, changes, expected, now) => expect(stood(changes, now)).toBe(expected),
);
