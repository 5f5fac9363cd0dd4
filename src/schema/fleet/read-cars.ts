import {
  type AbsentCar,
  type DesiredEntry,
  formatSource,
  type PlateKey,
  type PlateRules,
  plateKeyOf,
} from "../../allowlist/index.ts";
import type { ListReference } from "../../tables/index.ts";
import { type DiagnosticCollector, quoteText } from "../diagnostics/diagnostic-collector.ts";
import {
  BOOLEAN,
  CAR_FIELDS,
  CAR_KEYS,
  type CarField,
  FEATURE,
  isCarField,
  PLATE,
  problemOfDays,
  type ValueKind,
} from "../values/index.ts";
import type { Mapping, Pair, Path, Tree } from "../yaml/tree.ts";
import type { CarCollector, CarContext } from "./car-collector.ts";
import type { Particulars } from "./car-diagnostics.ts";
import { type FleetPart, isWritten, locate } from "./fleet-part.ts";
import { type ListedCarsContext, readListedCars } from "./read-listed-cars.ts";
import { reportUnknownKey } from "./read-shape.ts";
import type { AbsentShape, WrittenCars } from "./shape.ts";

const FEATURES_FIX = "Remove it; in billing-account mode the interface accepts plates only.";

/** A car whose keys are being read. */
interface Draft {
  licenseNumber: string | undefined;
  particulars: Particulars;
  isPlate: boolean;
}

// Whether it is a plate depends on the file's settings, which `CarCollector` knows.
const WRITTEN_PLATE = { ...PLATE, read: (text: string) => text };

/** Reads the cars written in a fleet file into `cars` and gives their number, repeated ones included. */
export function readCars(node: Tree, cars: CarCollector, context: CarContext): number {
  if (node.kind === "list") {
    for (const item of node.items) readCar(item, cars, context);
    return node.items.length;
  }
  if (node.kind === "unusable") return 0;
  const fix = "Write one `- PLATE` per line, or `cars: []` for an empty list.";
  context.diagnostics.error("wrong-value", "`cars` must be a list.", context.lines.sourceAt(node.at), fix);
  return 0;
}

function readCar(item: Tree, cars: CarCollector, context: CarContext): void {
  const { lines, diagnostics, defaults: particulars } = context;
  switch (item.kind) {
    case "scalar":
      cars.addTyped({ licenseNumber: item.text, source: lines.sourceAt(item.at), particulars });
      return;
    case "mapping":
      readMapping(item, cars, context);
      return;
    case "list": {
      const message = "A car must be a plate or a mapping, not a list.";
      diagnostics.error("wrong-value", message, lines.sourceAt(item.at), "Write `- AB12345`.");
      return;
    }
    case "unusable":
      return;
  }
}

function readMapping(item: Mapping, cars: CarCollector, context: CarContext): void {
  const { licenseNumber, particulars, isPlate } = readPairs(item, context);
  if (licenseNumber === undefined) return;
  cars.addTyped({ licenseNumber, source: context.lines.sourceAt(item.at), particulars, isPlate });
}

function readPairs(item: Mapping, context: CarContext): Draft {
  const { lines, diagnostics } = context;
  const car: Draft = { licenseNumber: undefined, particulars: context.defaults, isPlate: false };
  const { pairs } = item;
  for (const pair of pairs) readProperty(pair, car, context);
  if (!pairs.some((pair) => pair.key === "licenseNumber")) {
    const fix = "Write `licenseNumber: …`; a plate with a colon in it must be in quotes.";
    diagnostics.error("missing-key", "This car has no `licenseNumber`.", lines.sourceAt(item.at), fix);
  }
  const problem = problemOfDays(car.licenseNumber, car.particulars);
  if (problem) diagnostics.explained(problem, lines.sourceAt(item.at));
  return car;
}

function readProperty({ key, keyAt, value }: Pair, car: Draft, context: CarContext): void {
  if (key === "licenseNumber") {
    car.licenseNumber = readValue(value, key, WRITTEN_PLATE, context);
  } else if (key === "features") {
    const features = readFeatures(value, keyAt, context);
    if (features) car.particulars = { ...car.particulars, features };
  } else if (key === "isPlate") {
    car.isPlate = readValue(value, key, BOOLEAN, context) ?? false;
  } else if (isCarField(key)) {
    car.particulars = withValue(car.particulars, key, readValue(value, key, CAR_FIELDS[key].kind, context));
  } else reportUnknownKey(key, CAR_KEYS, "in a car", context.lines.sourceAt(keyAt), context.diagnostics);
}

