import { z } from "zod";
import { accountIdOf, type Scope } from "../../allowlist/index.ts";
import type { CarRow, FleetCarRow, ListReader, Page, PageRequest } from "../../run/ports/index.ts";
import { REDACTED } from "../http/exchange.ts";
import { shapeFailure } from "../http/failures.ts";
import type { ClientContext } from "./client-context.ts";
import { type ArrayList, getPage, readPage, wholeList } from "./pages.ts";
import { accountPath } from "./read.ts";
import { arrayOrPageShape, expected, list, object, pageShape, plateText, requiredText, text } from "./wire.ts";

/** The answers that mean "there is no such list here" (interface 4.12). */
const NOT_OFFERED = [404, 405, 501];

/** Interface 2, Global allowlist car. The date is not ours to judge. */
const globalCarShape = object({
  licenseNumber: plateText,
  features: list(requiredText)
    .nullish()
    .transform((features) => features ?? []),
  addedByCustomerCare: z.boolean(expected("true or false")),
});

/** A row of an account's car list: its shape is not documented, so a text or an object is accepted. */
const accountCarShape = z.union(
  [
    plateText.transform((licenseNumber) => ({ licenseNumber, features: [], addedByCustomerCare: false })),
    z.object({ licenseNumber: plateText, addedByCustomerCare: z.boolean().nullish() }).transform((row) => ({
      licenseNumber: row.licenseNumber,
      features: [],
      addedByCustomerCare: row.addedByCustomerCare ?? false,
    })),
  ],
  expected("a license number, nor an object with a licenseNumber"),
);

/** Interface 2, Fleet car. */
const fleetCarShape = object({ licenseNumber: plateText, createdDate: text });

// Built once: zod compiles a shape on first use, which costs more than reading a page with it.

/** A page of the global list. */
export const pageOfGlobalCars = pageShape(globalCarShape);
const pageOfAccountCars = pageShape(accountCarShape);
const pageOfFleetCars = pageShape(fleetCarShape);
const arrayOrPageOfFleetCars = arrayOrPageShape(fleetCarShape);

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
    arrayOrPage: arrayOrPageOfFleetCars,
    numbers: "plain",
    idOf: (car) => `${car.licenseNumber}/${car.createdDate}`,
  };
}
