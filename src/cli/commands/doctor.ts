import { type InterfaceSettings, type Mode, quoted, type Scope } from "../../allowlist/index.ts";
import type { FleetApi } from "../../fleet-api/index.ts";
import { targetOf } from "../../plan/index.ts";
import { systemClock, systemRandom } from "../../process/system-clock.ts";
import { interfaceYaml, type Style, tableText, textColumns } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { StateView } from "../../state/index.ts";
import {
  type ProbeFinding,
  probeReads,
  proposedSettings,
  type ReadProbing,
  type ServerUnderTest,
  serverUnderTest,
  tryWrites,
  type WriteProbing,
} from "../../usecases/doctor/index.ts";
import type { doctorSpec } from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { printDocument } from "../process/io.ts";
import { type Limits, limitWork, READING_MS } from "../process/limits.ts";
import { requireTerminal, requireYes } from "../run/confirm.ts";
import { lockedMessage, stateStore } from "../run/locked-state.ts";
import { openApi, openReader, prepareServer, refusing, type Server } from "../run/session.ts";

/** Most requests of one run, roughly: optional probes are left out when few are left. */
const MOST_REQUESTS = 40;
/** How many of them write probes need. */
const REQUESTS_OF_WRITES = 20;

type DoctorInput = InputOf<typeof doctorSpec>;

/** `platectl doctor`: probes the server and reports which `interface:` settings it needs. */
export async function doctorCommand(options: DoctorInput, io: Io): Promise<number> {
  if (options.write !== undefined) requireTerminal(options, io);
  const server = await prepareServer(options, io, options.write === undefined ? "skip" : "refuse");
  const isReading = options.write === undefined;
  const limits = isReading ? limitWork(options.deadline ?? READING_MS, false) : limitWork(options.deadline);
  const clients = openClients(server, options, io, limits);
  const probing = refusing(async () => {
    const reading = await probeReads(clients.reading, options.account);
    const writing =
      options.write === undefined || clients.writing === undefined
        ? undefined
        : await probeWrites(options.write, reading, { ...clients.writing, server, options, io });
    // Half of the findings would only say that the time is over.
    if (writing === undefined) limits.cancel.throwIfAborted();
    const findings = [...againstFile(reading, server.desired?.mode), ...(writing?.findings ?? [])];
    const { connection, settings } = server;
    const { mode } = reading;
    const leftBehind = writing?.leftBehind ?? [];
    const document = {
      target: targetOf(connection.baseUrl, connection.partnerUrl, mode),
      mode,
      findings,
      interface: { ...settings, ...proposedSettings(findings) },
      leftBehind,
    };
    await printDocument("doctor", document, (shown) => doctorText(shown, io.resultStyle), options, io);
    return leftBehind.length > 0 ? EXIT.unknown : (limits.exitCode() ?? EXIT.ok);
  });
  return probing.finally(() => limits.release()).finally(() => clients.close());
}

// A mode that the file has wrong stops every plan, whatever else holds.
function againstFile({ findings, mode }: ReadProbing, wanted: Mode | undefined): readonly ProbeFinding[] {
  if (wanted === undefined || wanted === mode) return findings;
  const found = `the server has mode ${mode}, and the fleet file says ${wanted}: correct \`mode\` there`;
  return findings.map((one) => (one.probe === "mode" ? { ...one, verdict: "differs", found } : one));
}

// One session for all: settings that are tried, and cleaning up, which goes on after an interrupt (a second one ends the process).
function openClients(server: Server, options: DoctorInput, io: Io, { cancel, stop }: Limits) {
  let requests = 0;
  const onRequest = () => {
    requests += 1;
  };
  const tuning = { signal: cancel, onRequest };
  const conditions = { settings: server.settings, clock: systemClock, random: systemRandom, signal: stop };
  const left = (reserve: number) => () => MOST_REQUESTS - reserve - requests;
  if (options.write === undefined) {
    const { withSettings, close } = openReader(server, options, io, tuning);
    const open = (settings: InterfaceSettings) => ({ reader: withSettings(settings), close });
    return { reading: serverUnderTest({ ...conditions, requestsLeft: left(0) }, open), writing: undefined, close };
  }
  const { withSettings, close } = openApi(server, options, io, tuning);
  const { signal } = new AbortController();
  const tested = serverUnderTest({ ...conditions, requestsLeft: left(0) }, (settings) => withSettings(settings));
  const cleaner = serverUnderTest({ ...conditions, signal, requestsLeft: left(0) }, (settings) =>
    withSettings(settings, signal),
  );
  const reading = serverUnderTest({ ...conditions, requestsLeft: left(REQUESTS_OF_WRITES) }, (settings) =>
    withSettings(settings),
  );
  return { reading, writing: { tested, cleaner }, close };
}

interface WriteContext {
  readonly tested: ServerUnderTest<FleetApi>;
  /** The same server, for cleaning up. */
  readonly cleaner: ServerUnderTest<FleetApi>;
  readonly server: Server;
  readonly options: DoctorInput;
  readonly io: Io;
}

async function probeWrites(plate: string, reading: ReadProbing, context: WriteContext): Promise<WriteProbing> {
  const { tested, cleaner, server, options, io } = context;
  const { baseUrl, partnerUrl } = server.connection;
  const confirm = (scope: Scope, isBlind: boolean) =>
    requireYes(options, question(io.plates.plate(plate), scope, baseUrl, isBlind), tested.signal);
  const lock = (view: StateView) => stateStore(options).lock(view, { timeout: 0 });
  const probed = await tryWrites(plate, reading, { server: tested, cleaner, baseUrl, partnerUrl, lock, confirm });
  switch (probed.kind) {
    case "tried":
      return probed;
    case "no-list":
      throw new CommandFailure(
        EXIT.unreadable,
        "No write was tried: the list exists but cannot be read, or no list was found. Run doctor without --write to see why, and name an account with --account.",
      );
    case "plate-refused":
      throw wrongInput(
        `${quoted(plate)} cannot be used as a test plate: ${probed.reason}. Name a plate that no car has.`,
        "written",
      );
    case "locked":
      throw new CommandFailure(EXIT.locked, lockedMessage(probed.holder, stateStore(options)));
  }
}

function question(plate: string, scope: Scope, { href }: URL, isBlind: boolean): string {
  const request = `Add ${plate} to ${scope} at ${href} and delete it again? Use a test system.`;
  if (!isBlind) return request;
  return [
    `The list of ${scope} cannot be read. It cannot be checked that no car has the plate ${plate}, that a delete removes it`,
    "and no other car, or what is left behind: only the server's answers are known. Use a plate that no car has, and check the list",
    `in the operator's own tool before and after.\n${request}`,
  ].join("\n");
}

const COLUMNS = textColumns<ProbeFinding>("probe", "verdict", "found");

function doctorText(
  {
    findings,
    interface: settings,
  }: { readonly findings: readonly ProbeFinding[]; readonly interface: InterfaceSettings },
  style: Style,
): string {
  const block = interfaceYaml(settings);
  const hasTrouble = findings.some(({ verdict }) => verdict === "trouble");
  const advice = [
    block === ""
      ? "The fleet file needs no `interface:` block for this server."
      : `For the fleet file:\n\n${block.trimEnd()}`,
    ...(hasTrouble ? ["", "No setting solves the rows marked trouble: ask the operator of the server."] : []),
  ];
  return `${tableText(COLUMNS, findings, style)}\n${advice.join("\n")}\n`;
}
