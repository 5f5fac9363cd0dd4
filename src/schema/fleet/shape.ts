import { z } from "zod";
import { carsFrom } from "../lists/list-shape.ts";
import { features, plate } from "../values/car-shape.ts";
import { ACCOUNT_ID, COUNT, COUNTRY, DAY, FREE_TEXT, NAME, oneOf, TIME_ZONE } from "../values/value-kinds.ts";
import { listOf, optional, rare, section, value } from "../values/value-shapes.ts";
import type { Tree } from "../yaml/tree.ts";
import { interfaceShape } from "./interface-shape.ts";
import { policyShape } from "./policy-shape.ts";

const VERSION = { ...oneOf(["1"]), isUnquoted: true };

/** The cars written in the fleet file itself, not yet read: long lists stay nodes of the tree, without an issue or a copy per car. */
export class WrittenCars {
  readonly node: Tree;

  constructor(node: Tree) {
    this.node = node;
  }
}

function carList(description: string) {
  return z
    .custom<WrittenCars>((input) => input instanceof WrittenCars)
    .meta({ type: "array", items: { $ref: "#/$defs/car" }, description })
    .exactOptional();
}

const absentCars = listOf(
  rare(() =>
    section({
      licenseNumber: plate.meta({ description: "The plate, in any spelling." }),
      since: optional(
        DAY,
        "The first day on which the car must not be on the list; at once when missing.",
        "2026-11-01",
      ),
      reason: optional(FREE_TEXT, "For people; shown beside the delete.", "lease ended"),
    })
      .meta({ title: "A car that must not be on the list" })
      .or(plate),
  ),
);
const absent = absentCars
  .meta({ description: "Cars that must not be on the list, whoever added them." })
  .exactOptional();

/** One billing account of a fleet file. */
export const accountShape = section({
  baId: value(ACCOUNT_ID, "The id of the billing account.", "4711"),
  name: optional(NAME, "For people; never sent.", "Acme Denmark"),
  count: optional(COUNT, "How many cars this account must have, so that a file cut short is noticed.", "120"),
  cars: carList("The cars of the account; [] for none."),
  carsFrom,
  absent,
});

/** A fleet file as written, cars aside. */
export const fleetShape = section({
  version: value(VERSION, "The version of this format.", "1"),
  mode: value(oneOf(["global", "billing-account"]), "Which kind of allowlist the integration has.", "global"),
  count: optional(
    COUNT,
    "How many cars this file and its lists must have, so that a file cut short is noticed.",
    "1200",
  ),
  defaults: section({
    features: features.meta({ description: "The features of cars that state none; global mode only." }).exactOptional(),
    country: optional(COUNTRY, "Where cars without a country are registered.", "DK"),
  })
    .meta({ description: "What holds for all cars that say nothing else." })
    .exactOptional(),
  cars: carList("Global mode: the cars of the list; [] for none."),
  carsFrom,
  absent,
  accounts: listOf(accountShape)
    .meta({ description: "Billing-account mode: the list of each account, instead of `cars` and `carsFrom`." })
    .exactOptional(),
  timeZone: optional(TIME_ZONE, "When a day starts and ends: an IANA name, UTC by default.", "Europe/Copenhagen"),
  policy: policyShape.exactOptional(),
  interface: interfaceShape.exactOptional(),
}).meta({ title: "A platectl fleet file" });

type FleetShape = z.output<typeof fleetShape>;
type AccountShape = z.output<typeof accountShape>;
export type AbsentShape = z.output<typeof absentCars>[number];

/** As much of a fleet file as could be read; whatever is absent was left out, or was wrong and reported. */
export type ReadableFleet = { readonly [K in Exclude<keyof FleetShape, "accounts">]?: FleetShape[K] | undefined } & {
  readonly accounts?: readonly ReadableAccount[] | undefined;
};
export type ReadableAccount = { readonly [K in keyof AccountShape]?: AccountShape[K] | undefined };
