import {
  accountScope,
  adoptHint,
  byCodeUnit,
  compareScopes,
  counted,
  type LiveEntry,
  type LiveScope,
  type Mode,
  type Scope,
} from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import { readLive } from "../../live/index.ts";
import { type CarToWriteDown, FULL_PLATES, fleetYaml, terminalText, visibleLines } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import { formattedText, parseFleet } from "../../schema/index.ts";
import { FEATURE, LIMITS } from "../../schema/values/index.ts";
import type { exportListsSpec } from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { requireEnding } from "../input/fleet-file.ts";
import { desiredNothing } from "../input/load-desired.ts";
import { requireNewFile, requireNewFleetFile, writeNewFile } from "../output/write-file.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { jsonDocument } from "../process/io.ts";
import { stateStore } from "../run/locked-state.ts";
import { type PreparedServer, readPorts, refusalMessage, targetAt, viewOf, withServer } from "../run/session.ts";

type ExportInput = InputOf<typeof exportListsSpec>;

/** A live list on its way into a fleet file: its cars, and the rows that are not in the file, which a plan does not change. */
type ExportedScope = ReturnType<typeof exported>;

/** `platectl export`: writes the live lists as a fleet file that validates and plans to "No changes". */
export async function exportCommand(options: ExportInput, io: Io): Promise<number> {
  requireDestination(options, io);
  return withServer(options, io, async (reader, server) => {
    const found = await findScopes(reader, options.mode ?? server.desired?.mode, options.account);
    const scopes = await readScopes(reader, server, found, options, io);
    const plates = options.output === undefined ? io.documentPlates : FULL_PLATES;
    const { mode } = found;
    const text = options.json
      ? jsonDocument("export", { mode, target: targetAt(server, mode), scopes }, plates)
      : exportText(server, mode, scopes);
    if (options.output === undefined) await io.result(text);
    else await writeNewFile(options.output, text);
    if (!options.quiet) io.message(visibleLines(summary(scopes, options.output)));
    return EXIT.ok;
  });
}

// With plates masked it would not be a valid fleet file, though it would look like one.
function requireDestination({ output, json }: ExportInput, io: Io): void {
  if (output !== undefined) {
    if (json) requireEnding(output, [".json"], "JSON");
    if (json) requireNewFile(output);
    else requireNewFleetFile(output);
    return;
  }
  if (json || io.plates.isFull) return;
  throw wrongInput(
    "A fleet file needs full plates, but --plates or PLATECTL_PLATES hides them on stdout: name a file with --output, or give --plates full.",
  );
}

async function readScopes(
  reader: FleetReader,
  server: PreparedServer,
  { mode, scopes }: FoundScopes,
  options: ExportInput,
  io: Io,
): Promise<readonly ExportedScope[]> {
  const memory = await stateStore(options).memory(viewOf(server, mode));
  const desired = desiredNothing(mode, scopes, server.settings);
  const wanted = scopes.map(({ scope }) => scope);
  const reading = await readLive(desired, wanted, memory, readPorts(reader));
  if (reading.kind === "unreadable") throw refusalMessage(reading);
  return scopes.map((one) => {
    const live = reading.live.scopes.get(one.scope);
    if (!live || isUnknown(live))
      throw new CommandFailure(
        EXIT.unreadable,
        `${one.scope}: the server shows no list and the state knows none of its cars, so there is nothing to export. ` +
          `First ${adoptHint([one.scope])}. Or name the other accounts with --account.`,
      );
    if (live.source !== "list" && !options.quiet) io.message(visibleLines(sourceWarning(live)));
    return exported(one, live);
  });
}

const BY_CARE = "added by customer care";
/** Such cars are protected: the file would take the features away. */
const ODD_FEATURES = "has features that a fleet file cannot hold";

// Why a car is not in the file.
function reasonOf({ features, addedByCustomerCare }: LiveEntry): string | undefined {
  if (addedByCustomerCare) return BY_CARE;
  return features.every((feature) => FEATURE.read(feature) !== undefined) ? undefined : ODD_FEATURES;
}

function exported(one: FoundScopes["scopes"][number], { source, entries, unreadable }: LiveScope) {
  const all = [...entries.values()].sort(byPlate);
  const because = (reason?: string) => all.filter((entry) => reasonOf(entry) === reason);
  const cars = because().map(({ licenseNumber, features }) => ({ licenseNumber, features }));
  const leftOut = [
    ...[BY_CARE, ODD_FEATURES].flatMap((reason) =>
      because(reason).map(({ licenseNumber }) => ({ licenseNumber, reason })),
    ),
    ...unreadable.map((licenseNumber) => ({ licenseNumber, reason: "is not a plate" })),
  ];
  return { ...one, source, cars, leftOut };
}

