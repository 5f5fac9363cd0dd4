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
import type { Acceptance, AuditNote, FoundCar } from "./rules/finding.ts";

/** Which findings `policy.audit.accept` accepts on a day (YYYY-MM-DD). */
export class Acceptances {
  /** The first entry for each rule, list and plate, and its place in the fleet file. */
  readonly #entries = new Map<string, { readonly entry: AcceptedFinding; readonly at: number }>();
  readonly #used = new Set<AcceptedFinding>();
  readonly #policy: AuditPolicy;
  readonly #plates: PlateRules;
  readonly #day: string;

  constructor(policy: AuditPolicy, plates: PlateRules, day: string) {
    this.#policy = policy;
    this.#plates = plates;
    this.#day = day;
    for (const [at, entry] of policy.accept.entries()) {
      const { rule, account, licenseNumber } = entry;
      const target = this.#targetOf(rule, account === undefined ? undefined : accountScope(account), licenseNumber);
      if (!this.#hasEnded(entry) && !this.#entries.has(target)) this.#entries.set(target, { entry, at });
    }
  }

  /** The entry that accepts a finding, the first one of several; undefined when none does. */
  of(rule: AuditRuleId, { scope, licenseNumber }: Pick<FoundCar, "scope" | "licenseNumber">): Acceptance | undefined {
    if (this.#entries.size === 0) return undefined;
    const plates = licenseNumber === undefined ? [undefined] : [licenseNumber, undefined];
    const found = plates.flatMap((plate) =>
      [scope, undefined].flatMap((list) => this.#entries.get(this.#targetOf(rule, list, plate)) ?? []),
    );
    const entry = found.sort((left, right) => left.at - right.at)[0]?.entry;
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

  #targetOf(rule: AuditRuleId, scope: Scope | undefined, licenseNumber: string | undefined): string {
    if (licenseNumber === undefined) return `${rule} ${scope ?? ""}`;
    const reading = readPlate(licenseNumber, this.#plates);
    return `${rule} ${scope ?? ""} ${reading.kind === "plate" ? reading.plateKey : `as written ${licenseNumber}`}`;
  }
}
