import {
  accountIdOf,
  type DeleteParameter,
  type FailureWords,
  type InterfaceSettings,
  matchesWords,
  quoted,
  type Scope,
} from "../../allowlist/index.ts";
import { type ProbeFinding, type Said, saidOf } from "./server-under-test.ts";
import { answerText, deleteSetting, type Rows, type WriteAnswer, type WriteProbe } from "./write-probe.ts";

/** What became of a delete that was tried until one worked. */
export interface DeleteTrial {
  readonly said: Said;
  /** Undefined when none works. */
  readonly settings: Partial<InterfaceSettings> | undefined;
}

/** One delete that was sent. */
export interface SentDelete {
  readonly parameter: DeleteParameter;
  readonly settings: Partial<InterfaceSettings>;
  /** The same where they are to be written: undefined for the usual ones. */
  readonly news: Partial<InterfaceSettings> | undefined;
  readonly answer: WriteAnswer;
  /** How the cars were named and what was answered. */
  readonly found: string;
}

/** Sends a delete in every known way, the usual one first, until `judge` knows what one did. */
export async function tryEachDelete(
  writeProbe: WriteProbe,
  licenseNumber: string,
  rules: Pick<InterfaceSettings, "globalDelete" | "accountDelete">,
  judge: (sent: SentDelete) => Promise<DeleteTrial | undefined>,
): Promise<DeleteTrial> {
  const setting = deleteSetting(writeProbe.scope);
  const usual = rules[setting];
  const first: DeleteParameter = usual === false ? { in: "query", name: "ln" } : usual;
  let words = "";
  for (const parameter of parametersAfter(first)) {
    const settings = { [setting]: parameter };
    const answer = await writeProbe.remove(licenseNumber, settings);
    const text = answerText(answer);
    if (words === "") words = text;
    const news = parameter === usual ? undefined : settings;
    const found = `${parameterText(parameter)}, answered ${text}`;
    const trial = await judge({ parameter, settings, news, answer, found });
    if (trial) return trial;
  }
  const found = `${parameterText(first)} was answered ${words} and deleted nothing, and neither did other names`;
  const none = setting === "globalDelete" ? ({ globalDelete: false } as const) : undefined;
  return { said: ["trouble", found, none], settings: undefined };
}

/**
 * Finds how the list takes deletes, with a car that is there; `before`: the list as it was seen last. A delete whose parameter
 * the server does not see may empty the list, so cars that went with it are put back and nothing more is tried. When the first
 * one did nothing, a server that names nothing deletes nothing, and other names are as harmless.
 */
export function tryDeletes(
  writeProbe: WriteProbe,
  licenseNumber: string,
  rules: Pick<InterfaceSettings, "globalDelete" | "accountDelete">,
  before: Rows,
): Promise<DeleteTrial> {
  let seen = before;
  return tryEachDelete(writeProbe, licenseNumber, rules, async ({ parameter, settings, news, answer, found }) => {
    // Nothing was done; cleaning up looks once more.
    if (answer.kind === "refused") return undefined;
    const rows = await writeProbe.readAfterWrite();
    const lost = [...seen.keys()].filter((plate) => plate !== licenseNumber && !rows.has(plate));
    if (lost.length > 0)
      return { said: await restoreLost(writeProbe, lost, seen, parameterText(parameter)), settings: undefined };
    if (!rows.has(licenseNumber)) {
      if (news) return { said: ["differs", found, news], settings };
      if (seen.size > 1) return { said: ["holds", found], settings };
      return { said: ["not known", `${found}; the list had no other car that it could have spared`], settings };
    }
    seen = rows;
    return undefined;
  });
}

// Every way to take deletes that is known, the given one first.
function parametersAfter(first: DeleteParameter): readonly DeleteParameter[] {
  const named = (place: "query" | "body", names: readonly string[]) => names.map((name) => ({ in: place, name }));
  const others: readonly DeleteParameter[] = [
    ...named("query", ["ln", "licenseNumbers", "licenseNumber"]),
    ...named("body", ["licenseNumbers"]),
    { in: "body", shape: "array" },
    ...named("query", ["plates"]),
    ...named("body", ["plates", "licenseNumber", "licensePlates"]),
    ...named("query", ["licensePlates", "plate"]),
  ];
  return [first, ...others.filter((one) => parameterText(one) !== parameterText(first))];
}

