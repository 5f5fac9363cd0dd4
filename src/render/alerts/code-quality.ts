import { jsonText } from "../escape/json.ts";
import { truncate, visible } from "../escape/visible.ts";
import { type Alert, type AlertLevel, type AlertList, type AlertPaths, placeAlerts, sectionOf } from "./alert.ts";

/** GitLab's words; it has `major` and `blocker` besides. */
const SEVERITIES: Readonly<Record<AlertLevel, string>> = { error: "critical", warning: "minor", note: "info" };

/** Alerts as a report of GitLab Code Quality, which the merge request and its diff show. */
export function codeQuality(list: AlertList, paths: AlertPaths = {}): string {
  const issues = placeAlerts(list, paths).map((alert) => ({
    description: descriptionOf(alert),
    check_name: visible(truncate(alert.rule)),
    fingerprint: alert.fingerprint,
    severity: SEVERITIES[alert.level],
    location: { path: alert.path, lines: { begin: alert.line } },
  }));
  return jsonText(issues);
}

function descriptionOf({ rule, message, fix }: Alert): string {
  const said = visible(truncate(message));
  const how = fix === undefined ? [] : [`(fix: ${visible(truncate(fix))})`];
  return [said, ...how, sectionOf(rule)].filter((part) => part !== undefined).join(" ");
}
