import { byCodeUnit, type Scope, setAsideInWords } from "../../allowlist/index.ts";
import type { AuditDocument } from "../../documents/index.ts";
import { sumsInWords } from "../../documents/index.ts";
import { groupBy } from "../../run/collections.ts";
import { counted, scopeInWords, withCommas } from "../text/phrases.ts";

/** One finding of an audit document. */
export type AuditFinding = AuditDocument["findings"][number];
type Coverage = NonNullable<AuditDocument["coverage"]>;

/** A rule that was checked, with what it found and no one accepted. */
export interface RuleFindings {
  readonly rule: AuditDocument["rules"][number];
  readonly amounts: Coverage["billed"];
  readonly findings: readonly AuditFinding[];
}

/** Findings that are there now and that no one has accepted. */
export function openFindings({ findings }: AuditDocument): readonly AuditFinding[] {
  return findings.filter(({ status, accepted }) => status !== "gone" && !accepted);
}

/** What all renderings of an audit say, in the order in which it matters; foreign text. */
export function auditInWords(audit: AuditDocument) {
  const { range, failures, findings } = audit;
  const open = openFindings(audit);
  const isGone = ({ status }: AuditFinding) => status === "gone";
  const accepted = findings.filter((one) => !isGone(one) && one.accepted);
  const gone = findings.filter(isGone);
  return {
    open,
    accepted,
    gone,
    summary: summaryOf(audit, open, { accepted: accepted.length, gone: gone.length }),
    range: `${range.from} to ${range.to}, ${range.timeZone}`,
    coverage: coverageInWords(audit),
    notRead: [...failures.map(({ message }) => message), ...setAsideLines(audit)],
    verdicts: verdictLines(audit),
    rules: findingsByRule(audit, open),
    claimed: claimedLines(audit, scopeNamer(audit)),
    unchecked: uncheckedInWords(audit),
  };
}

/** Why a finding is accepted, until when, and where that is written; of one that is not, what it is. Foreign text. */
export function acceptanceInWords({ accepted, message }: AuditFinding): string {
  if (!accepted) return message;
  const until = accepted.until === undefined ? "" : ` until ${accepted.until}`;
  return `accepted${until}: ${accepted.reason} (${accepted.source})`;
}

/** The rules with open findings, each with these: first those with claims, then those with questions, then in the document's order. */
function findingsByRule(audit: AuditDocument, open: readonly AuditFinding[]): readonly RuleFindings[] {
  const findings = groupBy(open, ({ rule }) => rule);
  const all = audit.rules.flatMap((rule) => {
    const own = findings.get(rule.rule);
    const { amounts = [] } = audit.totals.find((total) => total.rule === rule.rule) ?? {};
    return own ? [{ rule, amounts: ownCurrencyFirst(audit, amounts), findings: own }] : [];
  });
  const byRank = groupBy(all, (one) => rankOf(one.findings));
  return RANKS.flatMap((rank) => byRank.get(rank) ?? []);
}

/** What is claimed first, then what is to be asked, then the rest. */
const RANKS = ["claim", "question", undefined] as const;

function rankOf(findings: readonly AuditFinding[]): AuditFinding["verdict"] {
  return RANKS.find((rank) => findings.some(({ verdict }) => verdict === rank));
}

/** The mark of a finding whose records are to be claimed back, or to be asked about first. */
export const VERDICT_MARKS = { claim: "claim", question: "ask first" } as const;

/** How the lists and accounts of an audit are called: `account 4711 Acme Denmark`; names are foreign text unless quoted. */
export function scopeNamer({ names = [] }: AuditDocument, quote = (name: string) => name): (scope: Scope) => string {
  const byScope = new Map(names.map(({ scope, name }) => [scope, ` ${quote(name)}`]));
  return (scope) => `${scopeInWords(scope)}${byScope.get(scope) ?? ""}`;
}

/** Sums in the order of the currencies that were billed, that of most records first. */
export function ownCurrencyFirst({ coverage }: AuditDocument, sums: Coverage["billed"]): Coverage["billed"] {
  const codes = coverage?.billed.map(({ currencyCode }) => currencyCode) ?? [];
  return sums.toSorted((left, right) => codes.indexOf(left.currencyCode) - codes.indexOf(right.currencyCode));
}

