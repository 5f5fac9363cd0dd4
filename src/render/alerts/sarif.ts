import { jsonText } from "../escape/json.ts";
import { pathUri, sarifText } from "../escape/sarif.ts";
import { counted } from "../text/phrases.ts";
import { type AlertList, type AlertPaths, type PlacedAlert, placeAlerts, sectionOf } from "./alert.ts";

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
