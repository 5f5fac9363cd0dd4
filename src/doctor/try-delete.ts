import {
  accountIdOf,
  type DeleteParameter,
  type FailureWords,
  type InterfaceSettings,
  matchesWords,
  quoted,
  type Scope,
} from "../allowlist/index.ts";
import type { ProbeFinding } from "./server-under-test.ts";
import { answerText, deleteSetting, type Rows, type WriteAnswer, type WriteProbe } from "./write-probe.ts";

/** What became of a delete that was tried until one worked. */
interface DeleteTrial {
  readonly finding: ProbeFinding;
  /** Undefined when none works. */
  readonly settings: Partial<InterfaceSettings> | undefined;
}

/** What is known before deletes are tried: what the settings say, and the list as it was seen last. */
export interface BeforeDeletes {
  readonly usual: DeleteParameter | false;
  readonly before: Rows;
}

/**
 * Finds how the list takes deletes, with a car that is there. A delete whose parameter the server does not see may empty
 * the list, so cars that went with it are put back and nothing more is tried. When the first one did nothing, a server
 * that names nothing deletes nothing, and other names are as harmless.
 */
export async function tryDeletes(
  writeProbe: WriteProbe,
  licenseNumber: string,
  { usual, before: seen }: BeforeDeletes,
): Promise<DeleteTrial> {
  const probe = "delete";
  const setting = deleteSetting(writeProbe.scope);
  const first: DeleteParameter = usual === false ? { in: "query", name: "ln" } : usual;
  let words = "";
  let before = seen;
  for (const parameter of parametersAfter(first)) {
    const settings = { [setting]: parameter } satisfies Partial<InterfaceSettings>;
    const answer = await writeProbe.remove(licenseNumber, settings);
    if (words === "") words = answerText(answer);
    // Nothing was done; cleaning up looks once more.
    if (answer.kind === "refused") continue;
    const rows = await writeProbe.readAfterWrite();
    const isSo = !rows.has(licenseNumber);
    const lost = [...before.keys()].filter((plate) => plate !== licenseNumber && !rows.has(plate));
    if (lost.length > 0)
      return {
        finding: await restoreLost(writeProbe, lost, before, parameterText(parameter)),
        settings: undefined,
      };
    if (isSo) {
      const finding = working(parameter, answerText(answer), before, parameter === usual ? undefined : settings);
      return { finding, settings };
    }
    before = rows;
  }
  const found = `${parameterText(first)} was answered ${words} and deleted nothing, and neither did other names`;
  const settings = setting === "globalDelete" ? ({ globalDelete: false } as const) : undefined;
  return {
    finding: { probe, verdict: "trouble", found, ...(settings && { settings }) },
    settings: undefined,
  };
}

function working(
  parameter: DeleteParameter,
  text: string,
  before: Rows,
  settings: Partial<InterfaceSettings> | undefined,
): ProbeFinding {
  const found = `${parameterText(parameter)}, answered ${text}`;
  if (settings) return { probe: "delete", verdict: "differs", found, settings };
  if (before.size > 1) return { probe: "delete", verdict: "holds", found };
  return {
    probe: "delete",
    verdict: "not known",
    found: `${found}; the list had no other car that it could have spared`,
  };
}

/** Every way to take deletes that is known, the given one first. */
export function parametersAfter(first: DeleteParameter): readonly DeleteParameter[] {
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
): Promise<ProbeFinding> {
  const cars = lost.flatMap((plate) => before.get(plate) ?? []);
  await writeProbe.add(cars);
  const { isSo } = await writeProbe.until((now) => lost.every((plate) => now.has(plate)));
  const end = isSo
    ? "they were added again"
    : `adding them again did not bring back all of them: ${lost.map(quoted).join(" ")}`;
  return {
    probe: "delete",
    verdict: "trouble",
    found: `${culprit} took ${lost.length} other cars away; ${end}. Do not apply deletes to this server`,
  };
}

/** A way to take deletes, in words. */
export function parameterText(parameter: DeleteParameter): string {
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

/** What the words of a refusal come to, for a list whose masks are known so far. */
export function wordsFinding(
  kind: RefusalKind,
  said: { readonly probe: string; readonly words: string },
  about: { readonly plate: string; readonly scope: Scope },
  known: FailureWords,
): ProbeFinding {
  const { probe, words } = said;
  const found = `failure: ${quoted(words)}`;
  if (matchesWords(known[kind], words))
    return { probe, verdict: "holds", found: `${found}, which interface.failures knows` };
  const mask = failureMask(words, about.plate, about.scope);
  if (mask === undefined)
    return { probe, verdict: "trouble", found: `${found}, which no mask can tell from other refusals` };
  const none: FailureWords = { alreadyListed: [], notListed: [] };
  return { probe, verdict: "differs", found, settings: { failures: { ...none, [kind]: [...known[kind], mask] } } };
}

/** What the answer to a delete of a car that is not there comes to. */
export function absentFinding(
  { kind, text }: WriteAnswer,
  about: { readonly plate: string; readonly scope: Scope },
  known: FailureWords,
): ProbeFinding {
  const probe = "absent delete";
  if (kind === "failure") return wordsFinding("notListed", { probe, words: text }, about, known);
  if (kind === "taken") return { probe, verdict: "holds", found: `confirmed with ${text}` };
  return { probe, verdict: "differs", found: `${kind}: ${text}` };
}

/** Takes back masks for the two refusals that are the same: such words say neither. */
export function withoutAmbiguousMasks(findings: readonly ProbeFinding[]): readonly ProbeFinding[] {
  const masksOf = (kind: RefusalKind) => findings.flatMap(({ settings }) => settings?.failures?.[kind] ?? []);
  const vague = masksOf("alreadyListed").filter((mask) => masksOf("notListed").includes(mask));
  return findings.map((finding) => {
    const { probe, found, settings } = finding;
    const own = [...(settings?.failures?.alreadyListed ?? []), ...(settings?.failures?.notListed ?? [])];
    if (!own.some((mask) => vague.includes(mask))) return finding;
    return { probe, verdict: "trouble", found: `${found}: the same words for two refusals say nothing of either` };
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