function readFeatures(node: Tree, keyAt: number, context: CarContext): readonly string[] | undefined {
  const { lines, diagnostics } = context;
  if (context.features === undefined) {
    diagnostics.error("features-not-accepted", "`features` is not allowed here.", lines.sourceAt(keyAt), FEATURES_FIX);
    return undefined;
  }
  if (node.kind === "unusable") return undefined;
  if (node.kind !== "list") {
    diagnostics.error(
      "wrong-value",
      "`features` must be a list.",
      lines.sourceAt(node.at),
      "Write `features: [LEASING]`.",
    );
    return undefined;
  }
  const names = node.items.map((item) => readValue(item, "features", FEATURE, context));
  return context.pool.of(
    names.filter((name) => name !== undefined),
    lines.sourceAt(node.at),
  );
}

function readValue<Value>(
  node: Tree,
  key: string,
  { expectation, read, correct }: Omit<ValueKind<Value>, "schema">,
  context: CarContext,
): Value | undefined {
  const result = node.kind === "scalar" ? read(node.text) : undefined;
  if (result !== undefined || node.kind === "unusable") return result;
  const instead = node.kind === "scalar" ? quoteText(node.text) : `a ${node.kind}`;
  const meant = node.kind === "scalar" ? correct?.(node.text) : undefined;
  const fix = meant === undefined ? `Correct \`${key}\`, or remove it.` : `Write \`${key}: ${meant}\`.`;
  context.diagnostics.error(
    "wrong-value",
    `\`${key}\` must be ${expectation}, not ${instead}.`,
    context.lines.sourceAt(node.at),
    fix,
  );
  return undefined;
}

/** A text that could not be read leaves none, also not the one that all cars of the file have. */
function withValue({ ...particulars }: Particulars, key: CarField, text: string | undefined): Particulars {
  if (text === undefined || particulars[key] !== undefined) delete particulars[key];
  return text === undefined ? particulars : { [key]: text, ...particulars };
}

/** What has cars: the fleet file in global mode, or one of its accounts. */
interface CarsSection {
  readonly cars?: WrittenCars | undefined;
  readonly carsFrom?: readonly ListReference[] | undefined;
}

/** What reading the cars of one section, that of an account or of the whole file, needs to know. */
export interface SectionContext extends CarContext, Omit<ListedCarsContext, "target"> {
  /** Whether the section needs no cars of its own, as lists of several accounts may name it. */
  readonly mayBeBare: boolean;
}

/** Reads the cars of a section, its lists included, into `cars` and gives their number as written, repeated ones included. */
export function readCarsSection(section: CarsSection, path: Path, cars: CarCollector, context: SectionContext): number {
  const { part, diagnostics, mayBeBare } = context;
  // What was read is written; what is not here may be written, and wrong.
  const isBare = !section.cars && !isWritten(part, [...path, "cars"]) && !isWritten(part, [...path, "carsFrom"]);
  if (isBare && !mayBeBare) {
    const fix = "Write `cars:` or `carsFrom:`; `cars: []` is an empty list.";
    diagnostics.error("not-specified", "Both `cars` and `carsFrom` are missing.", locate(part, path), fix);
  }
  const written = section.cars ? readCars(section.cars.node, cars, context) : 0;
  cars.finishTyped();
  if (!section.carsFrom) return written;
  return written + readListedCars(section.carsFrom, path, { ...context, target: cars });
}

/** What has cars that must not be on a list: a fleet file, or one of its accounts, at a path. */
interface AbsentSection {
  readonly written: readonly AbsentShape[] | undefined;
  readonly part: FleetPart;
  readonly path: Path;
}

/** The cars that must not be on one list, each plate once; nothing when there are none. A car that it wants, too, is reported. */
export function readAbsent(
  sections: readonly AbsentSection[],
  entries: ReadonlyMap<PlateKey, DesiredEntry>,
  rules: PlateRules,
  diagnostics: DiagnosticCollector,
): { readonly absent?: ReadonlyMap<PlateKey, AbsentCar> } {
  const absent = new Map<PlateKey, AbsentCar>();
  for (const { written = [], part, path } of sections) {
    for (const [at, one] of written.entries()) {
      const car = typeof one === "string" ? { licenseNumber: one } : one;
      const plateKey = plateKeyOf(car.licenseNumber, rules);
      if (plateKey === undefined) continue;
      const source = locate(part, [...path, "absent", at]);
      const [first, wanted] = [absent.get(plateKey), entries.get(plateKey)];
      const plate = quoteText(car.licenseNumber);
      if (first) {
        const message = `The plate ${plate} is also in \`absent\` at ${formatSource(first.source)}.`;
        diagnostics.error("duplicate-absent", message, source, "Keep one of the two.");
      } else if (wanted) {
        const message = `The plate ${plate} is in \`absent\`, and also a car of the same list at ${formatSource(wanted.source)}.`;
        diagnostics.error("absent-and-wanted", message, source, "Remove it from one of the two.");
      }
      if (!first) absent.set(plateKey, { plateKey, source, ...car });
    }
  }
  return absent.size === 0 ? {} : { absent };
}
