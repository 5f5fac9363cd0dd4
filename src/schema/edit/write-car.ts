import type { CarValues } from "../../allowlist/index.ts";
import type { FleetPart } from "../fleet/fleet-part.ts";
import { canonicalText, fleetOrder, orderBelow } from "../format/canonical-text.ts";
import { CAR_KEYS, isCarField } from "../values/index.ts";
import { nodeAt, type Path, type Tree } from "../yaml/tree.ts";
import { addItems, addPair, listAt, removeItem, type Splice, type WrittenList } from "./written-list.ts";

/** Lists of at least this many cars in order are kept in order. */
const FEWEST_IN_ORDER = 3;

/** A car to be added. */
export interface NewCar extends CarValues {
  readonly licenseNumber: string;
  readonly features?: readonly string[];
}

/** Adds a car to what has the list, the file or an account: where its plate belongs when the list is in order, else at the end. */
export function addCar(part: FleetPart, path: Path, car: NewCar): Splice[] {
  const { text } = part.lines;
  const list = listAt(part.root, path, "cars", text);
  const written = carText(canonicalText(car.licenseNumber, { key: "licenseNumber", isInBrackets: true }), car);
  const counts = adjustCounts(part, path, 1);
  if (list) return [...addItems(list, indexBefore(car.licenseNumber, list.items.map(plateOf)), [written]), ...counts];
  // An account whose cars are all in lists has a list of its own now.
  const section = nodeAt(part.root, path);
  if (section?.kind !== "mapping") return [];
  const { keys } = path.length === 0 ? fleetOrder() : orderBelow(fleetOrder(), "accounts");
  return [...addPair(text, section, keys, "cars", `[${written}]`, ["cars:", `  - ${written}`]), ...counts];
}

/** Removes a car. */
export function removeCar(part: FleetPart, path: Path, list: WrittenList, item: Tree): Splice[] {
  return [...removeItem(list, item), ...adjustCounts(part, path, -1)];
}

/** Writes values of a car of a list, in place of those that it has; a plate alone becomes a mapping. */
export function setValues({ text }: WrittenList, item: Tree, values: CarValues): Splice[] {
  const { at: from, end: to } = item;
  if (item.kind === "scalar") return [{ from, to, text: carText(text.slice(from, to), values) }];
  if (item.kind !== "mapping") return [];
  return Object.entries(values).flatMap(([key, value]) => {
    const old = item.pairs.find((pair) => pair.key === key)?.value;
    const written = canonicalText(value, { key, isInBrackets: true });
    if (old?.kind === "scalar") return [{ from: old.at, to: old.end, text: written }];
    return addPair(text, item, CAR_KEYS, key, written);
  });
}

/** The index behind which a plate belongs in a list that is in order; that of the last plate in others; -1 is before the first. */
export function indexBefore(licenseNumber: string, plates: readonly string[]): number {
  const isSorted = plates.every((plate, at) => at === 0 || (plates[at - 1] ?? "") < plate);
  const next = isSorted && plates.length >= FEWEST_IN_ORDER ? plates.findIndex((plate) => plate > licenseNumber) : -1;
  return (next < 0 ? plates.length : next) - 1;
}

/** Corrects `count` of a file and of an account whose number of cars changes. */
function adjustCounts({ root }: FleetPart, path: Path, by: number): Splice[] {
  const sections = path.length === 0 ? [path] : [path, []];
  return sections.flatMap((section) => {
    const count = nodeAt(root, [...section, "count"]);
    return count?.kind === "scalar" ? [{ from: count.at, to: count.end, text: String(Number(count.text) + by) }] : [];
  });
}

function plateOf(item: Tree): string {
  if (item.kind === "scalar") return item.text;
  const value = item.kind === "mapping" ? item.pairs.find(({ key }) => key === "licenseNumber")?.value : undefined;
  return value?.kind === "scalar" ? value.text : "";
}

/** A car on one line: its plate, or a mapping in brackets. `plate` is as it is to be written. */
function carText(plate: string, values: Omit<NewCar, "licenseNumber">): string {
  const pairs = CAR_KEYS.flatMap((key) => {
    const written = (value: string) => canonicalText(value, { key, isInBrackets: true });
    if (key === "features") return values.features ? [`features: [${values.features.map(written).join(", ")}]`] : [];
    const value = isCarField(key) ? values[key] : undefined;
    return value === undefined ? [] : [`${key}: ${written(value)}`];
  });
  return pairs.length === 0 ? plate : `{ ${[`licenseNumber: ${plate}`, ...pairs].join(", ")} }`;
}
