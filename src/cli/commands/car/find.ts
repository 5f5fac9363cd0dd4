import { type DesiredState, dayIn, formatSource, type PlateKey } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import {
  absentPlaces,
  isListed,
  type JournalEvent,
  type LiveCar,
  localHistory,
  type Part,
} from "../../../history/index.ts";
import { jsonText } from "../../../render/index.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { nearPlates } from "../../../schema/edit/near-plates.ts";
import { SCHEMA_VERSION } from "../../../schema/index.ts";
import type { Store } from "../../../state/index.ts";
import type { carFindSpec } from "../../definitions/car.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { loadDesiredIfAny } from "../../input/load-desired.ts";
import { readPlateOperand } from "../../input/plate-operand.ts";
import { refusalMessage } from "../../output/refusal-message.ts";
import type { Io } from "../../process/io.ts";
import { environment } from "../../process/process-info.ts";
import { readLiveNow } from "../../run/live-now.ts";
import { stateStore } from "../../run/locked-state.ts";
import { prepareServer, withReader } from "../../run/session.ts";
import { type CarPage, carText } from "./found-text.ts";

type FindInput = InputOf<typeof carFindSpec>;

interface LivePart {
  readonly live: Part<LiveCar>;
  readonly exitCode: number;
}

/**
 * `platectl car find`: whether a plate is on the list now, as what, since when and why. Reads the server's lists where one is
 * configured; ends with 5 or 6 when they cannot be read, after all that is known without them.
 */
export async function carFindCommand(options: FindInput, io: Io): Promise<number> {
  const { plate } = options;
  const desired = await loadDesiredIfAny(options, io, "refuse");
  const plateKey = readPlateOperand(plate, desired, io);
  const store = stateStore(options);
  const local = await localHistory(plateKey, { desired, store, cwd: process.cwd(), env: environment() });
  const events = rowsOf(local.journal);
  const { live, exitCode } = await livePart(plateKey, store, events, options, io);
  const [commit, outcome] = [rowsOf(local.commits).at(-1), events.at(-1)];
  const page: CarPage = {
    licenseNumber: plate,
    plateKey,
    listed: isListed(live),
    live,
    desired: local.desired,
    absent: desired ? absentPlaces(desired, plateKey) : [],
    ...(commit && { commit }),
    ...(outcome && { outcome }),
    similar: rowsOf(local.desired).length === 0 && desired ? similarTo(plateKey, desired) : [],
  };
  const document = { kind: "platectl/car", schemaVersion: SCHEMA_VERSION, ...page };
  const today = dayIn(desired?.timeZone ?? "UTC", systemClock.now());
  await io.result(options.json ? jsonText(io.documentPlates.document(document)) : carText(page, today, io.plates));
  return exitCode;
}

async function livePart(
  plateKey: PlateKey,
  store: Store,
  events: readonly JournalEvent[],
  options: FindInput,
  io: Io,
): Promise<LivePart> {
  if (options.offline) return { live: { note: "not read (--offline)" }, exitCode: EXIT.ok };
  if (!(options.baseUrl ?? environment()["PLATECTL_BASE_URL"])) {
    return { live: { note: "not read: PLATECTL_BASE_URL names no server" }, exitCode: EXIT.ok };
  }
  const server = await prepareServer(options, io, "refuse");
  return withReader(server, options, io, async (reader) => {
    const { live, failures } = await readLiveNow(plateKey, server, reader, { account: options.account, store, events });
    if (failures.length === 0) return { live, exitCode: EXIT.ok };
    return { live, exitCode: refusalMessage({ kind: "unreadable", failures }).exitCode };
  });
}

function rowsOf<Row>(part: Part<Row>): readonly Row[] {
  return "rows" in part ? part.rows : [];
}

function similarTo(plateKey: PlateKey, { scopes }: DesiredState): CarPage["similar"] {
  return nearPlates(plateKey, scopes).map(({ source, ...car }) => ({ ...car, source: formatSource(source) }));
}
