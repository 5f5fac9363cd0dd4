import { z } from "zod";
import { isAccountId, LONGEST_WINDOW, readPlate } from "../../allowlist/index.ts";
import type { Tree } from "../yaml/tree.ts";
import { auditShape } from "./audit-shape.ts";
import {
  LIMITS,
  listOf,
  oneOf,
  percent,
  readBoolean,
  readDay,
  readFeature,
  readFirstPage,
  readMask,
  readParameterName,
  readScope,
  readText,
  readTimeZone,
  readWords,
  section,
  value,
  wholeNumber,
} from "./values.ts";

const count = (example: string) => wholeNumber(0, LIMITS.wholeNumber, example);
const boolean = (key: string) => value("must be `true` or `false`", `${key}: true`, readBoolean);
const parameter = (example: string) =>
  value("must be a parameter name of letters, digits and `_ . ~ -`", example, readParameterName);
const text = (limit: number, example: string) =>
  value(`must be text of 1 to ${limit} characters`, example, readText(limit));
const features = listOf(value(`must be a feature name of up to ${LIMITS.feature} characters`, "LEASING", readFeature));

/** Long lists of cars stay nodes of the tree: they are read by hand, without an issue or a plain copy per car. */
const carList = z.custom<CarList>((input) => input instanceof CarList);

const listReference = section({
  file: text(LIMITS.freeText, "file: cars/leasing.csv"),
  column: text(LIMITS.name, "column: plate").exactOptional(),
  features: features.exactOptional(),
});

function accountId(example: string) {
  const expectation = "must be a billing account id: digits without a leading zero, at most 9223372036854775807";
  return value(expectation, example, (id) => (isAccountId(id) ? id : undefined));
}
const plate = value("must be a license plate", "SOLD123", (text) =>
  readPlate(text, { foldLookalikes: false }).kind === "plate" ? text : undefined,
);
const absentCars = listOf(
  section({
    licenseNumber: plate,
    since: value("must be a day that exists, as YYYY-MM-DD", "since: 2026-11-01", readDay).exactOptional(),
    reason: text(LIMITS.freeText, "reason: lease ended").exactOptional(),
  }).or(plate),
);

/** One billing account of a fleet file. */
export const accountShape = section({
  baId: accountId("baId: 4711"),
  name: text(LIMITS.name, "name: Acme Denmark").exactOptional(),
  count: count("count: 120").exactOptional(),
  cars: carList.exactOptional(),
  carsFrom: listOf(listReference).exactOptional(),
  absent: absentCars.exactOptional(),
});

const deleteParameter = section({
  in: oneOf(["query", "body"], "in: query"),
  name: parameter("name: licenseNumbers"),
}).or(section({ in: oneOf(["body"], "in: body"), shape: oneOf(["array"], "shape: array") }));

const failureMasks = listOf(
  value(`must be the words of a server, up to ${LIMITS.freeText} characters`, '"*already*"', readWords),
);

const policy = section({
  prune: oneOf(["all", "owned", "none"], "prune: all").exactOptional(),
  protect: section({
    customerCare: boolean("customerCare").exactOptional(),
    plates: listOf(value("must be a plate mask of plate characters, `*` and `?`", '"VIP*"', readMask)).exactOptional(),
  }).exactOptional(),
  maxDeletes: section({
    percent: percent("percent: 20").exactOptional(),
    count: count("count: 500").exactOptional(),
    always: count("always: 10").exactOptional(),
    total: section({
      percent: percent("percent: 20").exactOptional(),
      count: count("count: 500").exactOptional(),
      always: count("always: 10").exactOptional(),
    }).exactOptional(),
    window: section({
      days: wholeNumber(1, LONGEST_WINDOW, "days: 7").exactOptional(),
      percent: percent("percent: 40").exactOptional(),
    }).exactOptional(),
  }).exactOptional(),
  maxAdds: section({
    percent: percent("percent: 50").exactOptional(),
    always: count("always: 50").exactOptional(),
  }).exactOptional(),
  allowEmpty: boolean("allowEmpty").exactOptional(),
  onRemove: oneOf(["keep", "detach"], "onRemove: detach").exactOptional(),
  acknowledge: listOf(
    section({
      scope: value("must be `global`, `all`, or `account:` with an account id", "scope: account:4711", readScope),
      deletes: count("deletes: 137").exactOptional(),
      adds: count("adds: 200").exactOptional(),
      until: value("must be a day that exists, as YYYY-MM-DD", "until: 2026-12-01", readDay),
      reason: text(LIMITS.freeText, 'reason: "lease batch 7 returned"'),
    }),
  ).exactOptional(),
  audit: auditShape.exactOptional(),
  accounts: section({ ignore: listOf(accountId("4711")).exactOptional() }).exactOptional(),
});

