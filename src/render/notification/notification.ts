import type { AuditDocument, PlanDocument, ReportDocument } from "../../schema/index.ts";
import { setAsideLines } from "../audit/phrases.ts";
import { guardInFull } from "../guard-words.ts";
import { counted, type ReportedResult, scopeInWords } from "../phrases.ts";

/** Lines about one subject: the first ones, and how many there are in all. They may hold text of files and servers. */
export interface NotificationPart {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly count: number;
}

/** What a message in a chat says of a document. Titles, headings and names of counts are our own words. */
export interface Notification {
  readonly document: "plan" | "report" | "audit";
  readonly title: string;
  readonly target: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly parts: readonly NotificationPart[];
}

/** How many lines of each part a message shows. */
const MOST_LINES = 10;

/** The message about a document; undefined when nothing changed and nothing has to be looked at. */
export function notificationOf(document: PlanDocument | ReportDocument | AuditDocument): Notification | undefined {
  switch (document.kind) {
    case "platectl/plan":
      return planNotification(document);
    case "platectl/report":
      return reportNotification(document);
    case "platectl/audit":
      return auditNotification(document);
  }
}

function planNotification({ scopes, counts, guards, target }: PlanDocument): Notification | undefined {
  const tripped = guards.filter((guard) => guard.tripped);
  if (tripped.length === 0 && scopes.every(({ changes }) => changes.length === 0)) return undefined;
  const deletes = scopes.flatMap(({ scope, changes }) =>
    changes
      .filter(({ action }) => action === "delete")
      .map((change) => `${change.licenseNumber} (${scopeInWords(scope)})`),
  );
  const unknown = scopes.filter(({ live }) => live.baseline === "unknown").map(({ scope }) => scopeInWords(scope));
  const { add, update, delete: toDelete, detach = 0 } = counts;
  return {
    document: "plan",
    title: tripped.length > 0 ? "A guard stops the plan of the fleet" : "The plan of the fleet has changes",
    target: target.baseUrl,
    counts: { add, update, delete: toDelete, ...(detach > 0 && { detach }) },
    parts: parts({
      Guards: tripped.map((guard) => guardInFull(guard, scopes)),
      Deletes: deletes,
      "Lists that cannot be read, and of which it is not known what else they hold": unknown,
    }),
  };
}

function reportNotification({ scopes, counts, exitCode, target }: ReportDocument): Notification | undefined {
  const results = scopes.flatMap(({ scope, results: own }) => own.map((result) => ({ scope, result })));
  if (results.length === 0 && exitCode === 0) return undefined;
  const { notSent, ...others } = counts;
  const linesOf = (isWanted: (result: ReportedResult) => boolean) =>
    results
      .filter(({ result }) => isWanted(result))
      .map(({ scope, result: { action, licenseNumber, error } }) => {
        return `${action} ${licenseNumber} (${scopeInWords(scope)})${error === undefined ? "" : `: ${error}`}`;
      });
  const isDone = ({ outcome }: ReportedResult) => outcome === "verified" || outcome === "acknowledged";
  return {
    document: "report",
    title: exitCode === 0 ? "The lists of the fleet were changed" : `The apply of the fleet ended with ${exitCode}`,
    target: target.baseUrl,
    counts: { ...others, "not sent": notSent },
    parts: parts({
      Unknown: linesOf(({ outcome }) => outcome === "unknown"),
      Rejected: linesOf(({ outcome }) => outcome === "rejected"),
      Deletes: linesOf((result) => result.action === "delete" && isDone(result)),
    }),
  };
}

// With an earlier audit only what is new or gone has changed. Notes alone are not worth a message, nor an exit code of the audit.
function auditNotification(document: AuditDocument): Notification | undefined {
  const { rules, findings, failures, unchecked, target } = document;
  const changed = findings.filter(({ accepted, status = "new" }) => !accepted && status !== "still");
  const unread = [
    ...failures.map(({ scope, message }) => `${scopeInWords(scope)}: ${message}`),
    ...setAsideLines(document),
  ];
  if (changed.every(({ severity }) => severity === "info") && unread.length === 0) return undefined;
  const gone = changed.filter(({ status }) => status === "gone");
  const lines = rules.flatMap(({ rule, severity }) => {
    const count = changed.filter((one) => one.rule === rule && one.status !== "gone").length;
    return count === 0 ? [] : [`${rule} (${severity}): ${counted(count, "finding")}`];
  });
  const isOf = (severity: string) => changed.filter((one) => one.severity === severity && one.status !== "gone").length;
  return {
    document: "audit",
    title: unread.length > 0 ? "The audit of the fleet could not read everything" : "The audit of the fleet has news",
    target: target.baseUrl,
    counts: { errors: isOf("error"), warnings: isOf("warning"), notes: isOf("info"), gone: gone.length },
    parts: parts({
      Findings: lines,
      "Could not be read": unread,
      "Rules that could not be checked": unchecked.map(({ rule, reason }) => `${rule}: ${reason}`),
    }),
  };
}

function parts(lines: Readonly<Record<string, readonly string[]>>): readonly NotificationPart[] {
  return Object.entries(lines)
    .filter(([, all]) => all.length > 0)
    .map(([heading, all]) => ({ heading, lines: all.slice(0, MOST_LINES), count: all.length }));
}
