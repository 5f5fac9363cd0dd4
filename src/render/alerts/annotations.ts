import { groupBy } from "../../runtime/group-by.ts";
import { commandMessage, commandProperty } from "../escape/workflow-command.ts";
import { counted } from "../text/phrases.ts";
import { type AlertLevel, type AlertList, type AlertPaths, type PlacedAlert, placeAlerts } from "./alert.ts";

/** GitHub shows so many annotations of one kind for a step, and drops the others without saying so. */
const MOST_SHOWN = 10;

const COMMANDS: Readonly<Record<AlertLevel, string>> = { error: "error", warning: "warning", note: "notice" };

/**
 * Alerts as GitHub workflow commands, one a line, which the runner shows beside the lines of the pull request: as many of each kind as
 * GitHub shows, and how many more there are.
 */
export function annotations(list: AlertList, paths: AlertPaths = {}, most: number = MOST_SHOWN): string {
  const levels = groupBy(placeAlerts(list, paths), ({ level }) => level);
  const leftOut: string[] = [];
  const lines = [...levels].flatMap(([level, alerts]) => {
    // One notice is kept for what is left out.
    const shown = alternating(alerts).slice(0, level === "note" ? most - 1 : most);
    if (shown.length < alerts.length) leftOut.push(counted(alerts.length - shown.length, `more ${COMMANDS[level]}`));
    return shown.map(annotation);
  });
  if (leftOut.length > 0) {
    lines.push(
      `::notice title=platectl::${leftOut.join(", ")}: GitHub shows ${most} of a kind for a step. The other formats have each.`,
    );
  }
  return lines.map((line) => `${line}\n`).join("");
}

// The first of each rule, then the second of each: where only a few are shown, no rule hides another.
function alternating(alerts: readonly PlacedAlert[]): readonly PlacedAlert[] {
  const turns: PlacedAlert[][] = [];
  for (const kind of groupBy(alerts, ({ rule }) => rule).values()) {
    kind.forEach((one, turn) => {
      const others = turns[turn] ?? [];
      others.push(one);
      turns[turn] = others;
    });
  }
  return turns.flat();
}

function annotation({ rule, level, message, fix, source, path, line, column }: PlacedAlert): string {
  const place = source === undefined ? [] : [`file=${commandProperty(path)}`, `line=${line}`];
  if (place.length > 0 && column !== undefined) place.push(`col=${column}`);
  const properties = [...place, `title=${commandProperty(`platectl ${rule}`)}`].join(",");
  const more = fix === undefined ? "" : `%0A${commandMessage(fix)}`;
  return `::${COMMANDS[level]} ${properties}::${commandMessage(message)}${more}`;
}