/** `Audit: 2 errors, 1 warning, 3 infos; 1 new, 4 gone; 2 accepted.` Of infos that were not looked for it says no number. */
function summaryOf(
  { failures, setAside = [], since, notRun }: AuditDocument,
  open: readonly AuditFinding[],
  { accepted, gone }: { readonly accepted: number; readonly gone: number },
): string {
  const count = (severity: AuditFinding["severity"]) => open.filter((one) => one.severity === severity).length;
  const incomplete = failures.length > 0 || setAside.length > 0 ? " Not everything could be read." : "";
  const fresh = open.filter(({ status }) => status === "new").length;
  const changes = since ? `; ${withCommas(fresh)} new, ${withCommas(gone)} gone` : "";
  const more = `${changes}${accepted > 0 ? `; ${withCommas(accepted)} accepted` : ""}`;
  if (open.length === 0) return `Audit: no findings${more}.${incomplete}`;
  const counts = [counted(count("error"), "error"), counted(count("warning"), "warning")];
  const infos = notRun ? [] : [counted(count("info"), "info")];
  return `Audit: ${[...counts, ...infos].join(", ")}${more}.${incomplete}`;
}

/** Rules that were not checked, by the reason, and how many were not asked for. */
function uncheckedInWords({ unchecked, notRun = [] }: AuditDocument): readonly string[] {
  const reasons = [...groupBy(unchecked, ({ reason }) => reason)].map(
    ([reason, rules]) => `not checked: ${rules.map(({ rule }) => rule).join(", ")} (${reason})`,
  );
  const infos = `not run: ${counted(notRun.length, "rule")} of severity info (audit --info runs them)`;
  return [...reasons, ...(notRun.length > 0 ? [infos] : [])];
}

/** What became of the claims of earlier audits, a line each; foreign text. */
function claimedLines({ claimed }: AuditDocument, nameOf: (scope: Scope) => string): readonly string[] {
  if (!claimed) return [];
  const { records, answered, open, otherAccounts } = claimed;
  const others = `${counted(otherAccounts, "record")} ${otherAccounts === 1 ? "is" : "are"} of accounts that were not looked at`;
  const money = open.records === 0 ? "" : ` (${sumsInWords(open.amounts)})`;
  return [
    `${counted(records, "record")} ${records === 1 ? "was" : "were"} claimed before: ${withCommas(records - open.records)} answered, ${withCommas(open.records)} still open${money}`,
    ...answered.map(
      (one) =>
        `${one.licenseNumber}, ${nameOf(one.scope)}: ${sumsInWords([one])} refunded by record ${one.refunds.join(", ")}, which answers the claim of record ${one.records.join(", ")}`,
    ),
    ...(otherAccounts > 0 ? [others] : []),
  ];
}

/** What is to be claimed back, and what is to be asked about first. */
function verdictLines(audit: AuditDocument): readonly string[] {
  if (!audit.verdicts) return [];
  const { claims, questions } = audit.verdicts;
  const line = (what: string, { records, amounts }: typeof claims, why: string) =>
    records === 0
      ? []
      : `${what}: ${counted(records, "record")} (${sumsInWords(ownCurrencyFirst(audit, amounts))})${why}`;
  return [line("to claim back", claims, ""), line("to ask about first", questions, "; see --claims-from")].flat();
}

/** This many of the rows that were set aside are named for each account. */
const MOST_SET_ASIDE = 10;

/** Rows that could not be judged, account by account; foreign text. */
export function setAsideLines({ setAside = [] }: AuditDocument): readonly string[] {
  return setAside.flatMap(({ scope, what, count, rows }) => {
    const effect = what === "billing record" ? "the sums are incomplete" : "what they hold is not judged";
    const shown = rows.slice(0, MOST_SET_ASIDE).map((row) => `${scope}: ${setAsideInWords(what, row)}`);
    const more = count > shown.length ? [`${scope}: and ${withCommas(count - shown.length)} more`] : [];
    return [`${scope}: ${counted(count, what)} set aside, so ${effect}`, ...shown, ...more];
  });
}

