import type { InterfaceSettings } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import { createFleetApi, createFleetReader, type FleetApi } from "../fleet-api/index.ts";
import { targetOf } from "../plan/index.ts";
import { InterfaceError } from "../ports.ts";
import { interfaceYaml, jsonText, tableText } from "../render/index.ts";
import { SCHEMA_VERSION } from "../schema/index.ts";
import { systemClock, systemRandom } from "../system-clock.ts";
import { type Approval, insistOnAnswer, insistOnYes } from "./confirm.ts";
import { createBench } from "./doctor/bench.ts";
import { type Examination, examine } from "./doctor/examine.ts";
import { type Finding, settingsOf } from "./doctor/finding.ts";
import { createPatient, type Patient, sweepPorts } from "./doctor/patient.ts";
import { insistOnThrowAway } from "./doctor/throw-away.ts";
import { probeWrites, type WriteProbing } from "./doctor/writes.ts";
import { refusal } from "./explain.ts";
import { CommandFailure } from "./failure.ts";
import { listenForInterrupts, NOT_LISTENING } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { learningReader } from "./learn-plates.ts";
import { lockedMessage } from "./locked-message.ts";
import { apiConfig, prepareServer, type Server, type ServerOptions } from "./server.ts";
import { stateStore } from "./state-store.ts";

/** Options of `platectl doctor`. */
export interface DoctorOptions extends ServerOptions, Approval {
  readonly account?: string;
  /** The throw-away plate. */
  readonly write?: string;
}

/** `platectl doctor`: finds out which assumptions about the interface hold for a server, and what to write where they do not. */
export async function doctorCommand(options: DoctorOptions, io: Io): Promise<number> {
  if (options.write !== undefined) {
    insistOnAnswer(options, io);
    io.plates.learn([options.write]);
  }
  const server = await prepareServer(options, io);
  const interrupts = options.write === undefined ? NOT_LISTENING : listenForInterrupts();
  const world = { settings: server.settings, clock: systemClock, random: systemRandom, signal: interrupts.stop };
  const configWith = (settings: InterfaceSettings, signal = interrupts.cancel) =>
    apiConfig({ ...server, settings }, options, io, signal);
  const patient = createPatient(world, (settings) => {
    const client = learningReader(createFleetReader(configWith(settings)), io.plates);
    return { reader: client, close: () => client.close() };
  });
  const opened = createPatient(world, (settings) => createFleetApi(configWith(settings)));
  // Cleaning up goes on after an interrupt; a second one ends the process.
  const { signal } = new AbortController();
  const cleaned = createPatient({ ...world, signal }, (settings) => createFleetApi(configWith(settings, signal)));
  try {
    const reading = await examine(patient, options.account);
    const writing =
      options.write === undefined
        ? undefined
        : await examineWrites(options.write, reading, { patient: opened, cleaner: cleaned, server, options, io });
    const findings = [...reading.findings, ...(writing?.findings ?? [])];
    await io.result(
      options.json
        ? jsonText(io.documentPlates.document(doctorDocument(server, reading, findings, writing)))
        : doctorText(server, findings, io),
    );
    return writing && writing.leftBehind.length > 0 ? EXIT.unknown : (interrupts.exitCode() ?? EXIT.ok);
  } catch (error) {
    throw error instanceof InterfaceError ? refusal({ kind: "unreadable", failures: [error] }) : error;
  } finally {
    interrupts.release();
    await patient.close();
    await opened.close();
    await cleaned.close();
  }
}

interface Surgery {
  readonly patient: Patient<FleetApi>;
  /** The same patient for cleaning up. */
  readonly cleaner: Patient<FleetApi>;
  readonly server: Server;
  readonly options: DoctorOptions;
  readonly io: Io;
}

async function examineWrites(plate: string, reading: Examination, surgery: Surgery): Promise<WriteProbing> {
  const { patient, cleaner, server, options, io } = surgery;
  const { list: scope } = reading;
  if (scope === undefined) {
    throw new CommandFailure(
      EXIT.unreadable,
      "No write was tried: without a list that can be read, nobody could tell what it did or whether anything is left behind. Run doctor without --write to see why.",
    );
  }
  const found = settingsOf(reading.findings);
  const { pageSize } = { ...patient.settings, ...found };
  const list = { scope, pageSize, rules: patient.settings };
  await insistOnThrowAway(plate, list, reading.fleet, sweepPorts(patient, found));
  const { baseUrl, partnerUrl } = server.connection;
  await insistOnYes(
    options,
    `Add ${io.plates.plate(plate)} to ${scope} at ${baseUrl.href} and delete it again? Use a test system.`,
    patient.signal,
  );
  const store = stateStore(options);
  const view = { target: targetOf(baseUrl, partnerUrl, reading.mode).fingerprint, rules: patient.settings };
  const locking = await store.lock(view, { timeout: 0 });
  if (locking.kind === "locked") throw new CommandFailure(EXIT.locked, lockedMessage(locking.holder, store));
  try {
    const bench = createBench(patient, scope, found, locking.state);
    return await probeWrites(bench, plate, patient.settings, bench.handOver(cleaner));
  } finally {
    await locking.state.release();
  }
}

const COLUMNS = [
  { name: "probe", value: ({ probe }: Finding) => probe },
  { name: "verdict", value: ({ verdict }: Finding) => verdict },
  { name: "found", value: ({ found }: Finding) => found },
];

function doctorText({ settings }: Server, findings: readonly Finding[], io: Io): string {
  const block = interfaceYaml({ ...settings, ...settingsOf(findings) });
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
  { mode }: Examination,
  findings: readonly Finding[],
  writing: WriteProbing | undefined,
): unknown {
  return {
    kind: "platectl/doctor",
    schemaVersion: SCHEMA_VERSION,
    target: targetOf(connection.baseUrl, connection.partnerUrl, mode),
    mode,
    findings,
    interface: { ...settings, ...settingsOf(findings) },
    leftBehind: writing?.leftBehind ?? [],
  };
}
