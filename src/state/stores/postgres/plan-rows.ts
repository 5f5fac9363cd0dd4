import type { z } from "zod";
import { StateError } from "../state-error.ts";

/** Letters of a list's name in a message. */
export const LONGEST_NAME = 40;

/** A row of a published plan in its form, without what is null; its column `name` names the list. Throws a `StateError` for any other. */
export function rowOf<Row>(shape: z.ZodType<Row>, row: Readonly<Record<string, unknown>>, hash: string): Row {
  const reading = shape.safeParse(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
  if (reading.success) return reading.data;
  throw new StateError(
    "altered",
    `The row of ${String(row["name"])} in the published plan ${hash} was altered after it was written, or another version of platectl ` +
      "wrote it. Find out who writes to the state, publish a new plan and have it approved.",
  );
}
