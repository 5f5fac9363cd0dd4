import { type PlateRules, readPlate } from "../values/plate.ts";
import type { Scope } from "../values/scope.ts";
import type { AcceptedBy, Diagnostic, Source } from "./diagnostic.ts";
import type { AcceptableCode } from "./diagnostic-codes.ts";

/** A warning, or a finding of an audit, that somebody has looked at, in the reviewed file (`policy.accept`, `policy.audit.accept`): it does not count, until a day. */
export interface Acceptance<Code extends string = AcceptableCode> {
  /** Of the warning, or the rule of the finding. */
  readonly code: Code;
  /** Only for this car, in any spelling. */
  readonly licenseNumber?: string;
  /** Only for this list. */
  readonly scope?: Scope;
  /** Last day on which it holds, YYYY-MM-DD in the file's time zone. */
  readonly until?: string;
  readonly reason: string;
  readonly source: Source;
}

/** What a warning is about, as far as an acceptance can name it. */
export type AboutWarning = Pick<Diagnostic, "licenseNumber" | "scope"> & { readonly code: string };

/** Finds the acceptance that a warning or finding falls under, and remembers which ones were found. */
export class Acceptances<Code extends string = AcceptableCode> {
  readonly #byTarget = new Map<string, Acceptance<Code>>();
  readonly #codes: ReadonlySet<string>;
  readonly #rules: PlateRules;
  readonly #found = new Set<Acceptance<Code>>();
  readonly #all: readonly Acceptance<Code>[];
  readonly #day: string;

  /** Those whose last day is before `day` are not found. */
  constructor(all: readonly Acceptance<Code>[], rules: PlateRules, day: string) {
    this.#all = all;
    this.#day = day;
    this.#rules = rules;
    this.#codes = new Set(all.map(({ code }) => code));
    // Of two for the same target, the one that holds longer.
    for (const one of all) {
      const target = this.#targetOf(one.code, one.licenseNumber, one.scope);
      const other = this.#byTarget.get(target);
      if (!other || isPast(other, day)) this.#byTarget.set(target, one);
    }
  }

  /** The acceptance of such a warning: one that names the car before one for all cars. */
  find({ code, licenseNumber, scope }: AboutWarning): Acceptance<Code> | undefined {
    if (!this.#codes.has(code)) return undefined;
    const plates = licenseNumber === undefined ? [undefined] : [licenseNumber, undefined];
    const scopes = scope === undefined ? [undefined] : [scope, undefined];
    const found = plates.flatMap((plate) =>
      scopes.flatMap((list) => this.#byTarget.get(this.#targetOf(code, plate, list)) ?? []),
    );
    for (const one of found) this.#found.add(one);
    return found.find((one) => !isPast(one, this.#day));
  }

  /** The warning, marked where it is accepted. */
  mark<Warning extends AboutWarning>(warning: Warning): Warning & { readonly accepted?: AcceptedBy } {
    const accepted = this.acceptedBy(warning);
    return accepted ? { ...warning, accepted } : warning;
  }

  /** Why such a warning is accepted; undefined when it is not. */
  acceptedBy(warning: AboutWarning): AcceptedBy | undefined {
    const found = this.find(warning);
    return found && { reason: found.reason, ...(found.until !== undefined && { until: found.until }) };
  }

  /** Those that no warning fell under, and those that have ended although warnings still fall under them. */
  outdated(isJudged: (one: Acceptance<Code>) => boolean): readonly OutdatedAcceptance<Code>[] {
    return this.#all.filter(isJudged).flatMap((acceptance): OutdatedAcceptance<Code>[] => {
      if (!this.#found.has(acceptance)) return [{ acceptance, why: "unused" }];
      return isPast(acceptance, this.#day) ? [{ acceptance, why: "past" }] : [];
    });
  }

  #targetOf(code: string, licenseNumber: string | undefined, scope: Scope | undefined): string {
    if (licenseNumber === undefined) return `${code} ${scope ?? ""}`;
    const reading = readPlate(licenseNumber, this.#rules);
    return `${code} ${scope ?? ""} ${reading.kind === "plate" ? reading.plateKey : `as written ${licenseNumber}`}`;
  }
}

/** An acceptance that should be removed, or looked at again. */
export interface OutdatedAcceptance<Code extends string = AcceptableCode> {
  readonly acceptance: Acceptance<Code>;
  readonly why: "unused" | "past";
}

/** What to say of it: "The acceptance of `plate-series` for AB1 matches no warning any more." */
export function outdatedText({ acceptance, why }: OutdatedAcceptance): string {
  const { code, licenseNumber, scope, until = "" } = acceptance;
  const car = licenseNumber === undefined ? "" : ` for \`${licenseNumber}\``;
  const list = scope === undefined ? "" : ` on ${scope}`;
  const what = `The acceptance of \`${code}\`${car}${list}`;
  return why === "past"
    ? `${what} ended on ${until}; its warnings are shown again.`
    : `${what} matches no warning (any more).`;
}

function isPast({ until }: Pick<Acceptance, "until">, day: string): boolean {
  return until !== undefined && until < day;
}
