import { accountIdOf, type FailureWords, matchesWords, quoted, type Scope } from "../../allowlist/index.ts";
import { findingOf, type ProbeFinding, type ProbeWords } from "./server-under-test.ts";
import { SHORTEST_CUT, type WriteAnswer } from "./write-probe.ts";

/** The client cuts a server's words off after this many characters. */
const LONGEST_WORDS = 500;
/** Fewer letters beside the plate say nothing. */
const FEWEST_LETTERS = 3;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

type RefusalKind = keyof FailureWords;

/**
 * A server's words about one plate as a mask: the plate in any spelling and the account's id become `*`.
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
): ProbeWords {
  if (answer.kind === "taken") return ["holds", kind === "notListed" ? `confirmed with ${answer.text}` : "confirmed"];
  if (answer.kind !== "failure") return ["differs", `${answer.kind}: ${answer.text}`];
  const found = `failure: ${quoted(answer.text)}`;
  if (matchesWords(known[kind], answer.text)) return ["holds", `${found}, which interface.failures knows`];
  const mask = failureMask(answer.text, about.plate, about.scope);
  if (mask === undefined) return ["trouble", `${found}, which no mask can tell from other refusals`];
  return ["differs", found, { failures: { alreadyListed: [], notListed: [], [kind]: [...known[kind], mask] } }];
}

/** Takes back masks for the two refusals that are the same: such words say neither. */
export function withoutAmbiguousMasks(findings: readonly ProbeFinding[]): readonly ProbeFinding[] {
  const masksOf = (kind: RefusalKind) => findings.flatMap(({ settings }) => settings?.failures?.[kind] ?? []);
  const vague = masksOf("alreadyListed").filter((mask) => masksOf("notListed").includes(mask));
  return findings.map((finding) => {
    const { alreadyListed = [], notListed = [] } = finding.settings?.failures ?? {};
    if (![...alreadyListed, ...notListed].some((mask) => vague.includes(mask))) return finding;
    const found = `${finding.found}: the same words for two refusals say nothing of either`;
    return findingOf(finding.probe, ["trouble", found]);
  });
}

// Between its characters may be what does not distinguish plates; a server may have cut it off or written 0 for O.
function plateIn(plate: string): RegExp {
  const characters = [...plate].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const parts = characters.map((character) => (/[o0]/i.test(character) ? "[o0]" : character));
  const least = Math.min(parts.length, SHORTEST_CUT);
  const begin = parts.slice(0, least).join("[ .\\-·]*");
  const rest = parts.slice(least).reduceRight((inner, part) => `(?:[ .\\-·]*${part}${inner})?`, "");
  return new RegExp(`(?<![\\p{L}\\p{N}])${begin}${rest}(?![\\p{L}\\p{N}])`, "giu");
}
