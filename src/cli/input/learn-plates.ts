import type { DesiredState } from "../../allowlist/index.ts";
import type { FleetApi, FleetReader, ReadOnlyFleetApi } from "../../fleet-api/index.ts";
import type { PlateView } from "../../render/index.ts";

/** Compares plates as the fleet file says, and recognises its cars wherever they are named. */
export function learnDesired({ interface: rules, scopes }: DesiredState, plates: PlateView): void {
  if (plates.isFull) return;
  plates.compareBy(rules);
  for (const { entries } of scopes) plates.learn(platesOf(entries.values()));
}

/** The same client; the plates that the server shows are learnt. */
export function learningReader(client: ReadOnlyFleetApi, plates: PlateView): ReadOnlyFleetApi {
  if (plates.isFull) return client;
  return {
    ...learning(client, plates),
    withSettings: (settings) => learningReader(client.withSettings(settings), plates),
    close: client.close,
  };
}

/** The same client; the plates that the server shows are learnt. */
export function learningApi(api: FleetApi, plates: PlateView): FleetApi {
  if (plates.isFull) return api;
  return {
    ...api,
    reader: learning(api.reader, plates),
    withSettings: (settings, signal) => learningApi(api.withSettings(settings, signal), plates),
  };
}

function learning(reader: FleetReader, plates: PlateView): FleetReader {
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
    async *billingPages(baId, range) {
      for await (const rows of reader.billingPages(baId, range)) {
        plates.learn(
          rows.map((row) => (row.kind === "row" ? (row.item.parking?.licensePlate ?? "") : row.row.licensePlate)),
        );
        yield rows;
      }
    },
  };
}

function* platesOf(cars: Iterable<{ readonly licenseNumber: string }>): Iterable<string> {
  for (const { licenseNumber } of cars) yield licenseNumber;
}
