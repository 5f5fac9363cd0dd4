import { type DesiredState, dayAfter, dayIn, type Scope } from "../../allowlist/index.ts";
import { CurrencySums } from "../../audit/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import { planDocumentText, planFormats, sealDocument, visibleLines } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import type { PlanDocument } from "../../schema/index.ts";
import { type ListCosts, readDeleteCosts } from "../../spending/index.ts";
import { planHash } from "../input/approved-plan.ts";
import { writeOutput } from "../output/write-file.ts";
import type { Io } from "../process/io.ts";

/** How a plan is shown, and what its document holds beside the plan. */
interface DocumentWish {
  readonly format: keyof typeof planFormats;
  /** Where the document is written to (`--plan-file`). */
  readonly planFile?: string;
  /** Days (`--money`). */
  readonly money?: number;
  readonly quiet?: boolean;
}

/** A plan to be shown, and the SHA-256 of its file, by which an approval can name it, where there is one. */
export interface ShownPlan {
  readonly document: PlanDocument;
  readonly show: (typeof planFormats)[keyof typeof planFormats];
  readonly sha256?: string;
}

/**
 * What a plan needs to be more than text on a screen, which is loaded with it: its seal, its file, other formats, the costs of
 * deleted cars.
 */
export async function completePlan(
  bare: PlanDocument,
  { format, planFile, money, quiet = false }: DocumentWish,
  desired: DesiredState,
  reader: FleetReader,
  io: Io,
): Promise<ShownPlan> {
  const show = planFormats[format];
  const priced = money === undefined ? bare : await withMoney(bare, money, desired, reader);
  // The seal takes the text of the whole document, which of a million cars is large.
  const document = planFile !== undefined || format === "json" ? sealDocument(priced) : priced;
  if (planFile === undefined) return { document, show };
  const text = planDocumentText(document);
  await writeOutput(planFile, text);
  const sha256 = planHash(text);
  if (!quiet) io.message(visibleLines(`Wrote the plan ${planFile}, SHA-256 ${sha256}\n`));
  return { document, show, sha256 };
}

/**
 * The plan with what its deleted cars cost in the last days, today included. The plan itself stays as it is: where records cannot be
 * read, a warning says so.
 */
async function withMoney(
  plan: PlanDocument,
  days: number,
  { timeZone, interface: rules }: DesiredState,
  reader: FleetReader,
): Promise<PlanDocument> {
  const today = dayIn(timeZone, systemClock.now());
  const range = { from: dayAfter(today, 1 - days), to: today };
  const lists = plan.scopes.map(({ scope, changes }) => ({
    scope,
    cars: changes.filter(({ action }) => action === "delete").map(({ licenseNumber }) => licenseNumber),
  }));
  const costs = await readDeleteCosts(lists, { range, today, timeZone, rules }, reader);
  const byScope = new Map<Scope, ListCosts>(costs.map((one) => [one.scope, one]));
  const scopes = costs.flatMap(({ scope, cars, amounts, gaps }) =>
    cars.size === 0 ? [] : [{ scope, amounts: [...amounts], complete: gaps.length === 0 }],
  );
  const warnings = costs.flatMap(({ scope, cars, gaps }) =>
    gaps.map((gap) => ({
      code: "money-unknown",
      message: `${scope}: what the deleted cars cost is ${cars.size === 0 ? "not known" : "not known in full"}: ${gap}`,
      scope,
    })),
  );
  return {
    ...plan,
    scopes: plan.scopes.map((one) => withCosts(one, byScope.get(one.scope))),
    warnings: [...plan.warnings, ...warnings],
    money: {
      days,
      ...range,
      complete: warnings.length === 0,
      amounts: [...new CurrencySums(scopes.flatMap(({ amounts }) => amounts)).list()],
      scopes,
    },
  };
}

function withCosts(
  scope: PlanDocument["scopes"][number],
  costs: ListCosts | undefined,
): PlanDocument["scopes"][number] {
  if (!costs || costs.cars.size === 0) return scope;
  return {
    ...scope,
    changes: scope.changes.map((change) => {
      const cost = change.action === "delete" ? costs.cars.get(change.licenseNumber) : undefined;
      return cost === undefined || (cost.length === 0 && costs.gaps.length > 0)
        ? change
        : { ...change, cost: [...cost] };
    }),
  };
}
