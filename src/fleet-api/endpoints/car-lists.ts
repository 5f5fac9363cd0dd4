import { accountIdOf, type Scope } from "../../allowlist/index.ts";
import type { CarRow, FleetCarRow, ListReader, Page, PageRequest } from "../../run/ports/index.ts";
import { shapeFailure } from "../http/failures.ts";
import { REDACTED } from "../http/redactor.ts";
import type { ClientContext } from "./context.ts";
import { type ArrayList, getPage, readPage, wholeList } from "./pages.ts";
import { accountPath } from "./read.ts";
import { isObject, list, object, pageOf, plateOf, text, value } from "./wire.ts";

/** The answers that mean "there is no such list here" (interface 4.12). */
const NOT_OFFERED = [404, 405, 501];

/** Far more than there are. */
const MOST_FEATURES = 1_000;
const features = list(text, MOST_FEATURES);

/** Interface 2, Global allowlist car. */
const readGlobalCar = object((car) => ({
  licenseNumber: car.plate("licenseNumber"),
  features: car.optionalList("features", features),
  addedByCustomerCare: car.value("addedByCustomerCare", "true or false", booleanOf, false),
  createdDate: car.value("createdDate", "a text", dateOf, "") || undefined,
}));

const LONGEST_DATE = 40;

/** The date is not ours to judge: anything but a short text counts as missing. */
function dateOf(input: unknown): string {
  return typeof input === "string" && input.length <= LONGEST_DATE ? input : "";
}

function booleanOf(input: unknown): boolean | undefined {
  return typeof input === "boolean" ? input : undefined;
}

/** A row of an account's car list: its shape is not documented, so a text or an object is accepted. */
const readAccountCar = value("a license number, nor an object with a licenseNumber", (input): CarRow | undefined => {
  const row = isObject(input) ? input : { licenseNumber: input };
  const licenseNumber = plateOf(row["licenseNumber"]);
  const addedByCustomerCare = booleanOf(row["addedByCustomerCare"] ?? false);
  if (licenseNumber === undefined || addedByCustomerCare === undefined) return undefined;
  return { licenseNumber, features: [], addedByCustomerCare, createdDate: dateOf(row["createdDate"]) || undefined };
});

/** Interface 2, Fleet car. */
export const readFleetCar = object((car) => ({
  licenseNumber: car.plate("licenseNumber"),
  createdDate: car.text("createdDate"),
}));

/** All the cars of a fleet come in one body: 1,000,000 take some 70 MB. */
const MOST_FLEET_CARS = { bytes: 96 * 1024 * 1024, rows: 1_000_000 };

/** A page of the global list. */
export const pageOfGlobalCars = pageOf(readGlobalCar);
const pageOfAccountCars = pageOf(readAccountCar);
const pageOfFleetCars = pageOf(readFleetCar);

/** Reads the lists of cars page by page, and the cars in use (interface 4.11). */
export function carListReader(context: ClientContext): Pick<ListReader, "carPage" | "fleetCars"> {
  return {
    carPage: (scope, page) => carPage(context, scope, page),
    fleetCars: () => wholeList(context, fleetCarList(context)),
  };
}

/** The list of a scope's cars. Throws a RangeError for an account id that is not one. */
export function carsPath(scope: Scope): string {
  const baId = accountIdOf(scope);
  return baId === undefined ? "/api/cars" : `${accountPath(baId)}/cars`;
}

async function carPage(context: ClientContext, scope: Scope, page: PageRequest): Promise<Page<CarRow> | "not-offered"> {
  const isGlobal = accountIdOf(scope) === undefined;
  if (!isGlobal && context.settings.accountList === false) return "not-offered";
  const list = { base: context.baseUrl, path: carsPath(scope) };
  const answered = await getPage(context, list, page, { also: NOT_OFFERED });
  if (answered.reply.status !== 200) return "not-offered";
  const shape = isGlobal ? pageOfGlobalCars : pageOfAccountCars;
  const found = readPage(context, answered, { page: shape, numbers: "plain" }, page);
  if (answered.reply.redacted && found.items.some(isRedacted)) {
    // With another plate than the server's in its place, a car would be deleted and another one added.
    const what = "a car on the page repeats the client secret or the token, so which car it is cannot be shown";
    throw shapeFailure(answered.request, what, context.redactor.redact);
  }
  return found;
}

function isRedacted({ licenseNumber, features }: CarRow): boolean {
  return [licenseNumber, ...features].some((text) => text.includes(REDACTED));
}

function fleetCarList(context: ClientContext): ArrayList<FleetCarRow> {
  return {
    base: context.partnerUrl,
    path: "/fleets/default/cars",
    page: pageOfFleetCars,
    row: readFleetCar,
    most: MOST_FLEET_CARS,
    numbers: "plain",
    idOf: (car) => `${car.licenseNumber}/${car.createdDate}`,
  };
}
