import { groupBy } from "../../run/collections.ts";
import { commandMessage, commandProperty, jsonText, pathUri, sarifText } from "../escape/sinks.ts";
import { terminalText } from "../escape/terminal.ts";
import { counted } from "../text/phrases.ts";
import {
  type Alert,
  type AlertLevel,
  type AlertList,
  type AlertPaths,
  type PlacedAlert,
  placeAlerts,
  sectionOf,
} from "./alert.ts";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
/** GitHub refuses a file with more results. */
const MOST_RESULTS = 25_000;

/** Alerts as SARIF 2.1.0, as GitHub's code scanning and other readers take it. Paths are relative to the repository. */
export function sarif(list: AlertList, version: string, paths: AlertPaths = {}): string {
  const placed = placeAlerts(list, paths);
  const shown = placed.slice(0, MOST_RESULTS);
  const rules = [...new Set(shown.map(({ rule }) => rule))];
  const indexes = new Map(rules.map((rule, index) => [rule, index]));
  const levels = new Map(shown.map(({ rule, level }) => [rule, level]));
  const driver = {
    name: "platectl",
    semanticVersion: version,
    rules: rules.map((rule) => descriptorOf(rule, levels.get(rule), list)),
  };
  const run = {
    tool: { driver },
    // With a category of its own an upload replaces the alerts of its own kind only.
    automationDetails: { id: `platectl/${list.about}/` },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository." } } },
    invocations: [invocationOf(placed.length - shown.length)],
    results: shown.map((alert) => resultOf(alert, indexes.get(alert.rule))),
  };
  return jsonText({ $schema: SCHEMA, version: "2.1.0", runs: [run] });
}

function invocationOf(leftOut: number): object {
  if (leftOut === 0) return { executionSuccessful: true };
  const text = `${counted(leftOut, "result")} left out: readers take ${MOST_RESULTS} at most. The JSON document has each.`;
  return { executionSuccessful: true, toolExecutionNotifications: [{ level: "warning", message: { text } }] };
}

function descriptorOf(rule: string, level: string | undefined, { rules }: AlertList): object {
  const id = sarifText(rule);
  const { explanation, help } = rules.get(rule) ?? {
    explanation: `platectl: ${id.replaceAll("-", " ")}`,
    help: "The message says what to do.",
  };
  const section = sectionOf(rule);
  return {
    id,
    shortDescription: { text: sarifText(explanation) },
    fullDescription: { text: sarifText(explanation) },
    help: { text: section === undefined ? sarifText(help) : `${sarifText(help)}\n${section}` },
    ...(section !== undefined && { helpUri: section }),
    defaultConfiguration: { level },
  };
}

function resultOf(alert: PlacedAlert, ruleIndex: number | undefined): object {
  const { rule, level, message, fix, path, line, column, fingerprint } = alert;
  const text = fix === undefined ? sarifText(message) : `${sarifText(message)}\nfix: ${sarifText(fix)}`;
  const region = { startLine: line, ...(column !== undefined && { startColumn: column }) };
  const artifactLocation = { uri: pathUri(path), uriBaseId: "%SRCROOT%" };
  return {
    ruleId: sarifText(rule),
    ruleIndex,
    level,
    message: { text },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    // The only one that GitHub looks at; it is kept where a tool gives it.
    partialFingerprints: { primaryLocationLineHash: fingerprint },
  };
}

/** GitLab's words; it has `major` and `blocker` besides. */
const SEVERITIES: Readonly<Record<AlertLevel, string>> = { error: "critical", warning: "minor", note: "info" };

/** Alerts as a report of GitLab Code Quality, which the merge request and its diff show. */
export function codeQuality(list: AlertList, paths: AlertPaths = {}): string {
  const issues = placeAlerts(list, paths).map((alert) => ({
    description: descriptionOf(alert),
    check_name: terminalText(alert.rule),
    fingerprint: alert.fingerprint,
    severity: SEVERITIES[alert.level],
    location: { path: alert.path, lines: { begin: alert.line } },
  }));
  return jsonText(issues);
}

function descriptionOf({ rule, message, fix }: Alert): string {
  const text = terminalText(message);
  const how = fix === undefined ? [] : [`(fix: ${terminalText(fix)})`];
  return [text, ...how, sectionOf(rule)].filter((part) => part !== undefined).join(" ");
}

/** GitHub shows this number of annotations of one kind for a step, and drops the others silently. */
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
