import { counted } from "../../allowlist/index.ts";
import type { ReportDocument } from "../../documents/index.ts";
import { scopeInWords } from "../text/phrases.ts";

/** One alarm of a report. */
export type ReportedAlarm = NonNullable<ReportDocument["alarms"]>[number];

/** An alarm as a headline: `Alarm, account 4711: … ` and what to do. `quote` escapes what happened, which may hold a server's words. */
export function alarmInWords({ scope, message, advice }: ReportedAlarm, quote: (text: string) => string): string {
  const where = scope === undefined ? "" : `, ${scopeInWords(scope)}`;
  return `Alarm${where}: ${quote(message)}. ${advice}`;
}

/** Most alarms that are spelt out above a report. */
const MOST_ALARMS = 10;

/** The first lines of a report: its alarms, one text each. */
export function alarmLines({ alarms = [] }: ReportDocument, quote: (text: string) => string): string[] {
  const lines = alarms.slice(0, MOST_ALARMS).map((one) => alarmInWords(one, quote));
  const left = alarms.length - lines.length;
  return left > 0 ? [...lines, `${counted(left, "more alarm")}.`] : lines;
}
