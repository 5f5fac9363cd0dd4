import {
  accountIdOf,
  adoptFromCommit,
  carsGoneInWords,
  counted,
  type OlderFleet,
  plateKeyOf,
  quoted,
  type Scope,
} from "../../../allowlist/index.ts";
import type { DocumentContent } from "../../../documents/index.ts";
import type { FleetReader } from "../../../fleet-api/index.ts";
import { listWithdrawn } from "../../../live/index.ts";
import { inColumns, scopesInWords, terminalText, visibleLines } from "../../../render/index.ts";
import { EXIT } from "../../../run/exit-code.ts";
import { InterfaceError, type JournalEntry, type Memory } from "../../../run/ports/index.ts";
import type { stateAdoptSpec, stateForgetSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { printDocument } from "../../process/io.ts";
import { ask, requireTerminal, requireYes } from "../../run/confirm.ts";
import { withJournal } from "../../run/locked-state.ts";
import { prepareRun, type RunContext } from "../../run/run-context.ts";
import { withReader } from "../../run/session.ts";
import {
  type Adoption,
  type AdoptionSource,
  adoptionEntries,
  adoptionsFrom,
  carsWanted,
  isFromFleet,
  scopeOf,
} from "./adoption.ts";

/** `platectl state adopt`: records which cars are on lists that cannot be read. Sends only reads. */
export async function stateAdoptCommand(options: InputOf<typeof stateAdoptSpec>, io: Io): Promise<number> {
  requireTerminal(options, io, isFromFleet(options) ? SAY_IT : undefined);
  requireOneSource(options);
  const context = await prepareRun(options, io);
  const unlisted = await withReader(context, options, io, (reader) => scopesWithoutList(context, reader, io));
  const adopted = await withJournal(context, async (memory, append, stop) => {
    const source = { ...options, ...(await answered(options, context, unlisted, memory, stop)) };
    const adoptions = await adoptionsFrom(source, context, unlisted, (scope) => memory.get(scope), io);
    if (adoptions.length === 0) return adoptions;
    io.message(visibleLines(preview(adoptions, io)));
    if (isFromFleet(source)) io.message(visibleLines(await claim(adoptions, context, memory)));
    await requireYes(options, "Is this correct?", stop);
    await append(adoptions.flatMap(adoptionEntries));
    return adoptions;
  });
  const scopes = adopted.map(({ scope, cars, gone, whole }) => {
    return { scope, cars: cars.map(plateOnly), gone: gone.map(plateOnly), whole };
  });
  const document = { name: context.store.name, target: context.inputs.target, scopes };
  await printDocument("adoption", document, (shown) => adoptionText(shown, options), options, io);
  return EXIT.ok;
}

// What is on lists of which no one has said it: the user is asked, unless options say it, or no one is there to be asked.
async function answered(
  options: InputOf<typeof stateAdoptSpec>,
  { inputs, older }: RunContext,
  unlisted: readonly Scope[],
  memory: Memory,
  stop: AbortSignal,
) {
  const scopes = unlisted.filter((scope) => !memory.get(scope)?.baseline);
  if (scopes.length === 0 || options.autoApprove || !isFromFleet(options)) return {};
  const wanted = carsWanted(inputs.desired);
  const count = scopes.reduce((sum, scope) => sum + (wanted.get(scope)?.length ?? 0), 0);
  const [first] = (await older(scopes, memory)).values();
  return askSource(scopes, count, first, stop);
}

/** Where the cars come from that are on the lists; undefined where the user does not know. */
type Answer = Partial<Pick<AdoptionSource, "from" | "fromCommit" | "empty">> | undefined;

// Asks what is on lists that the server does not show: 130 where the user does not know, with what finds out.
async function askSource(
  scopes: readonly Scope[],
  wanted: number,
  older: OlderFleet | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const answers: readonly (readonly [words: string, answer: () => Promise<Answer>])[] = [
    [`the cars of the fleet file (${wanted}), and no others`, async () => ({})],
    ...(older ? [[`${olderWords(older)}, and no others`, async () => ({ fromCommit: older.commit })] as const] : []),
    ["the cars of another file, and no others: an older fleet file, or a list of one account", () => askFile(signal)],
    ["no cars", async () => ({ empty: true })],
    ["I do not know", async () => undefined],
  ];
  const lines = answers.map(([words], at) => `  ${at + 1}  ${words}\n`).join("");
  const title = `The server does not show ${scopesInWords(scopes)}. What is on ${scopes.length === 1 ? "it" : "them"} now?`;
  const number = await ask(`\n${terminalText(title)}\n${lines}Number: `, signal);
  const chosen = answers[Number(number) - 1]?.[1];
  if (!chosen)
    throw new CommandFailure(EXIT.interrupted, `${quoted(number)} is none of the numbers. Nothing was changed.`);
  const answer = await chosen();
  if (answer) return answer;
  throw new CommandFailure(EXIT.interrupted, `Nothing was changed. ${toFindOut(wanted)}`);
}

function olderWords(older: OlderFleet): string {
  return `those of the fleet file of commit ${older.commit.slice(0, 12)}, which names ${carsGoneInWords(older)}`;
}

async function askFile(signal: AbortSignal): Promise<Answer> {
  const from = await ask("File: ", signal);
  if (from === "") throw wrongInput("No file was named.", "changed");
  return { from };
}

function toFindOut(wanted: number): string {
  return [
    `To find out, send all ${counted(wanted, "car")}: a server that has a car already refuses it, and says so.`,
    "  platectl doctor --write PLATE   finds its words for that; put the block that it prints into the fleet file",
    `  platectl apply --allow-adds=${wanted}   sends the cars, and learns from the answers`,
  ].join("\n");
}

function plateOnly({ licenseNumber }: { readonly licenseNumber: string }) {
  return { licenseNumber };
}

function requireOneSource({ plate: plates, fromReport, from, fromCommit, empty }: AdoptionSource): void {
  const files = [fromReport, from, fromCommit].filter((one) => one !== undefined);
  if (files.length + Number(plates.length > 0) + Number(empty === true) > 1)
    throw wrongInput("Give one of PLATE, --from-report, --from, --from-commit and --empty.");
}

// A list that can be read needs no adoption, and an adoption could only contradict it.
async function scopesWithoutList({ inputs, store, view }: RunContext, reader: FleetReader, io: Io): Promise<Scope[]> {
  const unlisted: Scope[] = [];
  const memory = await store.memory(view);
  const mayBeListed = inputs.desired.interface.accountList !== false;
  for (const scope of inputs.scopes) {
    const page = await reader.carPage(scope, { number: 0, size: 1 });
    const baId = accountIdOf(scope);
    if (page !== "not-offered")
      io.message(visibleLines(`${scope}: the server shows this list, so no adoption is needed.\n`));
    else if (mayBeListed && memory.get(scope)?.wasRead) throw listWithdrawn(scope);
    else if (baId !== undefined && (await reader.accountExists(baId)) !== false) unlisted.push(scope);
    else throw new InterfaceError(`${scope}: the server does not know this list`, { kind: "status", status: 404 });
  }
  return unlisted;
}

const SAY_IT =
  "run it on a terminal, which asks what is on the lists, or say it: --from FILE --auto-approve. Without --from, --auto-approve takes the cars of the fleet file";

const NEVER_SENT =
  "warning: the state knows most cars of this list, and not these. A car that is new in the fleet file is not on the list yet: " +
  "`platectl apply` adds it, and adopting it would keep it off the list. Name those that are listed: platectl state adopt PLATE…\n";

function preview(adoptions: readonly Adoption[], io: Io): string {
  const isEmpty = ({ cars, gone }: Adoption) => cars.length + gone.length === 0;
  const none = adoptions.filter(isEmpty).map(({ scope }) => scope);
  const lines = adoptions.filter((one) => !isEmpty(one)).map((one) => previewOf(one, io));
  return [...(none.length === 0 ? [] : [`${scopesInWords(none)}: no car to record as listed\n`]), ...lines].join("");
}

function previewOf({ scope, cars, gone, whole, known, mayBeNew }: Adoption, io: Io): string {
  const others =
    whole && gone.length === 0 ? `, and no others${known > 0 ? " except those that the state knows" : ""}` : "";
  return [
    ...(cars.length > 0 ? [`${scope}: ${counted(cars.length, "car")} to record as listed${others}\n`] : []),
    ...named(cars, io),
    ...(gone.length > 0 ? [`${scope}: ${counted(gone.length, "car")} to record as not listed\n`] : []),
    ...named(gone, io),
    ...(mayBeNew ? [NEVER_SENT] : []),
  ].join("");
}

function named(cars: Adoption["gone"], { plates, messageStyle }: Io): string[] {
  const texts = cars.map(({ licenseNumber }) => terminalText(plates.plate(licenseNumber)));
  return inColumns(texts, messageStyle.width).map((line) => `${line}\n`);
}

// What is left out here is listed, and billed, for ever.
async function claim(adoptions: readonly Adoption[], { older }: RunContext, memory: Memory): Promise<string> {
  const scopes = adoptions.map(({ scope }) => scope);
  const found = [...(await older(scopes, memory))].map(([scope, one]) => {
    const gone = `an older fleet file in git names ${carsGoneInWords(one)}`;
    return `${scope}: ${gone}; where they may still be listed: \`${adoptFromCommit([scope], one)}\`\n`;
  });
  return `This says that no other car is on ${scopes.length === 1 ? "the list" : "these lists"}. ${IF_LOST}\n${found.join("")}`;
}

const IF_LOST = "If a state was lost, stop here and use --from with the fleet file that was applied last.";

function adoptionText(
  { name, scopes }: DocumentContent<"adoption">,
  { autoApprove }: InputOf<typeof stateAdoptSpec>,
): string {
  const [first, another] = scopes;
  if (!first) return "Nothing to adopt: the lists can be read, or the state already knows their cars.\n";
  const count = scopes.reduce((sum, one) => sum + one.cars.length, 0);
  const cars = count === 0 ? "no cars" : counted(count, "car");
  const what = another ? `${cars} on ${scopes.length} lists` : `${first.scope}: ${cars}`;
  const lists = another ? "the lists are" : "the list is";
  const sure = autoApprove
    ? `taken as the whole list${another ? "s" : ""}, without asking (--auto-approve)`
    : `${lists} now known completely`;
  return `${what} adopted into ${terminalText(name)}${first.whole ? `; ${sure}` : ""}\n`;
}

type ForgottenEntry = Extract<JournalEntry, { kind: "forgotten" }>;

/** `platectl state forget`: records cars as not listed. Contacts nothing. */
export async function stateForgetCommand(options: InputOf<typeof stateForgetSpec>, io: Io): Promise<number> {
  requireTerminal(options, io);
  const context = await prepareRun(options, io);
  const recorded = await withJournal(context, async (memory, append, stop) => {
    const entries = entriesFor(options.plate, context, memory);
    io.message(visibleLines(linesOf(entries, "to record as not listed", io)));
    await requireYes(options, "Is it correct that these cars are not listed?", stop);
    await append(entries);
    return entries;
  });
  const scopes = recorded.map(({ scope, cars }) => ({ scope, cars: cars.map(plateOnly) }));
  const document = { name: context.store.name, target: context.inputs.target, scopes };
  await printDocument("forgotten", document, () => linesOf(recorded, "recorded as not listed", io), options, io);
  return EXIT.ok;
}

function entriesFor(plates: readonly string[], context: RunContext, memory: Memory): ForgottenEntry[] {
  const { desired, scopes } = context.inputs;
  const byScope = new Map<Scope, { licenseNumber: string }[]>();
  for (const licenseNumber of plates) {
    const plateKey = plateKeyOf(licenseNumber, desired.interface);
    const knowing = scopes.filter((scope) => plateKey !== undefined && memory.get(scope)?.entries.has(plateKey));
    for (const scope of knowing.length > 0 ? knowing : [scopeOf(licenseNumber, context, scopes)])
      byScope.set(scope, [...(byScope.get(scope) ?? []), { licenseNumber }]);
  }
  return [...byScope].map(([scope, cars]) => ({ kind: "forgotten", scope, cars }));
}

function linesOf(entries: readonly ForgottenEntry[], words: string, { plates }: Io): string {
  return entries
    .flatMap(({ scope, cars }) =>
      cars.map(({ licenseNumber }) => `${terminalText(`${scope}: ${plates.plate(licenseNumber)} ${words}`)}\n`),
    )
    .join("");
}