const interfaceSettings = section({
  pageSize: wholeNumber(1, 1000, "pageSize: 1000").exactOptional(),
  pageParam: parameter("pageParam: page").exactOptional(),
  sizeParam: parameter("sizeParam: size").exactOptional(),
  firstPage: value("must be `0` or `1`", "firstPage: 1", readFirstPage).exactOptional(),
  batchSize: wholeNumber(1, 100_000, "batchSize: 500").exactOptional(),
  requestHeadBytes: wholeNumber(1000, 65_536, "requestHeadBytes: 6000").exactOptional(),
  globalDelete: deleteParameter
    .or(
      value("must be a mapping, or `false`", "globalDelete: { in: query, name: ln }", (word) =>
        word === "false" ? false : undefined,
      ),
    )
    .exactOptional(),
  accountDelete: deleteParameter.exactOptional(),
  accountList: value("must be `auto`, `true` or `false`", "accountList: auto", (word) =>
    word === "auto" ? word : readBoolean(word),
  ).exactOptional(),
  fromDateParam: parameter("fromDateParam: fromDate").exactOptional(),
  toDateParam: parameter("toDateParam: toDate").exactOptional(),
  userCarParam: parameter("userCarParam: licenseNumber").exactOptional(),
  foldLookalikes: boolean("foldLookalikes").exactOptional(),
  failures: section({
    alreadyListed: failureMasks.exactOptional(),
    notListed: failureMasks.exactOptional(),
  }).exactOptional(),
});

/** The cars written in the fleet file itself, not yet read. */
export class CarList {
  readonly node: Tree;

  constructor(node: Tree) {
    this.node = node;
  }
}

/** A fleet file as written, cars aside. */
export const fleetShape = section({
  version: oneOf(["1"], "version: 1"),
  mode: oneOf(["global", "billing-account"], "mode: global"),
  count: count("count: 1200").exactOptional(),
  defaults: section({ features: features.exactOptional() }).exactOptional(),
  cars: carList.exactOptional(),
  carsFrom: listOf(listReference).exactOptional(),
  absent: absentCars.exactOptional(),
  accounts: listOf(accountShape).exactOptional(),
  timeZone: value(
    "must be a time zone name of the IANA database",
    "timeZone: Europe/Copenhagen",
    readTimeZone,
  ).exactOptional(),
  policy: policy.exactOptional(),
  interface: interfaceSettings.exactOptional(),
});

export type FleetShape = z.output<typeof fleetShape>;
export type AccountShape = z.output<typeof accountShape>;
export type AbsentShape = z.output<typeof absentCars>[number];
export type ListReference = z.output<typeof listReference>;

/** As much of a fleet file as could be read; whatever is absent was left out, or was wrong and reported. */
export type ReadableFleet = { readonly [K in Exclude<keyof FleetShape, "accounts">]?: FleetShape[K] | undefined } & {
  readonly accounts?: readonly ReadableAccount[] | undefined;
};
export type ReadableAccount = { readonly [K in keyof AccountShape]?: AccountShape[K] | undefined };