/** Adds cars again that a delete took away. */
export async function restoreLost(
  writeProbe: WriteProbe,
  lost: readonly string[],
  before: Rows,
  culprit: string,
): Promise<Said> {
  const cars = lost.flatMap((plate) => before.get(plate) ?? []);
  await writeProbe.add(cars);
  const { isSo } = await writeProbe.until((now) => lost.every((plate) => now.has(plate)));
  const end = isSo
    ? "they were added again"
    : `adding them again did not bring back all of them: ${lost.map(quoted).join(" ")}`;
  return ["trouble", `${culprit} took ${lost.length} other cars away; ${end}. Do not apply deletes to this server`];
}

function parameterText(parameter: DeleteParameter): string {
  return "shape" in parameter ? "a bare array as the body" : `${parameter.name} in the ${parameter.in}`;
}

/** The client cuts a server's words off after so many characters. */
const LONGEST_WORDS = 500;
/** A plate that a server cut off keeps at least so many characters. */
const SHORTEST_CUT = 6;
/** Fewer letters beside the plate say nothing. */
const FEWEST_LETTERS = 3;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** Which of the two refusals. */
export type RefusalKind = keyof FailureWords;

/**
 * A server's words about one plate as a mask for all: the plate, in whatever spelling, and the account's id become `*`.
 * Undefined when too little is left to tell them from others.
 */
export function failureMask(words: string, plate: string, scope: Scope): string | undefined {
  const whole = words.length > LONGEST_WORDS ? words.replace(/…$/, "*") : words;
  const baId = accountIdOf(scope);
  const withoutAccount = baId === undefined ? whole : whole.replace(new RegExp(`(?<![0-9])${baId}(?![0-9])`, "g"), "*");
  const mask = withoutAccount
    .replace(plateIn(plate), "*")
    .replace(UNSEEN, "*")
    .replace(/\*[*\s]*\*/g, "*")
    .trim();
  const letters = mask.match(/\p{L}/gu) ?? [];
  return letters.length >= FEWEST_LETTERS ? mask : undefined;
}

/** What the answer to a second add (`alreadyListed`) or a second delete comes to, for a list whose masks are known so far. */
export function refusalFinding(
  kind: RefusalKind,
  answer: WriteAnswer,
  about: { readonly plate: string; readonly scope: Scope },
  known: FailureWords,
): Said {
  if (answer.kind === "taken") return ["holds", kind === "notListed" ? `confirmed with ${answer.text}` : "confirmed"];
  if (answer.kind !== "failure") return ["differs", `${answer.kind}: ${answer.text}`];
  const found = `failure: ${quoted(answer.text)}`;
  if (matchesWords(known[kind], answer.text)) return ["holds", `${found}, which interface.failures knows`];
  const mask = failureMask(answer.text, about.plate, about.scope);
  if (mask === undefined) return ["trouble", `${found}, which no mask can tell from other refusals`];
  const none: FailureWords = { alreadyListed: [], notListed: [] };
  return ["differs", found, { failures: { ...none, [kind]: [...known[kind], mask] } }];
}

/** Takes back masks for the two refusals that are the same: such words say neither. */
export function withoutAmbiguousMasks(findings: readonly ProbeFinding[]): readonly ProbeFinding[] {
  const masksOf = (kind: RefusalKind) => findings.flatMap(({ settings }) => settings?.failures?.[kind] ?? []);
  const vague = masksOf("alreadyListed").filter((mask) => masksOf("notListed").includes(mask));
  return findings.map((finding) => {
    const { probe, found, settings } = finding;
    const own = [...(settings?.failures?.alreadyListed ?? []), ...(settings?.failures?.notListed ?? [])];
    if (!own.some((mask) => vague.includes(mask))) return finding;
    return saidOf(probe, ["trouble", `${found}: the same words for two refusals say nothing of either`]);
  });
}

// Between its characters may stand what does not distinguish plates; a server may have cut it off or written 0 for O.
function plateIn(plate: string): RegExp {
  const characters = [...plate].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const parts = characters.map((character) => (/[o0]/i.test(character) ? "[o0]" : character));
  const least = Math.min(parts.length, SHORTEST_CUT);
  const begin = parts.slice(0, least).join("[ .\\-·]*");
  const rest = parts.slice(least).reduceRight((inner, part) => `(?:[ .\\-·]*${part}${inner})?`, "");
  return new RegExp(`(?<![\\p{L}\\p{N}])${begin}${rest}(?![\\p{L}\\p{N}])`, "giu");
}
