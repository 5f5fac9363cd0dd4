import type { Diagnostic } from "../allowlist/index.ts";
import type { AuditDocument } from "../schema/index.ts";
import { type Alert, type AlertList, identityOf, readSource } from "./alerts/alert.ts";
import { openFindings, scopeNamer, setAsideLines } from "./audit/phrases.ts";
import { NO_DIGEST } from "./plates/full-plates.ts";
import type { DocumentWarning } from "./text/warnings.ts";
import { sortDiagnostics } from "./validation/diagnostics.ts";

/** Problems of fleet files; those that the files accept are left out. */
export function diagnosticAlerts(diagnostics: readonly Diagnostic[]): AlertList {
  const open = sortDiagnostics(diagnostics).filter(({ accepted }) => !accepted);
  const alerts = open.map(({ code, severity, message, source, fix, licenseNumber, scope }): Alert => {
    const identity = identityOf(message, scope, licenseNumber);
    return {
      rule: code,
      level: severity,
      message,
      identity,
      ...(source && { source }),
      ...(fix !== undefined && { fix }),
    };
  });
  return { about: "validate", alerts, rules: new Map() };
}

/** The open findings of an audit, its warnings, and what could not be read or judged. */
export function auditAlerts(audit: AuditDocument): AlertList {
  const called = scopeNamer(audit);
  const findings = openFindings(audit).map((finding): Alert => {
    const { rule, severity, scope, licenseNumber, message, evidence, findingId } = finding;
    const { source, user, other } = evidence;
    const isKnown = findingId !== undefined && findingId !== NO_DIGEST;
    return {
      rule,
      level: severity === "info" ? "note" : severity,
      message: licenseNumber ? `${licenseNumber} (${called(scope)}) ${message}` : `${called(scope)} ${message}`,
      identity: isKnown ? findingId : identityOf("", scope, licenseNumber, user?.id, other?.licenseNumber),
      ...(source !== undefined && { source: readSource(source) }),
    };
  });
  const unread = audit.failures.map(({ scope, message }): Alert => {
    return { rule: "not-read", level: "error", message, identity: scope };
  });
  const setAside = setAsideLines(audit).map((message): Alert => {
    return { rule: "set-aside", level: "error", message, identity: identityOf(message) };
  });
  const rules = new Map(audit.rules.map(({ rule, explanation, fix }) => [rule, { explanation, help: fix }]));
  const alerts = [...findings, ...unread, ...setAside, ...warningAlerts(audit.warnings)];
  return { about: "audit", alerts, rules };
}

function warningAlerts(warnings: readonly DocumentWarning[]): Alert[] {
  const open = warnings.filter(({ accepted }) => !accepted);
  return open.map(({ code, message, source, licenseNumber, scope }) => {
    const identity = identityOf(message, scope, licenseNumber);
    const place = source === undefined ? {} : { source: readSource(source) };
    return { rule: code, level: "warning", message, identity, ...place };
  });
}
