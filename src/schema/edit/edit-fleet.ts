import { type DesiredEntry, formatSource } from "../../allowlist/index.ts";
import { quoteText, showPath } from "../diagnostics/diagnostic-collector.ts";
import type { LoadOptions } from "../files/index.ts";
import { CAR_FIELD_NAMES } from "../values/index.ts";
import { decide } from "./decide.ts";
import {
  type CarEdit,
  type EditResult,
  isSameBut,
  type OpenFleet,
  openFleet,
  type PlannedEdit,
  refused,
  rewrite,
  type State,
} from "./rewrite.ts";

/**
 * Makes an edit in the text of a fleet file or of a .txt list; every character that it is not about stays. The result is read
 * again, with all other files: what would be invalid, or would change anything else, is refused. Nothing is written.
 */
export async function editFleet(paths: readonly string[], edit: CarEdit, options: LoadOptions): Promise<EditResult> {
  const fleet = await openFleet(paths, options);
  if ("kind" in fleet) return fleet;
  const decision = decide(edit, fleet);
  if (decision.kind !== "splices") return decision;
  const result = await rewrite(fleet, decision, (after) => reasonAgainst(decision, edit, fleet, after));
  if (result.kind !== "edited") return result;
  const { scope, change } = decision;
  const entry = entryOf(decision, result.after) ?? entryOf(decision, fleet.state);
  if (!entry) return refused(inAnUnusualWay(decision));
  const place = { scope, licenseNumber: entry.licenseNumber, source: entry.source };
  const known = new Set(fleet.warnings.map(({ code, message }) => `${code} ${message}`));
  const warnings = result.warnings.filter(({ code, message }) => !known.has(`${code} ${message}`));
  return { kind: "edited", change, warnings, place, file: result.file };
}

function reasonAgainst(decision: PlannedEdit, edit: CarEdit, fleet: OpenFleet, after: State): string | undefined {
  const { scope, plateKey, change } = decision;
  const entry = entryOf(decision, after);
  if (change === "removed" && entry) {
    const written = quoteText(edit.kind === "add" ? edit.car.licenseNumber : edit.licenseNumber);
    return `${written} is written twice, also at ${formatSource(entry.source)}. Remove one of the two by hand first.`;
  }
  const isAsMeant = change === "removed" || (entry !== undefined && holds(entry, edit));
  return isAsMeant && isSameBut(fleet.state, after, plateKey, scope) ? undefined : inAnUnusualWay(decision);
}

function inAnUnusualWay({ path, source }: PlannedEdit): string {
  const where = source ? formatSource(source) : showPath(path);
  return `${where}: this is written in a way that cannot be edited in place. Edit it by hand.`;
}

function entryOf({ scope, plateKey }: PlannedEdit, { scopes }: State): DesiredEntry | undefined {
  return scopes.find((one) => one.scope === scope)?.entries.get(plateKey);
}

function holds(entry: DesiredEntry, edit: CarEdit): boolean {
  if (edit.kind !== "add") return edit.kind === "end" && entry.validUntil === edit.on;
  const { car } = edit;
  return CAR_FIELD_NAMES.every((field) => car[field] === undefined || car[field] === entry[field]);
}
