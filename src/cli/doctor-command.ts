import type { InterfaceSettings, Scope } from "../allowlist/index.ts";
import {
  type ProbeFinding,
  probeReads,
  proposedSettings,
  type ReadProbing,
  type ServerUnderTest,
  serverUnderTest,
  tryWrites,
  type WriteProbing,
} from "../doctor/index.ts";
import { EXIT } from "../exit-code.ts";
import { createFleetApi, createFleetReader, type FleetApi } from "../fleet-api/index.ts";
import { targetOf } from "../plan/index.ts";
import { InterfaceError } from "../ports/index.ts";
import { interfaceYaml, jsonText, tableText } from "../render/index.ts";
import { systemClock, systemRandom } from "../runtime/system-clock.ts";
import { SCHEMA_VERSION } from "../schema/index.ts";
import type { StateView } from "../state/index.ts";
import { apiConfig, prepareServer, type Server, type ServerOptions } from "./api-session.ts";
import { type Approval, requireAnswer, requireYes } from "./confirm.ts";
import { CommandFailure } from "./failure.ts";
import { type Interrupts, listenForInterrupts, NOT_LISTENING } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { learningReader } from "./learn-plates.ts";
import { lockedMessage } from "./locked-message.ts";
import { refusalMessage } from "./refusal-message.ts";
import { stateStore } from "./state-store.ts";

/** What a doctor asks at most, more or less: what is only good to know is left out when little of it is left. */
const MOST_REQUESTS = 40;
/** What write probes take of it. */
const REQUESTS_OF_WRITES = 20;

/** Options of `platectl doctor`. */
export interface DoctorOptions extends ServerOptions, Approval {
  readonly account?: string;
  /** The test plate. */
  readonly write?: string;
}

/** `platectl doctor`: finds out which assumptions about the interface hold for a server, and what to write where they do not. */
export async function doctorCommand(options: DoctorOptions, io: Io): Promise<number> {
  if (options.write !== undefined) {
    requireAnswer(options, io);
    io.plates.learn([options.write]);
  }
  const server = await prepareServer(options, io);
  const interrupts = options.write === undefined ? NOT_LISTENING : listenForInterrupts();
  const clients = openClients(server, options, io, interrupts);
  try {
    const reading = await probeReads(clients.reading, options.account);
    const writing =
      options.write === undefined || clients.writing === undefined
        ? undefined
        : await runWriteProbes(options.write, reading, { ...clients.writing, server, options, io });
    const findings = [...reading.findings, ...(writing?.findings ?? [])];
    await io.result(
      options.json
        ? jsonText(io.documentPlates.document(doctorDocument(server, reading, findings, writing)))
        : doctorText(server, findings, io),
    );
    return writing && writing.leftBehind.length > 0 ? EXIT.unknown : (interrupts.exitCode() ?? EXIT.ok);
  } catch (error) {
    throw error instanceof InterfaceError ? refusalMessage({ kind: "unreadable", failures: [error] }) : error;
  } finally {
    interrupts.release();
    await clients.close();
  }
}

// One session for all: settings that are tried, and cleaning up, which goes on after an interrupt (a second one ends the process).
function openClients(server: Server, options: DoctorOptions, io: Io, interrupts: Interrupts) {
  let requests = 0;
  const config = apiConfig(server, options, io, interrupts.cancel);
  const log = (line: string) => {
    requests += 1;
    config.log?.(line);
  };
  const world = { settings: server.settings, clock: systemClock, random: systemRandom, signal: interrupts.stop };
  const left = (reserve: number) => () => MOST_REQUESTS - reserve - requests;
  if (options.write === undefined) {
    const client = createFleetReader({ ...config, log });
    const reading = (settings: InterfaceSettings) => ({
      reader: learningReader(client.withSettings(settings), io.plates),
      close: client.close,
    });
    return {
      reading: serverUnderTest({ ...world, requestsLeft: left(0) }, reading),
      writing: undefined,
      close: client.close,
    };
  }
  const api = createFleetApi({ ...config, log });
  const { signal } = new AbortController();
  const open = (settings: InterfaceSettings, stoppedBy?: AbortSignal): FleetApi => {
    const client = api.withSettings(settings, stoppedBy);
    return { ...client, reader: learningReader(client.reader, io.plates) };
  };
  const tested = serverUnderTest({ ...world, requestsLeft: left(0) }, (settings) => open(settings));
  const cleaner = serverUnderTest({ ...world, signal, requestsLeft: left(0) }, (settings) => open(settings, signal));
  const reading = serverUnderTest({ ...world, requestsLeft: left(REQUESTS_OF_WRITES) }, (settings) => open(settings));
  return { reading, writing: { tested, cleaner }, close: api.close };
}

