import { type InterfaceSettings, type Mode, quoted, type Scope } from "../../allowlist/index.ts";
import { NEVER, systemClock, systemRandom } from "../../process/system-clock.ts";
import { interfaceYaml, type Style, tableText, textColumns } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import {
  type ProbeFinding,
  probeReads,
  proposedSettings,
  type ReadProbing,
  reasonAgainstPlate,
  type WritableServer,
  WriteProbe,
  WriteTrial,
} from "../../usecases/doctor/index.ts";
import type { doctorSpec } from "../definitions/server.ts";
import type { InputOf } from "../definitions/spec.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { printDocument } from "../process/io.ts";
import { type Limits, limitWork, READING_MS } from "../process/limits.ts";
import { requireTerminal, requireYes } from "../run/confirm.ts";
import { lockState, stateStore } from "../run/locked-state.ts";
import { openApi, prepareServer, refusing, type Server, targetAt, viewOf } from "../run/session.ts";

/** Most requests of one run, roughly: optional probes are left out when few are left. */
const MOST_REQUESTS = 40;
const REQUESTS_OF_WRITES = 20;

type DoctorInput = InputOf<typeof doctorSpec>;

/** `platectl doctor`: probes the server and reports which `interface:` settings it needs. */
export async function doctorCommand(options: DoctorInput, io: Io): Promise<number> {
  const { write } = options;
  if (write !== undefined) requireTerminal(options, io);
  const isReading = write === undefined;
  const server = await prepareServer(options, io, isReading ? "skip" : "refuse");
  const limits = limitWork(options.deadline ?? (isReading ? READING_MS : undefined), !isReading);
  const { tested, cleaner, close } = openServer(server, options, io, limits);
  const probing = refusing(async () => {
    const requestsLeft = () => tested.requestsLeft() - (isReading ? 0 : REQUESTS_OF_WRITES);
    const reading = await probeReads({ ...tested, requestsLeft }, options.account);
    const writing = isReading ? undefined : await tryWrites(write, reading, { tested, cleaner, server, options, io });
    // Half of the findings would only say that the time is over.
    if (writing === undefined) limits.cancel.throwIfAborted();
    const findings = [...againstFile(reading, server.desired?.mode), ...(writing?.findings ?? [])];
    const { mode } = reading;
    const leftBehind = writing?.leftBehind ?? [];
    const document = {
      target: targetAt(server, mode),
      mode,
      findings,
      interface: { ...server.settings, ...proposedSettings(findings) },
      leftBehind,
    };
    await printDocument("doctor", document, (shown) => doctorText(shown, io.resultStyle), options, io);
    return leftBehind.length > 0 ? EXIT.unknown : (limits.exitCode() ?? EXIT.ok);
  });
  return probing.finally(() => limits.release()).finally(close);
}

// A mode that the file has wrong stops every plan, whatever else holds.
function againstFile({ findings, mode }: ReadProbing, wanted: Mode | undefined): readonly ProbeFinding[] {
  if (wanted === undefined || wanted === mode) return findings;
  const found = `the server has mode ${mode}, and the fleet file says ${wanted}: correct \`mode\` there`;
  return findings.map((one) => (one.probe === "mode" ? { ...one, verdict: "differs", found } : one));
}

// One session for all settings that are tried, and for cleaning up, which goes on after an interrupt (a second one ends the process).
function openServer({ settings, ...server }: Server, options: DoctorInput, io: Io, { cancel, stop }: Limits) {
  let requests = 0;
  const onRequest = () => {
    requests += 1;
  };
  const api = openApi({ settings, ...server }, options, io, { signal: cancel, onRequest });
  const under = (signal: AbortSignal, ofRequests: AbortSignal): WritableServer => {
    const speaking = (changes: Partial<InterfaceSettings>) => api.withSettings({ ...settings, ...changes }, ofRequests);
    return {
      ...{ settings, clock: systemClock, random: systemRandom, signal },
      readerWith: (changes) => speaking(changes).reader,
      writerWith: (changes) => speaking(changes).writer,
      requestsLeft: () => MOST_REQUESTS - requests,
    };
  };
  return { tested: under(stop, cancel), cleaner: under(NEVER, NEVER), close: () => api.close() };
}

interface Trial {
  readonly tested: WritableServer;
  /** The same server, for cleaning up. */
  readonly cleaner: WritableServer;
  readonly server: Server;
  readonly options: DoctorInput;
  readonly io: Io;
}

async function tryWrites(plate: string, reading: ReadProbing, { tested, cleaner, server, options, io }: Trial) {
  const { findings, list, unlisted, fleet, mode } = reading;
  const scope = list ?? unlisted;
  if (scope === undefined)
    throw new CommandFailure(
      EXIT.unreadable,
      "No write was tried: the list exists but cannot be read, or no list was found. Run doctor without --write to see why, and name an account with --account.",
    );
  const isBlind = list === undefined;
  const target = { scope, found: proposedSettings(findings) };
  const reason = await reasonAgainstPlate(plate, tested, isBlind ? undefined : target, fleet);
  if (reason !== undefined)
    throw wrongInput(
      `${quoted(plate)} cannot be used as a test plate: ${reason}. Name a plate that no car has.`,
      "written",
    );
  await requireYes(options, question(io.plates.plate(plate), scope, server.connection.baseUrl, isBlind), tested.signal);
  const state = await lockState(stateStore(options), viewOf(server, mode), { timeout: 0 });
  try {
    const probe = new WriteProbe(tested, target, state);
    return await new WriteTrial(probe, plate, server.settings, isBlind ? undefined : await probe.rows()).run(cleaner);
  } finally {
    await state.release();
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
