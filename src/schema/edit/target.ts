import { relative, resolve, sep } from "node:path";
import { accountIdOf, type PlateKey, type Scope } from "../../allowlist/index.ts";
import { quoteText, showPath } from "../diagnostics/diagnostic-collector.ts";
import type { FleetPart } from "../fleet/fleet-part.ts";
import type { Path } from "../yaml/tree.ts";
import { nextLine, startOfLine } from "../yaml/tree.ts";
import { type CarEdit, type Decision, type OpenFleet, plateListText, refused } from "./rewrite.ts";
import { addCar, indexBefore } from "./write-car.ts";
import { linesInserted, offsetAt, type Splice } from "./written-list.ts";

type Addition = Extract<CarEdit, { kind: "add" }>;

/** What a car of a list can be added to: a fleet file that describes it, or a file with one plate a line. */
type Target =
  | { readonly kind: "fleet-file"; readonly part: FleetPart; readonly path: Path; readonly hasCars: boolean }
  | PlateList;

interface PlateList {
  readonly kind: "plates";
  readonly file: string;
  readonly text: string;
}

/** Adds a car to the one file that its list is written in, or to the one that the user named. */
export function placeNewCar(edit: Addition, plateKey: PlateKey, scope: Scope, fleet: OpenFleet): Decision {
  const targets = targetsOf(scope, fleet);
  const target = edit.into === undefined ? usualTarget(edit, targets) : namedTarget(edit.into, targets, fleet);
  if (target === undefined) return refused(noTarget(edit, scope, targets, fleet));
  const where = { kind: "splices", change: "added", scope, plateKey } as const;
  if (target.kind === "plates") {
    if (!isPlateOnly(edit)) {
      const message = `${showPath(target.file)} holds plates only: without days, notes or features. Name a fleet file with --into.`;
      return refused(message);
    }
    const { file, text } = target;
    return { ...where, path: file, text, splices: [addPlate(edit.car.licenseNumber, target, scope, fleet)] };
  }
  const { part, path } = target;
  return { ...where, path: part.lines.file, text: part.lines.text, splices: addCar(part, path, edit.car) };
}

// To a list with one plate a line: where it belongs when the list is in order, else at the end.
function addPlate(licenseNumber: string, { file, text }: PlateList, scope: Scope, { state }: OpenFleet): Splice {
  const entries = state.scopes.find((one) => one.scope === scope)?.entries.values() ?? [];
  const listed = [...entries].filter(({ source }) => source.file === file);
  const index = indexBefore(
    licenseNumber,
    listed.map((entry) => entry.licenseNumber),
  );
  const [before, next] = [listed[index], listed[index + 1]];
  if (next) return linesInserted(text, startOfLine(text, offsetAt(text, next.source)), [licenseNumber]);
  return linesInserted(text, before ? nextLine(text, offsetAt(text, before.source)) : text.length, [licenseNumber]);
}

function targetsOf(scope: Scope, fleet: OpenFleet): Target[] {
  const baId = accountIdOf(scope);
  return fleet.parts.flatMap((part) => {
    const accounts = (part.fleet.accounts ?? []).map((account, at) => ({ account, path: ["accounts", at] }));
    const own = accounts.filter(({ account }) => account.baId === baId);
    const sections = baId === undefined ? [{ account: part.fleet, path: [] }] : own;
    return sections.flatMap(({ account: { cars, carsFrom }, path }): Target[] => {
      const files = new Set(
        (carsFrom ?? []).flatMap((reference) => fleet.lists.get(reference) ?? []).map((file) => file.path),
      );
      const lists = [...files].flatMap((file): Target[] => {
        const text = plateListText(fleet, file);
        return text === undefined ? [] : [{ kind: "plates", file, text }];
      });
      return [{ kind: "fleet-file", part, path, hasCars: cars !== undefined }, ...lists];
    });
  });
}

// Where cars are already; a new list of cars only where there is no other choice.
function usualTarget(edit: Addition, targets: readonly Target[]): Target | undefined {
  const withCars = targets.filter((one) => one.kind === "fleet-file" && one.hasCars);
  const plates = isPlateOnly(edit) ? targets.filter(({ kind }) => kind === "plates") : [];
  const files = targets.filter(({ kind }) => kind === "fleet-file");
  const [only, another] = [withCars, plates, files].find((some) => some.length > 0) ?? [];
  return another === undefined ? only : undefined;
}

function namedTarget(into: string, targets: readonly Target[], { cwd }: OpenFleet): Target | undefined {
  const named = relative(cwd, resolve(cwd, into)).split(sep).join("/");
  return targets.find(
    (target) =>
      relative(cwd, resolve(cwd, fileOf(target)))
        .split(sep)
        .join("/") === named,
  );
}

function noTarget({ into, car }: Addition, scope: Scope, targets: readonly Target[], fleet: OpenFleet): string {
  const files = [...new Set(targets.map(fileOf))].map(showPath).join(", ");
  if (into === undefined)
    return `${quoteText(car.licenseNumber)} could go into ${files}. Name one of them with --into.`;
  const isList = [...fleet.lists.values()]
    .flat()
    .some(({ path }) => resolve(fleet.cwd, path) === resolve(fleet.cwd, into));
  const why = isList
    ? "is a list that another system exports, or one of another account"
    : `does not describe ${scope}`;
  return `--into ${showPath(into)} ${why}. Name one of ${files}.`;
}

function fileOf(target: Target): string {
  return target.kind === "plates" ? target.file : target.part.lines.file;
}

function isPlateOnly({ car: { licenseNumber: _, ...values } }: Addition): boolean {
  return Object.keys(values).length === 0;
}
