import type { PlateKey } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import type { DayRange } from "../../fleet-api/index.ts";
import { type HistoryPage, localHistory, type ServerHistory, serverHistory } from "../../history/index.ts";
import { jsonText } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { SCHEMA_VERSION } from "../../schema/index.ts";
import type { Store } from "../../state/index.ts";
import type { historySpec } from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { dayRange } from "../input/day-range.ts";
import { loadDesiredIfAny } from "../input/load-desired.ts";
import { readPlateOperand } from "../input/plate-operand.ts";
import { refusalMessage } from "../output/refusal-message.ts";
import type { Io } from "../process/io.ts";
import { environment } from "../process/process-info.ts";
import { readLiveNow } from "../run/live-now.ts";
import { stateStore } from "../run/locked-state.ts";
import { prepareServer, withReader } from "../run/session.ts";
import { historyText } from "./history-text.ts";

type HistoryInput = InputOf<typeof historySpec>;

/** How far back billing records are read without `--from`, days. */
const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;
const OFFLINE = { note: "not read (--offline)" };

/** `platectl history`: one plate in the fleet files' history, in the journal, in billing records and with users. */
export async function historyCommand(options: HistoryInput, io: Io): Promise<number> {
  const { plate } = options;
  const range = rangeOf(options);
  const desired = await loadDesiredIfAny(options, io, "refuse");
  const plateKey = readPlateOperand(plate, desired, io);
  const store = stateStore(options);
  const local = await localHistory(plateKey, {
    desired,
    store,
    cwd: process.cwd(),
    env: environment(),
  });
  const there = options.offline
    ? { live: OFFLINE, billing: OFFLINE, totals: [], users: OFFLINE, exitCode: EXIT.ok }
    : await serverParts(plateKey, range, { store, events: local.journal }, options, io);
  const { exitCode, ...parts } = there;
  const { live, ...others } = parts;
  const page: HistoryPage = { licenseNumber: plate, plateKey, live, ...local, ...others };
  const document = { kind: "platectl/history", schemaVersion: SCHEMA_VERSION, ...page, ...range };
  await io.result(
    options.json ? jsonText(io.documentPlates.document(document)) : historyText(page, io.resultStyle, io.plates),
  );
  return exitCode;
}

function rangeOf(options: HistoryInput): DayRange {
  const range = dayRange(options);
  if (range.from !== undefined) return range;
  const end = range.to === undefined ? systemClock.now() : Date.parse(range.to);
  return { ...range, from: new Date(end - USUAL_DAYS * DAY_MS).toISOString().slice(0, 10) };
}

type ServerParts = ServerHistory["parts"] & Pick<HistoryPage, "live"> & { readonly exitCode: number };

async function serverParts(
  plateKey: PlateKey,
  range: DayRange,
  { store, events }: { readonly store: Store; readonly events: HistoryPage["journal"] },
  options: HistoryInput,
  io: Io,
): Promise<ServerParts> {
  const server = await prepareServer(options, io, "refuse");
  return withReader(server, options, io, async (reader) => {
    const { desired, settings: rules } = server;
    const { account } = options;
    const journal = "rows" in events ? events.rows : [];
    const now = await readLiveNow(plateKey, server, reader, { account, store, events: journal });
    const { parts, failures } = await serverHistory(plateKey, { reader, rules, range, accounts: account, desired });
    const all = [...now.failures, ...failures];
    return {
      live: now.live,
      ...parts,
      exitCode: all.length === 0 ? EXIT.ok : refusalMessage({ kind: "unreadable", failures: all }).exitCode,
    };
  });
}
