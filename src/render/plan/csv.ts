import type { PlanDocument } from "../../schema/index.ts";
import { csvLine } from "../escape/csv.ts";
import type { PlannedChange, PlannedScope } from "../phrases.ts";

const COLUMNS = [
  "scope",
  "name",
  "action",
  "licenseNumber",
  "featuresFrom",
  "featuresTo",
  "inFleet",
  "cause",
  "source",
  "note",
  "parkingUser",
];

/** A plan as CSV: a row for every change and every kept car. Lists inside a cell are separated by spaces. */
export function planCsv(plan: PlanDocument): string {
  return [COLUMNS, ...plan.scopes.flatMap(rowsOf)].map(csvLine).join("");
}

function rowsOf(scope: PlannedScope): string[][] {
  const place = [scope.scope, scope.name ?? ""];
  return [
    ...scope.changes.map((change) => [...place, ...changeCells(change)]),
    ...scope.kept.map((car) => [...place, "keep", car.licenseNumber, "", "", "", "", "", car.reason, ""]),
  ];
}

function changeCells(change: PlannedChange): string[] {
  return [
    change.action,
    change.licenseNumber,
    change.features?.from.join(" ") ?? "",
    change.features?.to.join(" ") ?? "",
    change.inFleet === undefined ? "" : String(change.inFleet),
    change.cause ?? "",
    change.source ?? "",
    change.hint ?? "",
    change.parkingUser ?? "",
  ];
}
