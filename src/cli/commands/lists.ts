import { carsAside, dayIn, type PlateKey, type Scope } from "../../allowlist/index.ts";
import type { BillingAccount, FleetReader } from "../../fleet-api/index.ts";
import { readLive } from "../../live/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { carsFormats, diagnosticsText, PAGE_FORMATS, ROW_FORMATS, textColumns } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { FleetCarRow } from "../../run/ports/index.ts";
import { everyCar } from "../../usecases/every-car.ts";
import { addedAt, journalChanges } from "../../usecases/history/index.ts";
import type { accountsListSpec, carsListSpec, fleetListSpec } from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { desiredNothing, listsToRead } from "../input/load-desired.ts";
import { printListing } from "../output/listing.ts";
import { chooseFormat, deliverResult, protectInputs } from "../output/result.ts";
import type { Io } from "../process/io.ts";
import { stateStore } from "../run/locked-state.ts";
import {
  type PreparedServer,
  prepareServer,
  readPorts,
  refusalMessage,
  viewOf,
  withReader,
  withServer,
} from "../run/session.ts";

type CarsInput = InputOf<typeof carsListSpec>;

/** `platectl cars list` (interface 4.7, 4.10): the cars of lists and fleet file, beside what the other says. */
export async function carsListCommand(options: CarsInput, io: Io): Promise<number> {
  const format = chooseFormat(options, PAGE_FORMATS);
  const server = await prepareServer(options, io);
  protectInputs({ "--output": options.output }, server.desired);
  const cars = await withReader(server, options, io, (reader) => readCars(options, server, reader, io));
  await deliverResult(format, (plates, style) => carsFormats[format](plates.document(cars), style), options, io);
  return EXIT.ok;
}

async function readCars(options: CarsInput, server: PreparedServer, reader: FleetReader, io: Io) {
  const { settings, connection } = server;
  const scopes = listsToRead(options.account, server.desired);
  const mode = options.account ? "billing-account" : (server.desired?.mode ?? "global");
  const bare = desiredNothing(
    mode,
    scopes.map((scope) => ({ scope })),
    settings,
  );
  const file = server.desired ?? bare;
  const { timeZone } = file;
  const view = viewOf(server, mode);
  const store = stateStore(options);
  const reading = await readLive(file, scopes, await store.memory(view), readPorts(reader));
  if (reading.kind === "unreadable") throw refusalMessage(reading);
  const { live, warnings } = reading;
  if (!options.quiet) io.message(diagnosticsText(warnings, io.messageStyle));
  const desired = file.judge?.(file, live).desired ?? file;
  const declared = new Map(desired.scopes.map((one) => [one.scope, one]));
  const lists = bare.scopes.map((one) => declared.get(one.scope) ?? one);
  const changes = journalChanges(await store.history(), view, timeZone);
  const addedOn = (scope: Scope, plateKey: PlateKey) => {
    const at = addedAt(changes.get(scope)?.get(plateKey) ?? []);
    return at === undefined ? undefined : dayIn(timeZone, Date.parse(at));
  };
  const today = dayIn(timeZone, systemClock.now());
  return {
    createdAt: new Date(systemClock.now()).toISOString(),
    target: { baseUrl: connection.baseUrl.href.replace(/\/$/, "") },
    lists: lists.map(({ scope, name }) => {
      return { scope, ...(name !== undefined && { name }), source: live.scopes.get(scope)?.source ?? "none" };
    }),
    ...carsAside(desired, lists, today),
    cars: everyCar({ lists, hasFile: server.desired !== undefined, live, addedOn, today }),
  };
}

type Account = Readonly<Record<string, string>> & Pick<BillingAccount, "baId">;

/** `platectl accounts list`: every billing account that these credentials may see (interface 4.12). */
export async function accountsListCommand(options: InputOf<typeof accountsListSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, ROW_FORMATS);
  const rows = await withServer(options, io, (reader) => reader.billingAccounts());
  // Only the id is documented; whatever plain fields the server adds become columns.
  const others = [...new Set(rows.flatMap(({ others: fields }) => [...fields.keys()]))];
  const columns = ["baId", ...others].map((name) => ({ name, value: (account: Account) => account[name] ?? "" }));
  const accounts = rows.map(({ baId, others: fields }): Account => ({ baId, ...Object.fromEntries(fields) }));
  await printListing("accounts", { accounts }, { columns, rows: accounts, none: "No billing accounts." }, format, io);
  return EXIT.ok;
}

const FLEET_COLUMNS = textColumns<FleetCarRow>("licenseNumber", "createdDate");

/** `platectl fleet list`: the cars that use the fleet right now (interface 4.11). */
export async function fleetListCommand(options: InputOf<typeof fleetListSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, ROW_FORMATS);
  const rows = await withServer(options, io, (reader) => reader.fleetCars());
  const listing = { columns: FLEET_COLUMNS, rows, none: "No cars use the fleet." };
  await printListing("fleet-cars", { fleet: rows }, listing, format, io);
  return EXIT.ok;
}
