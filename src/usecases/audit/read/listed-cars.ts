import type { LiveScope, PlateKey, Scope } from "../../../allowlist/index.ts";
import type { SweepPorts } from "../../../live/index.ts";
import type { ListReader } from "../../../run/ports/index.ts";
import type { ListedNow } from "../../history/index.ts";
import { dayReader } from "./tallied-record.ts";

/** The cars that lists have now. */
export class ListedCars {
  /** By list and spelling, when the server put it there, as it writes that. */
  readonly #created = new Map<string, string>();
  readonly #live = new Map<Scope, LiveScope>();
  readonly #dayOf: ReturnType<typeof dayReader>;

  /** None yet. */
  constructor(timeZone: string) {
    this.#dayOf = dayReader(timeZone);
  }

  /** The same ports, which remember when each car was put on a list while its pages are read. */
  remembering(ports: SweepPorts): SweepPorts {
    const carPage: ListReader["carPage"] = async (scope, asked) => {
      const page = await ports.reader.carPage(scope, asked);
      for (const { licenseNumber, createdDate } of page === "not-offered" ? [] : page.items)
        if (createdDate !== undefined) this.#created.set(`${scope} ${licenseNumber}`, createdDate);
      return page;
    };
    return { ...ports, reader: { ...ports.reader, carPage } };
  }

  /** Takes a list that was read. */
  take(live: LiveScope): void {
    this.#live.set(live.scope, live);
  }

  /** The car where a list has it. */
  readonly now = (scope: Scope, plateKey: PlateKey): ListedNow | undefined => {
    const entry = this.#live.get(scope)?.entries.get(plateKey);
    if (!entry) return undefined;
    const spellings = [entry.licenseNumber, ...(entry.otherSpellings ?? [])];
    const days = spellings.map((one) => this.#dayOf(this.#created.get(`${scope} ${one}`) ?? "")).filter(Boolean);
    const [since] = days.sort();
    return since === undefined ? {} : { since };
  };
}
