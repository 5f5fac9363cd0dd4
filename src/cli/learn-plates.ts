import type { DesiredState } from "../allowlist/index.ts";
import type { FleetReader } from "../fleet-api/index.ts";
import type { PlateView } from "../render/index.ts";

/** Compares plates as the fleet file says, and knows its cars wherever they are named. */
export function learnDesired({ interface: rules, scopes }: DesiredState, plates: PlateView): void {
  if (plates.isFull) return;
  plates.compareBy(rules);
  for (const { entries } of scopes) plates.learn(platesOf(entries.values()));
}

/** The same reader, from which the plates are learnt that the server shows. */
export function learningReader<Reader extends FleetReader>(reader: Reader, plates: PlateView): Reader {
  if (plates.isFull) return reader;
  return {
    ...reader,
    async carPage(scope, page) {
      const found = await reader.carPage(scope, page);
      if (found !== "not-offered") plates.learn(platesOf(found.items));
      return found;
    },
    async fleetCars() {
      const cars = await reader.fleetCars();
      plates.learn(platesOf(cars));
      return cars;
    },
    async parkingUser(baId, puId) {
      const user = await reader.parkingUser(baId, puId);
      plates.learn(platesOf(user.cars));
      return user;
    },
    async billingRecordPage(baId, range, page) {
      const found = await reader.billingRecordPage(baId, range, page);
      plates.learn(found.items.map(({ parking }) => parking?.licensePlate ?? ""));
      return found;
    },
    async *billingRecords(baId, range) {
      for await (const record of reader.billingRecords(baId, range)) {
        plates.learn([record.parking?.licensePlate ?? ""]);
        yield record;
      }
    },
  };
}

function* platesOf(cars: Iterable<{ readonly licenseNumber: string }>): Iterable<string> {
  for (const { licenseNumber } of cars) yield licenseNumber;
}