function byPlate(left: CarToWriteDown, right: CarToWriteDown): number {
  return byCodeUnit(left.licenseNumber, right.licenseNumber);
}

function exportText({ connection, settings }: PreparedServer, mode: Mode, scopes: readonly ExportedScope[]): string {
  const written = fleetYaml({
    mode,
    remarks: [`The lists of ${connection.baseUrl.href}, as \`platectl export\` read them.`],
    scopes: scopes.map(({ leftOut, name, ...scope }) => ({
      ...scope,
      ...(name !== undefined && { name: shortName(name) }),
      remarks: leftOut.map(({ licenseNumber, reason }) => `left alone: ${licenseNumber} (${reason})`),
    })),
    protect: scopes.flatMap(({ leftOut }) =>
      leftOut.filter(({ reason }) => reason === ODD_FEATURES).map(({ licenseNumber }) => licenseNumber),
    ),
    allowEmpty: scopes.some(({ cars, leftOut }) => cars.length === 0 && leftOut.length > 0),
    interface: settings,
  });
  const text = formattedText(written);
  const reading = parseFleet(text, "export");
  if (reading.kind === "desired") return text;
  const errors = reading.diagnostics.filter(({ severity }) => severity === "error");
  throw new Error(`The exported file is not valid: ${errors.map(({ message }) => message).join(" ")}`);
}

// A name is for people; the file allows this many characters, and characters may be two units long.
function shortName(name: string): string {
  const shown = terminalText(name);
  return shown.length <= LIMITS.name ? shown : [...shown].slice(0, LIMITS.name / 2).join("");
}

function summary(scopes: readonly ExportedScope[], output: string | undefined): string {
  const cars = scopes.reduce((sum, scope) => sum + scope.cars.length, 0);
  const left = scopes.reduce((sum, scope) => sum + scope.leftOut.length, 0);
  const lists = counted(scopes.length, "list");
  const where = output === undefined ? "" : ` to ${terminalText(output)}`;
  const rest = left === 0 ? "" : `; ${left === 1 ? "1 row is" : `${left} rows are`} not included, see the comments`;
  return `Exported ${counted(cars, "car")} of ${lists}${where}${rest}.\n`;
}

function sourceWarning({ scope, baseline }: LiveScope): string {
  const others = baseline === "unknown" ? `; other cars may be on it: ${adoptHint([scope])}.` : ".";
  return `warning: ${scope}: the server shows no list; the cars are those that the state knows${others}\n`;
}

// An empty list is exported only where it was read, or where somebody said that it is empty.
function isUnknown({ source, baseline, entries }: LiveScope): boolean {
  return source === "none" || (source === "state" && baseline === "unknown" && entries.size === 0);
}

/** A server's mode, and its lists with the names of their accounts. */
interface FoundScopes {
  readonly mode: Mode;
  readonly scopes: readonly { readonly scope: Scope; readonly name?: string }[];
}

/** The lists that are wished for, or all that the server lets us see. Rejects with an `InterfaceError`. */
async function findScopes(
  reader: FleetReader,
  mode: Mode | undefined,
  account: readonly string[] | undefined,
): Promise<FoundScopes> {
  const found = account ? "billing-account" : (mode ?? (await detectMode(reader)));
  if (found === "global") return { mode: found, scopes: [{ scope: "global" }] };
  const known = await reader.billingAccounts().catch((error: unknown) => {
    if (error instanceof InterfaceError && error.failure.kind === "status") return undefined;
    throw error;
  });
  if (known === undefined && account === undefined) {
    throw new CommandFailure(
      EXIT.unreadable,
      "The server does not list its billing accounts: name them with --account. Nothing was sent that writes.",
    );
  }
  const names = new Map((known ?? []).map(({ baId, others }) => [baId, others.get("name")]));
  const baIds = new Set(account ?? names.keys());
  const scopes = [...baIds].map((baId) => {
    const name = names.get(baId)?.trim();
    return { scope: accountScope(baId), ...(name && { name }) };
  });
  return { mode: found, scopes: scopes.sort((left, right) => compareScopes(left.scope, right.scope)) };
}

// An integration has one mode (interface 1). Servers deny the global list to the other mode in different ways.
async function detectMode(reader: FleetReader): Promise<Mode> {
  const page = await reader.carPage("global", { number: 0, size: 1 }).catch((error: unknown) => {
    const isDenied = error instanceof InterfaceError && error.failure.kind === "auth" && error.failure.status === 403;
    return isDenied ? ("not-offered" as const) : Promise.reject(error);
  });
  return page === "not-offered" ? "billing-account" : "global";
}
