import { carsGone, counted, type OlderFleet, quoted, type Scope } from "../../../allowlist/index.ts";
import { scopesInWords, terminalText } from "../../../render/index.ts";
import { EXIT } from "../../../run/exit-code.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import { ask } from "../../run/confirm.ts";
import type { AdoptionSource } from "./adoption.ts";

/** What is asked about: lists that the server does not show. */
interface Question {
  readonly scopes: readonly Scope[];
  /** How many cars the fleet file wants on them today. */
  readonly wanted: number;
  /** An older fleet file that names more, where git has one. */
  readonly older: OlderFleet | undefined;
}

/** Where the cars come from that are on the lists; undefined where the user does not know. */
type Answer = Partial<Pick<AdoptionSource, "from" | "fromCommit" | "empty">> | undefined;

/** Asks what is on lists that the server does not show. Throws a `CommandFailure` (130) without an answer. */
export async function askSource({ scopes, wanted, older }: Question, signal: AbortSignal): Promise<Answer> {
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
  return `those of the fleet file of commit ${older.commit.slice(0, 12)}, which names ${carsGone(older)}`;
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
