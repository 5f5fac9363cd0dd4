import type { DesiredScope, Scope } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import type { Settings } from "./settings.ts";

/** Reports acknowledgements that say no number, and warns of those for lists that the files do not describe. */
export function checkAcknowledgements(
  settings: Settings,
  scopes: readonly DesiredScope[],
  diagnostics: DiagnosticCollector,
): void {
  if (settings.policy.acknowledge.length === 0) return;
  const known = new Set<Scope>(scopes.map((one) => one.scope));
  for (const { scope, deletes, adds, updates, source } of settings.policy.acknowledge) {
    if (deletes === undefined && adds === undefined && updates === undefined) {
      const fix = "Write how many changes are expected, for example `deletes: 137`.";
      diagnostics.error(
        "missing-key",
        "This acknowledgement has neither `deletes`, `adds` nor `updates`.",
        source,
        fix,
      );
    }
    if (scope !== "all" && !known.has(scope)) {
      const message = `This acknowledgement is for ${scope}, which these files do not describe.`;
      diagnostics.warning("unknown-scope", message, source, "Correct the scope, or remove the entry.");
    }
  }
}
