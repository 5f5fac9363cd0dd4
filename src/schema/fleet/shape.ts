import { z } from "zod";
import { carsFrom } from "../../tables/index.ts";
import {
  ACCOUNT_ID,
  BOOLEAN,
  COUNT,
  COUNTRY,
  DAY,
  ERROR_MASK,
  FREE_TEXT,
  features,
  listOf,
  NAME,
  oneOf,
  oneOfValues,
  optional,
  PARAMETER_NAME,
  plate,
  rare,
  section,
  TIME_ZONE,
  type ValueKind,
  value,
  wholeNumber,
} from "../values/index.ts";
import type { Tree } from "../yaml/tree.ts";
import { policyShape } from "./policy-shape.ts";

const FIRST_PAGE: ValueKind<0 | 1> = {
  expectation: "`0` or `1`",
  read: (text) => (text === "0" ? 0 : text === "1" ? 1 : undefined),
  schema: oneOfValues([0, 1]),
  isUnquoted: true,
};
const NO_DELETES: ValueKind<false> = {
  expectation: "a mapping, or `false`",
  read: (text) => (text === "false" ? false : undefined),
  schema: { enum: [false, "false"] },
  isUnquoted: true,
};
const ACCOUNT_LIST: ValueKind<"auto" | boolean> = {
  expectation: "`auto`, `true` or `false`",
  read: (text) => (text === "auto" ? text : BOOLEAN.read(text)),
  schema: oneOfValues(["auto", true, false]),
  isUnquoted: true,
};

const deleteRequest = rare(() =>
  section({
    in: value(oneOf(["query", "body"]), "Whether plates stand in the query or in the body.", "query"),
    name: value(PARAMETER_NAME, "The name of the query parameter, or of the list in the body.", "licenseNumbers"),
  })
    .meta({ title: "A request that deletes cars" })
    .or(
      section({
        in: value(oneOf(["body"]), "The plates stand in the body.", "body"),
        shape: value(oneOf(["array"]), "The body is a JSON array of plates and nothing else.", "array"),
      }).meta({ title: "A request with a bare array" }),
    ),
);

const errorMasks = () =>
  listOf(value(ERROR_MASK, "A mask for the server's error text: `*` is any text.", '"*already*"'));

/** `interface`: what the interface document leaves open. The defaults fit what is publicly documented. */
export const interfaceShape = rare(
  () =>
    section({
      pageSize: optional(wholeNumber(1, 1000), "How many cars are requested per page.", "1000"),
      pageParam: optional(PARAMETER_NAME, "The query parameter with the number of the page.", "page"),
      sizeParam: optional(PARAMETER_NAME, "The query parameter with the size of the page.", "size"),
      firstPage: optional(FIRST_PAGE, "The number of the first page, in requests and in replies.", "1"),
      batchSize: optional(wholeNumber(1, 100_000), "The most cars in one request body.", "500"),
      requestHeadBytes: optional(
        wholeNumber(1000, 65_536),
        "The most bytes of a request line with its headers, for deletes in the query.",
        "6000",
      ),
      globalDelete: deleteRequest
        .or(value(NO_DELETES, "Deletes are shown as blocked and never sent.", "false"))
        .meta({ description: "How the global list takes deletes, or `false` when it takes none." })
        .exactOptional(),
      accountDelete: deleteRequest.meta({ description: "How an account's list takes deletes." }).exactOptional(),
      accountList: optional(ACCOUNT_LIST, "Whether an account's cars can be listed; `auto` tries.", "auto"),
      fromDateParam: optional(PARAMETER_NAME, "The query parameter with the first day of billing records.", "fromDate"),
      toDateParam: optional(PARAMETER_NAME, "The query parameter with the last day of billing records.", "toDate"),
      userCarParam: optional(
        PARAMETER_NAME,
        "The query parameter with the plate when a car is removed from a parking user.",
        "licenseNumber",
      ),
      foldLookalikes: optional(
        BOOLEAN,
        "Whether Cyrillic and Greek letters that look Latin are read as the Latin ones.",
        "true",
      ),
      respelled: listOf(
        section({
          plate: plate.meta({ description: "The plate as this file has it." }),
          server: plate.meta({ description: "The same plate as the server lists it." }),
        }).meta({ title: "A plate that the server respells" }),
      )
        .meta({ description: "Plates that the server keeps in a spelling of its own, such as without umlauts." })
        .exactOptional(),
      feeTypes: errorMasks()
        .meta({ description: "Types of billing records, `TYPE` or `TYPE/SUBTYPE`, that are fees and no parkings." })
        .exactOptional(),
      failures: section({
        alreadyListed: errorMasks()
          .meta({ description: "Error texts that mean: an added car is on the list already." })
          .exactOptional(),
        notListed: errorMasks()
          .meta({ description: "Error texts that mean: a deleted car is not on the list." })
          .exactOptional(),
      })
        .meta({ description: "Error texts of the server, for lists that cannot be read." })
        .exactOptional(),
    }),
  "What the interface document leaves open; `platectl doctor` finds what your server needs.",
);

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
}).meta({ title: "A billing account" });

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
/** An item of `absent`, as written. */
export type AbsentShape = z.output<typeof absentCars>[number];

/** As much of a fleet file as could be read; whatever is absent was left out, or was wrong and reported. */
export type ReadableFleet = { readonly [K in Exclude<keyof FleetShape, "accounts">]?: FleetShape[K] | undefined } & {
  readonly accounts?: readonly ReadableAccount[] | undefined;
};
/** The same of one account. */
export type ReadableAccount = { readonly [K in keyof AccountShape]?: AccountShape[K] | undefined };
