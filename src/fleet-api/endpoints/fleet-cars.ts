import type { FleetCarRow, ListReader } from "../../ports/index.ts";
import type { ClientContext } from "./client-context.ts";
import { type ArrayList, wholeList } from "./pages.ts";
import { arrayOrPageShape, object, pageShape, plateText, text } from "./wire.ts";

/** Interface 2, Fleet car. */
const fleetCarShape = object({ licenseNumber: plateText, createdDate: text });

const pageOfFleetCars = pageShape(fleetCarShape);
const arrayOrPageOfFleetCars = arrayOrPageShape(fleetCarShape);

/** Reads the cars in use (interface 4.11). */
export function fleetCarReader(context: ClientContext): Pick<ListReader, "fleetCars"> {
  return { fleetCars: () => wholeList(context, fleetCarList(context)) };
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