/** This many types of fees are named. */
const MOST_TYPES = 5;

/** `; taken for fees: 3 of SUBSCRIPTION/MONTH`; foreign text. */
function feesInWords({ feeTypes = [] }: Coverage): string {
  const named = feeTypes
    .slice(0, MOST_TYPES)
    .map((fee) => `${withCommas(fee.records)} of ${fee.recordType || "no type"}`);
  const more = feeTypes.length > MOST_TYPES ? [`${feeTypes.length - MOST_TYPES} other types`] : [];
  return named.length === 0 ? "" : `; taken for fees: ${[...named, ...more].join(", ")}`;
}

/** `1 account, 2 cars, 0 users, 40 records (3 without a plate, 45.00 DKK)`; foreign text. */
export function countsInWords(coverage: Coverage): string {
  const { accounts, cars, users, records, withoutPlate, billedWithoutPlate = [] } = coverage;
  const counts = [counted(accounts, "account"), counted(cars, "car"), counted(users, "user")];
  const money = billedWithoutPlate.length > 0 ? `, ${sumsInWords(billedWithoutPlate)}` : "";
  const without = withoutPlate > 0 ? ` (${withCommas(withoutPlate)} without a plate${money})` : "";
  return `${[...counts, counted(records, "record")].join(", ")}${without}`;
}

/** What was looked at, to be held against the invoice; foreign text. */
function coverageInWords(audit: AuditDocument): string {
  const { coverage } = audit;
  if (!coverage) return "";
  const { billed } = coverage;
  const named = namedInFindings(audit);
  const money = billed.length > 0 ? `, billed ${sumsInWords(billed)}` : "";
  const found = named.length > 0 ? `; findings name records of ${sumsInWords(named)}` : "";
  return `${countsInWords(coverage)}${money}${found}${feesInWords(coverage)}`;
}

/** What the records come to that findings of errors and warnings name: it is not a loss. */
export function namedInFindings(audit: AuditDocument): Coverage["billed"] {
  const sums = audit.coverage?.inFindings.filter(({ amountIncludingVat }) => /[1-9]/.test(amountIncludingVat));
  return ownCurrencyFirst(audit, sums ?? []);
}

/**
 * Findings with the new ones first, where that is known, then the claimed ones, and the most expensive first among each. Amounts of two
 * currencies cannot be compared: the most expensive of each currency come first, then
 * the second of each. Findings without money keep their order behind the others.
 */
export function newAndCostliestFirst(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  const priced = findings.map((finding) => ({ finding, isNew: finding.status === "new", price: priceOf(finding) }));
  const groups = groupBy(priced, ({ isNew, price }) => `${isNew} ${price.currencyCode}`);
  const ranked = [...groups.values()].flatMap((own) =>
    own
      .toSorted((left, right) => right.price.amount - left.price.amount)
      .map(({ finding, isNew, price: { currencyCode } }, at) => {
        const rank = currencyCode === "" ? Number.POSITIVE_INFINITY : at;
        return { finding, isNew, verdict: RANKS.indexOf(finding.verdict), rank, currencyCode };
      }),
  );
  ranked.sort(
    (left, right) =>
      Number(right.isNew) - Number(left.isNew) ||
      left.verdict - right.verdict ||
      left.rank - right.rank ||
      byCodeUnit(left.currencyCode, right.currencyCode),
  );
  return ranked.map(({ finding }) => finding);
}

// Rounded: it decides about an order only.
function priceOf({ evidence }: AuditFinding): { readonly currencyCode: string; readonly amount: number } {
  let costliest: ReturnType<typeof priceOf> | undefined;
  for (const { currencyCode, amountIncludingVat } of evidence.billed?.amounts ?? []) {
    const amount = Number(amountIncludingVat);
    if (!costliest || amount > costliest.amount) costliest = { currencyCode, amount };
  }
  return costliest ?? { currencyCode: "", amount: 0 };
}
