import { type DesiredState, type Diagnostic, formatSource, type LiveState, type Scope } from "../allowlist/index.ts";
import type { Guard, PlanWarning } from "./plan.ts";

/** A diagnostic as a plan shows it. */
export function planWarning({ code, message, source }: Diagnostic): PlanWarning {
  return { code, message, ...(source && { source: formatSource(source) }) };
}

/** What a reviewer should know of the live side before trusting the plan. */
export function liveWarnings(live: LiveState, planned: readonly Scope[]): PlanWarning[] {
  const warnings: PlanWarning[] = [];
  for (const scope of planned) {
    const { source, unreadable, entries } = live.scopes.get(scope) ?? {
      source: "none",
      unreadable: [],
      entries: new Map(),
    };
    if (source === "none") {
      warnings.push({
        code: "live-unknown",
        message: `${scope}: the server offers no list and the state knows nothing, so every car is an add and no delete can be found`,
      });
    }
    for (const row of unreadable) {
      warnings.push({
        code: "not-a-plate",
        message: `${scope}: the live list holds ${JSON.stringify(row)}, which is no plate; it is left alone`,
      });
    }
    for (const { licenseNumber, otherSpellings } of entries.values()) {
      if (!otherSpellings) continue;
      const spellings = [licenseNumber, ...otherSpellings].join(", ");
      warnings.push({
        code: "two-spellings",
        message: `${scope}: the live list holds one car under several spellings: ${spellings}`,
      });
    }
  }
  return warnings;
}

/** Acknowledgements that are past, or that no guard needed. */
export function acknowledgementWarnings(desired: DesiredState, guards: readonly Guard[], day: string): PlanWarning[] {
  return desired.policy.acknowledge.flatMap((entry) => {
    const source = formatSource(entry.source);
    if (entry.until < day) {
      return [
        {
          code: "acknowledgement-past",
          message: `the acknowledgement for ${entry.scope} ended on ${entry.until}; remove it`,
          source,
        },
      ];
    }
    const isUsed = guards.some((guard) => guard.overriddenBy?.endsWith(` ${source}`));
    const isNeeded = guards.some((guard) => guard.scope === entry.scope && guard.tripped);
    if (isUsed || isNeeded) return [];
    return [
      {
        code: "acknowledgement-unused",
        message: `no guard needs the acknowledgement for ${entry.scope} any more; remove it`,
        source,
      },
    ];
  });
}
