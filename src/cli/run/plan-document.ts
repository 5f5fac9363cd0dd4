import { createHash, type Hash } from "node:crypto";
import { type DesiredState, dayAfter, dayIn } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../documents/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { FULL_PLATES, planDocumentPieces, planFormats, sealDocument, visibleLines } from "../../render/index.ts";
import { type Amount, CurrencySums } from "../../usecases/audit/index.ts";
import { readCarCosts } from "../../usecases/spending/index.ts";
import type { planSpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { writeOutput } from "../output/write-file.ts";
import type { Io } from "../process/io.ts";

/** What a plan needs to be more than text on a screen, and is loaded with it: seal, file, other formats, costs. */
export async function completePlan(
  bare: PlanDocument,
  { planFile, money, quiet = false }: Pick<InputOf<typeof planSpec>, "planFile" | "money" | "quiet">,
  format: keyof typeof planFormats,
  desired: DesiredState,
  reader: FleetReader,
  io: Io,
) {
  const show = format === "json" ? planDocumentPieces : planFormats[format];
  const priced = money === undefined ? bare : await withMoney(bare, money, desired, reader);
  // The seal takes the text of the whole document, which of a million cars is long: one that is shown whole is sealed on the way.
  const isMasked = format === "json" && io.documentPlates !== FULL_PLATES;
  const document = planFile !== undefined || isMasked ? sealDocument(priced) : priced;
  if (planFile === undefined) return { document, show, sha256: undefined };
  const hash = createHash("sha256");
  await writeOutput(planFile, noted(planDocumentPieces(document), hash));
  const sha256 = hash.digest("hex");
  if (!quiet) io.message(visibleLines(`Wrote the plan ${planFile}, SHA-256 ${sha256}\n`));
  return { document, show, sha256 };
}

function* noted(pieces: Iterable<string>, hash: Hash): Generator<string> {
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** The plan with what its deleted cars cost in the last days; where records cannot be read, a warning says so. */
async function withMoney(
  plan: PlanDocument,
  days: number,
  { timeZone, interface: rules }: DesiredState,
  reader: FleetReader,
): Promise<PlanDocument> {
  const today = dayIn(timeZone, systemClock.now());
  const range = { from: dayAfter(today, 1 - days), to: today };
  const lists: PricedList[] = [];
  for (const list of plan.scopes) lists.push(await withCosts(list, { range, today, timeZone, rules }, reader));
  const scopes = lists.flatMap(({ list: { scope }, amounts, gaps }) =>
    amounts ? [{ scope, amounts, complete: gaps.length === 0 }] : [],
  );
  const warnings = lists.flatMap(({ list: { scope }, amounts, gaps }) =>
    gaps.map((gap) => ({
      code: "money-unknown",
      message: `${scope}: what the deleted cars cost is ${amounts ? "not known in full" : "not known"}: ${gap}`,
      scope,
    })),
  );
  const amounts = new CurrencySums(scopes.flatMap((one) => one.amounts)).list();
  return {
    ...plan,
    scopes: lists.map(({ list }) => list),
    warnings: [...plan.warnings, ...warnings],
    money: { days, ...range, complete: warnings.length === 0, amounts, scopes },
  };
}

interface PricedList {
  readonly list: PlanDocument["scopes"][number];
  /** What its deleted cars cost, as far as that is known. */
  readonly amounts?: readonly Amount[];
  readonly gaps: readonly string[];
}

async function withCosts(
  list: PricedList["list"],
  wish: Parameters<typeof readCarCosts>[1],
  reader: FleetReader,
): Promise<PricedList> {
  if (!list.changes.some(({ action }) => action === "delete")) return { list, gaps: [] };
  const { costOf, gaps } = await readCarCosts(list.scope, wish, reader);
  if (!costOf) return { list, gaps };
  const sums = new CurrencySums();
  const changes = list.changes.map((change) => {
    if (change.action !== "delete") return change;
    const cost = costOf(change.licenseNumber);
    for (const amount of cost) sums.add(amount);
    return cost.length === 0 && gaps.length > 0 ? change : { ...change, cost };
  });
  return { list: { ...list, changes }, amounts: sums.list(), gaps };
}
