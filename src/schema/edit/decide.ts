import leven from "leven";
import {
  accountIdOf,
  accountScope,
  type CarValues,
  type DesiredEntry,
  type DesiredScope,
  formatSource,
  type PlateKey,
  plateLook,
  readPlate,
  type Scope,
  type Source,
} from "../../allowlist/index.ts";
import { quoteText } from "../diagnostics/diagnostic-collector.ts";
import type { FleetPart } from "../fleet/fleet-part.ts";
import { CAR_FIELD_NAMES, CAR_FIELDS, type CarField, carValues } from "../values/index.ts";
import { nextLine, startOfLine } from "../yaml/tree.ts";
import { type CarEdit, type CarPlace, type Decision, type OpenFleet, plateListText, refused } from "./rewrite.ts";
import { placeNewCar } from "./target.ts";
import { removeCar, setValues } from "./write-car.ts";
import { listAt, offsetAt } from "./written-list.ts";

/** Which changes an edit takes in which file. */
export function decide(edit: CarEdit, fleet: OpenFleet): Decision {
  const { account } = edit;
  const { state } = fleet;
  if (account !== undefined && state.mode === "global") {
    return refused("--account selects billing accounts, but the fleet file is in global mode.");
  }
  const scopes = state.scopes.filter(({ scope }) => account === undefined || scope === accountScope(account));
  if (account !== undefined && scopes.length === 0) {
    return refused(`--account ${account}: no fleet file declares this account.`);
  }
  const written = edit.kind === "add" ? edit.car.licenseNumber : edit.licenseNumber;
  const reading = readPlate(written, state.interface);
  if (reading.kind !== "plate") return refused(`${quoteText(written)} is not a plate.`);
  if (edit.kind === "add") return decideAdd(edit, reading.plateKey, scopes, fleet);
  return decideWritten(edit, reading.plateKey, scopes, fleet);
}

function decideAdd(
  edit: Extract<CarEdit, { kind: "add" }>,
  plateKey: PlateKey,
  scopes: readonly DesiredScope[],
  fleet: OpenFleet,
): Decision {
  const [scope, another] = scopes;
  if (!scope || another) {
    const ids = scopes.slice(0, 5).flatMap((one) => accountIdOf(one.scope) ?? []);
    return refused(
      `Name the billing account with --account: the fleet files have ${ids.join(", ")}${scopes.length > 5 ? ", …" : ""}.`,
    );
  }
  const absent = scope.absent?.get(plateKey);
  if (absent) {
    const place = formatSource(absent.source);
    return refused(
      `${quoteText(absent.licenseNumber)} must not be on the list: it is in \`absent\` at ${place}. Remove it there first.`,
    );
  }
  const entry = scope.entries.get(plateKey);
  if (!entry) return placeNewCar(edit, plateKey, scope.scope, fleet);
  return updateCar(edit, entry, scope.scope, fleet);
}

// A car that is listed gets the values that decide when it is listed; what else differs was hardly meant.
function updateCar(
  { car }: Extract<CarEdit, { kind: "add" }>,
  entry: DesiredEntry,
  scope: Scope,
  fleet: OpenFleet,
): Decision {
  const place = { scope, licenseNumber: entry.licenseNumber, source: entry.source };
  const where = `${quoteText(entry.licenseNumber)} is already at ${formatSource(entry.source)}`;
  const differing = carValues((field) => (car[field] === entry[field] ? undefined : car[field]));
  const decides = (field: CarField) => CAR_FIELDS[field].decidesList;
  const features = car.features && [...new Set(car.features)].sort().join("\n");
  const others = [
    ...(features !== undefined && features !== entry.features.join("\n") ? ["features"] : []),
    ...CAR_FIELD_NAMES.filter((field) => differing[field] !== undefined && !decides(field)),
  ];
  if (others.length > 0) return refused(`${where}, with another value of ${others.join(", ")}. Change it there.`);
  if (Object.keys(differing).length === 0) return { kind: "unchanged", place, reason: "already there" };
  return writeValues(differing, entry, scope, fleet);
}

