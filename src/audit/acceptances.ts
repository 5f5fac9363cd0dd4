import {
  type AcceptedFinding,
  type AuditPolicy,
  type AuditRuleId,
  accountScope,
  formatSource,
  type PlateRules,
  readPlate,
  type Scope,
} from "../allowlist/index.ts";
import type { Acceptance, AuditNote, FoundCar } from "./finding.ts";

/** Which findings `policy.audit.accept` accepts on a day (YYYY-MM-DD). */
export class Acceptances {
  readonly #entries: ReadonlyMap<AuditRuleId, readonly AcceptedFinding[]>;
  readonly #used = new Set<AcceptedFinding>();
  readonly #policy: AuditPolicy;
  readonly #plates: PlateRules;
  readonly #day: string;

  constructor(policy: AuditPolicy, plates: PlateRules, day: string) {
    const entries = new Map<AuditRuleId, AcceptedFinding[]>();
    for (const entry of policy.accept) entries.set(entry.rule, [...(entries.get(entry.rule) ?? []), entry]);
    this.#entries = entries;
    this.#policy = policy;
    this.#plates = plates;
    this.#day = day;
  }

  /** The entry that accepts a finding; undefined when none does. */
  of(rule: AuditRuleId, { scope, licenseNumber }: Pick<FoundCar, "scope" | "licenseNumber">): Acceptance | undefined {
    const entry = this.#entries
      .get(rule)
      ?.find((one) => !this.#hasEnded(one) && this.#isFor(one, scope, licenseNumber));
    if (!entry) return undefined;
    this.#used.add(entry);
    const { reason, until, source } = entry;
    return { reason, source: formatSource(source), ...(until !== undefined && { until }) };
  }

  /** What is to be said of entries that accepted nothing; nothing of those whose findings could not be looked for. */
  unused(isLookedFor: (rule: AuditRuleId, scope: Scope | undefined) => boolean): readonly AuditNote[] {
    return this.#policy.accept.flatMap((entry): AuditNote[] => {
      const { rule, account, until, source } = entry;
      const place = formatSource(source);
      if (this.#hasEnded(entry)) {
        const message = `this entry of policy.audit.accept for ${rule} ended on ${until}: remove it, or give it a later day`;
        return [{ code: "acceptance-past", message, source: place }];
      }
      const scope = account === undefined ? undefined : accountScope(account);
      if (this.#used.has(entry) || !isLookedFor(rule, scope)) return [];
      const message = `this entry of policy.audit.accept for ${rule} accepts no finding: remove it, or correct it`;
      return [{ code: "acceptance-unused", message, source: place }];
    });
  }

  #hasEnded({ until }: AcceptedFinding): boolean {
    return until !== undefined && until < this.#day;
  }

  #isFor({ account, licenseNumber }: AcceptedFinding, scope: Scope, plate: string | undefined): boolean {
    if (account !== undefined && accountScope(account) !== scope) return false;
    return licenseNumber === undefined || (plate !== undefined && this.#isSame(licenseNumber, plate));
  }

  #isSame(accepted: string, plate: string): boolean {
    const left = readPlate(accepted, this.#plates);
    const right = readPlate(plate, this.#plates);
    return left.kind === "plate" && right.kind === "plate" ? left.plateKey === right.plateKey : accepted === plate;
  }
}
