import type { AuditDocument } from "../../src/documents/index.ts";
import { AUDIT_RULE_TABLE } from "../../src/schema/audit-rules/index.ts";
import { claimedBy, type Expected, expectedBy, type Sources } from "./kind.ts";
import { areEqual, type Sums, sumOf, sumsIn } from "./money.ts";
import type { PlantedTown } from "./plant.ts";
import type { Town, TownRecord } from "./town.ts";

type Finding = AuditDocument["findings"][number];

/** How one kind came out. */
export interface Verdict {
  readonly name: string;
  /** Expected findings that are not there, or with other sums. */
  readonly missing: readonly string[];
  /** Findings of these cars that nobody planted. */
  readonly unexpected: readonly string[];
}

/** What an audit made of a town. */
export interface Judgement {
  readonly verdicts: readonly Verdict[];
  /** Findings that belong to no kind. */
  readonly elsewhere: readonly string[];
  /** What is wrong with the coverage. */
  readonly coverage: readonly string[];
}

/** Holds an audit against what was planted, and what these sources say of it. */
export function judge({ town, planted }: PlantedTown, audit: AuditDocument, sources: Sources): Judgement {
  const findings = new Map<string, Finding[]>();
  for (const finding of audit.findings) {
    const key = keyOf(finding.rule, finding.scope, finding.licenseNumber ?? aboutOf(finding));
    findings.set(key, [...(findings.get(key) ?? []), finding]);
  }
  const all = planted.map(({ kind, expected }) => expectedBy(sources, kind, expected));
  const verdicts = planted.map(({ kind }, at) => {
    const missing: string[] = [];
    for (const one of all[at] ?? []) {
      const key = keyOf(one.rule, one.scope, one.about ?? "");
      const [finding, ...others] = findings.get(key) ?? [];
      const why = finding ? differenceOf(one, finding) : "not found";
      if (why !== undefined) missing.push(`${key}: ${why}`);
      if (finding) findings.set(key, others);
    }
    return { name: kind.name, missing };
  });
  const rest = [...findings.values()].flat();
  const isOf = ({ licenseNumber = "" }: Finding, plates: ReadonlySet<string>) => plates.has(licenseNumber.slice(-6));
  const wordsOf = ({ rule, scope, licenseNumber = "", message }: Finding) =>
    `${rule} ${scope} ${licenseNumber}: ${message}`;
  return {
    verdicts: verdicts.map((verdict, at) => {
      const plates = planted[at]?.plates ?? new Set();
      return { ...verdict, unexpected: rest.filter((one) => isOf(one, plates)).map(wordsOf) };
    }),
    elsewhere: rest.filter((one) => !planted.some(({ plates }) => isOf(one, plates))).map(wordsOf),
    coverage: coverageFlaws(town, all.flat(), audit),
  };
}

/**
 * What is claimed, or asked, otherwise than these sources allow: by kind, ids of records that are not, and that are and should not
 * be. `claims`: by readings of the lists; `all`: with what may be asked first; `asked`: how many questions the audit counts.
 */
export function claimFlaws(
  { planted }: PlantedTown,
  {
    claims,
    all,
    asked,
  }: { readonly claims: readonly string[]; readonly all: readonly string[]; readonly asked: number },
  sources: Sources,
): readonly string[] {
  const kinds = planted.map(({ kind, expected }) => ({ kind, ...claimedBy(sources, kind, expected) }));
  const known = new Set(claims);
  const flawsOf = (found: readonly string[], what: "claims" | "questions") => {
    const left = new Set(found);
    const missing = kinds
      .filter(({ kind }) => what === "claims" || !kind.never)
      .flatMap(({ kind, [what]: ids }) =>
        ids.flatMap((id) => (left.delete(String(id)) ? [] : `${kind.name}: ${id} is not of the ${what}`)),
      );
    return [...missing, ...[...left].map((id) => `${id} is of the ${what}, and should not be`)];
  };
  const questions = kinds.reduce((sum, one) => sum + one.questions.length, 0);
  return [
    ...flawsOf(claims, "claims"),
    ...flawsOf(
      all.filter((id) => !known.has(id)),
      "questions",
    ),
    ...(asked === questions ? [] : [`${asked} are asked about, not ${questions}`]),
  ];
}

// 30 September in Copenhagen.
function isOfDayBefore({ start }: TownRecord): boolean {
  return start >= "2024-09-29T22:00:00Z" && start < "2024-09-30T22:00:00Z";
}

function coverageFlaws(town: Town, expectedOnes: readonly Expected[], { coverage }: AuditDocument): string[] {
  const records = town.accounts.flatMap((account) => account.records.filter((one) => !isOfDayBefore(one)));
  const count = (of: (account: (typeof town.accounts)[number]) => number) =>
    town.accounts.reduce((sum, account) => sum + of(account), 0);
  const isCounted = ({ rule }: Expected) => ["error", "warning"].includes(AUDIT_RULE_TABLE[rule].severity);
  const own = new Set(records);
  const inFindings = new Set<TownRecord>(expectedOnes.filter(isCounted).flatMap(({ records: some = [] }) => some));
  const expected = {
    accounts: town.accounts.length,
    cars: town.lists.reduce((sum, { wanted }) => sum + wanted.length, 0),
    users: count(({ users }) => users.length),
    records: records.length,
    withoutPlate: records.filter(({ plate = "" }) => plate.trim() === "").length,
  };
  const sums: readonly (readonly [string, Sums, Sums])[] = [
    ["billed", sumOf(records), sumsIn(coverage?.billed ?? [])],
    [
      "billedWithoutPlate",
      sumOf(records.filter(({ plate = "" }) => plate.trim() === "")),
      sumsIn(coverage?.billedWithoutPlate ?? []),
    ],
    ["inFindings", sumOf([...inFindings].filter((one) => own.has(one))), sumsIn(coverage?.inFindings ?? [])],
  ];
  return [
    ...(["accounts", "cars", "users", "records", "withoutPlate"] as const)
      .filter((name) => expected[name] !== coverage?.[name])
      .map((name) => `${name}: ${coverage?.[name]}, not ${expected[name]}`),
    ...sums
      .filter(([, right, said]) => !areEqual(right, said))
      .map(([name, right, said]) => `${name}: ${sumText(said)}, not ${sumText(right)}`),
  ];
}

function differenceOf({ records }: Expected, { evidence: { billed } }: Finding): string | undefined {
  if (!records) return billed ? "names amounts" : undefined;
  if (!billed) return "names no amounts";
  const right = sumOf(records);
  const said = sumsIn(billed.amounts);
  if (!areEqual(right, said)) return `${sumText(said)}, not ${sumText(right)}`;
  return billed.records === records.length ? undefined : `${billed.records} records, not ${records.length}`;
}

// A user without a car is named by an id; an account by nothing.
function aboutOf({ rule, evidence }: Finding): string {
  return rule === "user-without-cost-center" ? (evidence.user?.id ?? "") : "";
}

function keyOf(rule: string, scope: string, about: string): string {
  return `${rule} ${scope} ${about}`;
}

function sumText(sums: Sums): string {
  return [...sums].map(([code, units]) => `${units}e-12 ${code}`).join(" + ") || "nothing";
}
