import { type CarCollector, type FeaturePool, NO_FEATURES } from "./car-collector.ts";
import type { WrittenCar } from "./car-table.ts";
import type { Problems } from "./problems.ts";
import { unknownKey } from "./read-shape.ts";
import { show } from "./show.ts";
import { type Lines, type Mapping, type Pair, type Tree, textOffsetOf } from "./tree.ts";
import { LIMITS, readDay, readFeature, readText } from "./values.ts";

const CAR_KEYS = ["licenseNumber", "features", "validFrom", "validUntil", "note"];
const FEATURES_FIX = "Remove it; in billing-account mode the interface takes plates only.";

/** What the cars of one list have in common. */
export interface CarContext {
  readonly lines: Lines;
  readonly problems: Problems;
  readonly cars: CarCollector;
  readonly pool: FeaturePool;
  /** Features of cars that state none; `undefined` where features are not accepted at all. */
  readonly features: readonly string[] | undefined;
}

type Draft = { -readonly [K in Exclude<keyof WrittenCar, "lines" | "at">]?: WrittenCar[K] };

/** Reads the cars written in a fleet file and gives their number, repeated ones included. */
export function readCars(node: Tree, context: CarContext): number {
  if (node.kind === "list" || node.kind === "long-list") {
    let number = 0;
    for (const item of node.items) {
      readCar(item, context);
      number += 1;
    }
    return number;
  }
  if (node.kind === "unusable") return 0;
  const fix = "Write one `- PLATE` per line, or `cars: []` for an empty list.";
  context.problems.error("wrong-value", "`cars` must be a list.", context.lines.sourceAt(node.at), fix);
  return 0;
}

function readCar(item: Tree, context: CarContext): void {
  const { lines, cars, problems } = context;
  switch (item.kind) {
    case "scalar": {
      const features = context.features ?? NO_FEATURES;
      cars.add({ licenseNumber: item.text, features, lines, at: item.at, plateAt: textOffsetOf(item, lines) });
      return;
    }
    case "mapping":
      readMapping(item, context);
      return;
    case "list":
    case "long-list": {
      const message = "A car must be a plate or a mapping, not a list.";
      problems.error("wrong-value", message, lines.sourceAt(item.at), "Write `- AB12345`.");
      return;
    }
    case "unusable":
      return;
  }
}

function readMapping(item: Mapping, context: CarContext): void {
  const { lines, problems } = context;
  const car: Draft = {};
  for (const pair of item.pairs) readProperty(pair, car, context);
  if (!item.pairs.some((pair) => pair.key === "licenseNumber")) {
    const fix = "Write `licenseNumber: …`; a plate with a colon in it must be in quotes.";
    problems.error("missing-key", "This car has no `licenseNumber`.", lines.sourceAt(item.at), fix);
  }
  const { validFrom, validUntil } = car;
  if (validFrom !== undefined && validUntil !== undefined && validFrom > validUntil) {
    const message = `The car ${show(car.licenseNumber ?? "")} is valid from ${validFrom} until ${validUntil}, which is earlier.`;
    const fix = "Swap the two days, or mend the wrong one.";
    problems.error("validity-backwards", message, lines.sourceAt(item.at), fix);
  }
  const { licenseNumber, plateAt } = car;
  if (licenseNumber === undefined || plateAt === undefined) return;
  const features = car.features ?? context.features ?? NO_FEATURES;
  context.cars.add({ ...car, licenseNumber, features, lines, at: item.at, plateAt });
}

function readProperty({ key, keyAt, value }: Pair, car: Draft, context: CarContext): void {
  switch (key) {
    case "licenseNumber":
      assign(car, "licenseNumber", readValue(value, key, "must be a plate", asWritten, context));
      if (value.kind === "scalar") car.plateAt = textOffsetOf(value, context.lines);
      return;
    case "features":
      assign(car, "features", readFeatures(value, keyAt, context));
      return;
    case "validFrom":
    case "validUntil":
      assign(car, key, readValue(value, key, "must be a day that exists, as YYYY-MM-DD", readDay, context));
      return;
    case "note": {
      const expectation = `must be text of 1 to ${LIMITS.freeText} characters`;
      assign(car, "note", readValue(value, key, expectation, readText(LIMITS.freeText), context));
      return;
    }
    default: {
      const { message, fix } = unknownKey(key, CAR_KEYS, "in a car");
      context.problems.error("unknown-key", message, context.lines.sourceAt(keyAt), fix);
    }
  }
}

function readFeatures(node: Tree, keyAt: number, context: CarContext): readonly string[] | undefined {
  const { lines, problems } = context;
  if (context.features === undefined) {
    problems.error("features-not-accepted", "`features` cannot be given here.", lines.sourceAt(keyAt), FEATURES_FIX);
    return undefined;
  }
  if (node.kind === "unusable") return undefined;
  if (node.kind !== "list") {
    problems.error(
      "wrong-value",
      "`features` must be a list.",
      lines.sourceAt(node.at),
      "Write `features: [LEASING]`.",
    );
    return undefined;
  }
  const expectation = `must be a feature name of up to ${LIMITS.feature} characters`;
  const names = node.items.map((item) => readValue(item, "features", expectation, readFeature, context));
  return context.pool.of(
    names.filter((name) => name !== undefined),
    lines.sourceAt(node.at),
  );
}

function readValue(
  node: Tree,
  key: string,
  expectation: string,
  read: (text: string) => string | undefined,
  context: CarContext,
): string | undefined {
  const result = node.kind === "scalar" ? read(node.text) : undefined;
  if (result !== undefined || node.kind === "unusable") return result;
  const instead = node.kind === "scalar" ? show(node.text) : `a ${node.kind}`;
  const fix = `Correct \`${key}\`, or remove it.`;
  context.problems.error(
    "wrong-value",
    `\`${key}\` ${expectation}, not ${instead}.`,
    context.lines.sourceAt(node.at),
    fix,
  );
  return undefined;
}

function asWritten(text: string): string {
  return text;
}

function assign<K extends keyof Draft>(car: Draft, key: K, value: Draft[K]): void {
  if (value !== undefined) car[key] = value;
}
