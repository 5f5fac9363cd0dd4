import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { type DesiredEntry, formatSource } from "../../allowlist/index.ts";
import { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { quoteText, showPath } from "../diagnostics/quote-text.ts";
import type { LoadOptions } from "../files/load-context.ts";
import { assemble } from "../fleet/assemble.ts";
import { readParts } from "../fleet/load-fleet.ts";
import { CAR_FIELD_NAMES } from "../values/car-fields.ts";
import { type CarEdit, type Decision, type EditResult, type OpenFleet, refused } from "./car-edit.ts";

export type { CarEdit, CarPlace, EditResult } from "./car-edit.ts";

import { decide } from "./decide.ts";
import { byteOrderMark, reread } from "./reread.ts";
import { isSameBut } from "./same-but.ts";
import { spliced } from "./splice.ts";

/**
 * Makes an edit in the text of a fleet file or of a .txt list; every character that it is not about stays. The result is read
 * again, with all other files: what would be invalid, or would change anything else, is refused. Nothing is written.
 */
export async function editFleet(paths: readonly string[], edit: CarEdit, options: LoadOptions): Promise<EditResult> {
  const diagnostics = new DiagnosticCollector();
  const { parts, lists, isComplete } = await readParts(paths, options, diagnostics);
  const state = isComplete && parts.length > 0 ? assemble(parts, lists, diagnostics) : undefined;
  if (!state || diagnostics.hasErrors) return { kind: "invalid", when: "before", diagnostics: diagnostics.sorted() };
  const fleet = { parts, lists, state, cwd: options.cwd, warnings: diagnostics.sorted() };
  const decision = decide(edit, fleet);
  return decision.kind === "splices" ? finish(decision, edit, fleet) : decision;
}

async function finish(
  decision: Extract<Decision, { kind: "splices" }>,
  edit: CarEdit,
  fleet: OpenFleet,
): Promise<EditResult> {
  const { path, text } = decision;
  const edited = spliced(text, decision.splices);
  const checked = check(decision, edited, edit, fleet);
  if (checked.kind !== "edited") return checked;
  const real = await realpath(resolve(fleet.cwd, path));
  const mark = await byteOrderMark(real, text);
  if (mark === undefined) {
    return refused(`${showPath(path)} is not UTF-8 text, or was changed meanwhile. Edit it by hand.`);
  }
  return { ...checked, file: { path, real, text: `${mark}${edited}` } };
}

type Checked = Omit<Extract<EditResult, { kind: "edited" }>, "file"> | Exclude<EditResult, { kind: "edited" }>;

function check(
  { path, scope, plateKey, change, source }: Extract<Decision, { kind: "splices" }>,
  text: string,
  edit: CarEdit,
  fleet: OpenFleet,
): Checked {
  const diagnostics = new DiagnosticCollector();
  const after = reread(path, text, fleet, diagnostics);
  if (!after || diagnostics.hasErrors) return { kind: "invalid", when: "after", diagnostics: diagnostics.sorted() };
  const written = edit.kind === "add" ? edit.car.licenseNumber : edit.licenseNumber;
  const [former, entry] = [fleet.state, after].map(({ scopes }) =>
    scopes.find((one) => one.scope === scope)?.entries.get(plateKey),
  );
  if (change === "removed" && entry) {
    return refused(
      `${quoteText(written)} is written twice, also at ${formatSource(entry.source)}. Remove one of the two by hand first.`,
    );
  }
  const shown = entry ?? former;
  const isAsMeant = change === "removed" || (entry !== undefined && holds(entry, edit));
  if (!shown || !isAsMeant || !isSameBut(fleet.state, after, plateKey, scope)) {
    const where = source ? formatSource(source) : showPath(path);
    return refused(`${where}: this is written in a way that cannot be edited in place. Edit it by hand.`);
  }
  const known = new Set(fleet.warnings.map(({ code, message }) => `${code} ${message}`));
  return {
    kind: "edited",
    change,
    warnings: diagnostics.sorted().filter(({ code, message }) => !known.has(`${code} ${message}`)),
    place: { scope, licenseNumber: shown.licenseNumber, source: shown.source },
  };
}

function holds(entry: DesiredEntry, edit: CarEdit): boolean {
  if (edit.kind !== "add") return edit.kind === "end" && entry.validUntil === edit.on;
  const { car } = edit;
  return CAR_FIELD_NAMES.every((field) => car[field] === undefined || car[field] === entry[field]);
}