function decideWritten(
  edit: Exclude<CarEdit, { kind: "add" }>,
  plateKey: PlateKey,
  scopes: readonly DesiredScope[],
  fleet: OpenFleet,
): Decision {
  const found = placesOf(plateKey, scopes);
  const [place] = found;
  if (!place) return notWritten(edit, plateKey, scopes);
  const places = [...new Set(found.map(({ entry }) => formatSource(entry.source)))];
  if (places.length > 1) {
    const named = found.map(({ scope, entry }) => `${scope} at ${formatSource(entry.source)}`).join(", ");
    return refused(`${quoteText(edit.licenseNumber)} is on several lists: ${named}. Name one with --account.`);
  }
  const sharing = placesOf(plateKey, fleet.state.scopes).filter(
    ({ entry }) => formatSource(entry.source) === places[0],
  );
  if (sharing.length > 1) {
    const named = sharing.map(({ scope }) => scope).join(", ");
    return refused(
      `${places[0]}: this list has the cars of ${named}. Edit it by hand, or give each account a list of its own.`,
    );
  }
  const { scope, entry } = place;
  if (edit.kind === "remove") return removeEntry(entry, scope, fleet);
  if (entry.validUntil === edit.on) {
    return { kind: "unchanged", place: { ...entry, scope }, reason: `already ends on ${edit.on}` };
  }
  return writeValues({ validUntil: edit.on }, entry, scope, fleet);
}

function placesOf(plateKey: PlateKey, scopes: readonly DesiredScope[]) {
  return scopes.flatMap(({ scope, entries }) => {
    const entry = entries.get(plateKey);
    return entry ? [{ scope, entry }] : [];
  });
}

function notWritten({ kind }: CarEdit, plateKey: PlateKey, scopes: readonly DesiredScope[]): Decision {
  for (const { scope, absent } of scopes) {
    const car = absent?.get(plateKey);
    if (car && kind === "remove") return { kind: "unchanged", place: { ...car, scope }, reason: "already in `absent`" };
    if (car) {
      return refused(
        `${quoteText(car.licenseNumber)} must not be on the list: it is in \`absent\` at ${formatSource(car.source)}.`,
      );
    }
  }
  return { kind: "not-found", near: nearPlates(plateKey, scopes) };
}

function removeEntry(entry: DesiredEntry, scope: Scope, fleet: OpenFleet): Decision {
  const { source, plateKey } = entry;
  const where = { kind: "splices", change: "removed", path: source.file, scope, plateKey, source } as const;
  const part = fleet.parts.find(({ lines }) => lines.file === source.file);
  if (part) {
    const found = itemAt(part, source);
    const splices = found ? removeCar(part, found.path, found.list, found.item) : [];
    return { ...where, text: part.lines.text, splices };
  }
  const text = plateListText(fleet, source.file);
  if (text === undefined) return exported(entry);
  const at = offsetAt(text, source);
  return { ...where, text, splices: [{ from: startOfLine(text, at), to: nextLine(text, at), text: "" }] };
}

function writeValues(values: CarValues, entry: DesiredEntry, scope: Scope, fleet: OpenFleet): Decision {
  const { source, plateKey } = entry;
  const part = fleet.parts.find(({ lines }) => lines.file === source.file);
  if (part) {
    const found = itemAt(part, source);
    const splices = found ? setValues(found.list, found.item, values) : [];
    const where = { kind: "splices", change: "changed", path: source.file, scope, plateKey, source } as const;
    return { ...where, text: part.lines.text, splices };
  }
  if (plateListText(fleet, source.file) === undefined) return exported(entry);
  return refused(
    `${quoteText(entry.licenseNumber)} is at ${formatSource(source)}, a list of plates without days. ` +
      "`platectl car remove` removes it there; `platectl car add` with --from, --until and --into adds it to a fleet file.",
  );
}

function exported({ licenseNumber, source }: DesiredEntry): Decision {
  return refused(
    `${quoteText(licenseNumber)} is at ${formatSource(source)}, a list that another system exports: the next export would undo an edit. Change it in that system.`,
  );
}

function itemAt({ root, fleet, lines: { text } }: FleetPart, source: Source) {
  const at = offsetAt(text, source);
  for (const path of [[], ...(fleet.accounts ?? []).map((_, index) => ["accounts", index])]) {
    const list = listAt(root, path, "cars", text);
    const item = list?.items.find((one) => one.at === at);
    if (list && item) return { path, list, item };
  }
  return undefined;
}

/** How many plates are proposed. */
const MOST_PROPOSED = 3;

/** The cars of lists whose plates one typing error would explain: a character changed, missing, too many, or two swapped. */
export function nearPlates(plateKey: PlateKey, scopes: readonly DesiredScope[]): CarPlace[] {
  const near: CarPlace[] = [];
  for (const { scope, entries } of scopes) {
    for (const [other, { licenseNumber, source }] of entries) {
      if (other !== plateKey && isNear(plateKey, other)) near.push({ scope, licenseNumber, source });
      if (near.length === MOST_PROPOSED) return near;
    }
  }
  return near;
}

function isNear(left: PlateKey, right: PlateKey): boolean {
  const distance = leven(left, right, { maxDistance: 2 });
  const isSwapped = distance === 2 && [...left].sort().join("") === [...right].sort().join("");
  return distance === 1 || isSwapped || plateLook(left) === plateLook(right);
}