interface WriteClients {
  readonly tested: ServerUnderTest<FleetApi>;
  /** The same server for cleaning up, which no interrupt stops. */
  readonly cleaner: ServerUnderTest<FleetApi>;
  readonly server: Server;
  readonly options: DoctorOptions;
  readonly io: Io;
}

async function runWriteProbes(plate: string, reading: ReadProbing, writeClients: WriteClients): Promise<WriteProbing> {
  const { tested, cleaner, server, options, io } = writeClients;
  const { baseUrl, partnerUrl } = server.connection;
  const confirm = (scope: Scope, isBlind: boolean) =>
    requireYes(options, question(io.plates.plate(plate), scope, baseUrl, isBlind), tested.signal);
  const lock = (view: StateView) => stateStore(options).lock(view, { timeout: 0 });
  const tried = await tryWrites(plate, reading, { server: tested, cleaner, baseUrl, partnerUrl, lock, confirm });
  switch (tried.kind) {
    case "tried":
      return tried;
    case "no-list":
      throw new CommandFailure(
        EXIT.unreadable,
        "No write was tried: the list is there and cannot be read, or no list was found. Run doctor without --write to see why, and name an account with --account.",
      );
    case "plate-refused":
      throw new CommandFailure(
        EXIT.input,
        `${JSON.stringify(plate)} cannot be used as a test plate: ${tried.reason}. Name a plate that no car has. Nothing was written.`,
      );
    case "locked":
      throw new CommandFailure(EXIT.locked, lockedMessage(tried.holder, stateStore(options)));
  }
}

function question(plate: string, scope: Scope, { href }: URL, isBlind: boolean): string {
  const request = `Add ${plate} to ${scope} at ${href} and delete it again? Use a test system.`;
  if (!isBlind) return request;
  return [
    `The list of ${scope} cannot be read. Nobody can check from here that no car has the plate ${plate}, that a delete takes it`,
    "and no other car away, or what is left behind: only the server's answers are seen. Name a plate that no car has, and look at",
    `the list where its operator shows it, before and after.\n${request}`,
  ].join("\n");
}

const COLUMNS = [
  { name: "probe", value: ({ probe }: ProbeFinding) => probe },
  { name: "verdict", value: ({ verdict }: ProbeFinding) => verdict },
  { name: "found", value: ({ found }: ProbeFinding) => found },
];

function doctorText({ settings }: Server, findings: readonly ProbeFinding[], io: Io): string {
  const block = interfaceYaml({ ...settings, ...proposedSettings(findings) });
  const isTroubled = findings.some(({ verdict }) => verdict === "trouble");
  const advice = [
    block === ""
      ? "The fleet file needs no `interface:` block for this server."
      : `For the fleet file:\n\n${block.trimEnd()}`,
    ...(isTroubled ? ["", "Where it says trouble no setting helps: ask the operator of the server."] : []),
  ];
  return `${tableText(io.plates.columns(COLUMNS), findings, io.resultStyle)}\n${advice.join("\n")}\n`;
}

function doctorDocument(
  { connection, settings }: Server,
  { mode }: ReadProbing,
  findings: readonly ProbeFinding[],
  writing: WriteProbing | undefined,
): unknown {
  return {
    kind: "platectl/doctor",
    schemaVersion: SCHEMA_VERSION,
    target: targetOf(connection.baseUrl, connection.partnerUrl, mode),
    mode,
    findings,
    interface: { ...settings, ...proposedSettings(findings) },
    leftBehind: writing?.leftBehind ?? [],
  };
}
