import { type DesiredState, dayAfter, dayIn, type Scope } from "../../allowlist/index.ts";
import { CurrencySums } from "../../audit/index.ts";
import { exitCodeFor } from "../../exit-code.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import type { Plan } from "../../plan/index.ts";
import { type RunInputs, type RunPorts, reconcile } from "../../reconcile.ts";
import {
  counted,
  type DocumentMeta,
  PLAN_FORMATS,
  planDocument,
  planDocumentText,
  planFormats,
  sealDocument,
  sealPlan,
  visibleLines,
} from "../../render/index.ts";
import { NEVER, systemClock, systemRandom } from "../../runtime/system-clock.ts";
import type { PlanDocument } from "../../schema/index.ts";
import { type ListCosts, readDeleteCosts } from "../../spending/index.ts";
import { planToPublish } from "../../workers/index.ts";
import type { planSpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { planHash } from "../input/approved-plan.ts";
import { loadBase } from "../input/base-revision.ts";
import { fleetFiles } from "../input/fleet-file.ts";
import { type Findings, withMetrics } from "../output/metrics-file.ts";
import { chooseFormat, deliverResult, protectInputs } from "../output/result.ts";
import { writeOutput } from "../output/write-file.ts";
import type { Io } from "../process/io.ts";
import { TOOL } from "../process/process-info.ts";
import { prepareChosen, type RunContext } from "../run/run-context.ts";
import { guardedAfterPlan, refusalMessage, withReader } from "../run/session.ts";
import { publishedPlans } from "./published.ts";

/** What `platectl plan` gets. */
type PlanInput = InputOf<typeof planSpec>;

/** `platectl plan`: reads, shows what apply would do, writes nothing to the server and nothing to the state. */
export function planCommand(options: PlanInput, io: Io): Promise<number> {
  return withMetrics({ command: "plan", path: options.metrics }, io, (findings) => makePlan(options, io, findings));
}

async function makePlan(options: PlanInput, io: Io, findings: Findings): Promise<number> {
  const format = chooseFormat(options, PLAN_FORMATS);
  const context = await prepareChosen(options, io);
  if (options.publish) publishedPlans(options);
  protectInputs({ "--output": options.output, "--plan-file": options.planFile }, context.inputs.desired);
  const inputs = await withBase(context.inputs, options);
  return withReader(context, options, io, async (reader) => {
    const run = await reconcile(inputs, await portsOf(context, reader));
    if (run.kind === "unreadable") throw refusalMessage(run);
    findings.plan = run.plan;
    const meta = { tool: TOOL, createdAt: new Date(systemClock.now()).toISOString() };
    const published = options.publish && (await publishPlan(run.plan, inputs.desired, meta, options, io));
    const { money, planFile } = options;
    // The seal takes the text of the whole document, which of a million cars is large.
    const made = planFile !== undefined || format === "json" ? sealPlan(run.plan, meta) : planDocument(run.plan, meta);
    const document = money === undefined ? made : await withMoney(made, money, inputs.desired, reader);
    const sha256 = planFile === undefined ? published : await deliverPlan(planFile, document, options, io);
    const showing = { ...(options.all && { all: true }), ...(sha256 && { sha256 }) };
    const show = planFormats[format];
    await deliverResult(format, (plates, style) => show(plates.document(document), style, showing), options, io);
    if (options.publish && !published) throw guardedAfterPlan({ kind: "guarded", plan: run.plan });
    return exitCodeFor(run, options.exitCode);
  });
}

async function portsOf({ store, view, origins, older }: RunContext, reader: FleetReader): Promise<RunPorts> {
  const memory = await store.memory(view);
  return { reader, clock: systemClock, random: systemRandom, signal: NEVER, memory: () => memory, origins, older };
}

/** Publishes a plan that no guard stops; gives its hash, which a reviewer approves. */
async function publishPlan(
  plan: Plan,
  desired: DesiredState,
  meta: DocumentMeta,
  options: PlanInput,
  io: Io,
): Promise<string | undefined> {
  const plans = publishedPlans(options);
  if (plan.guards.some(({ tripped }) => tripped)) return undefined;
  const day = dayIn(desired.timeZone, systemClock.now());
  const hash = await plans.publish(planToPublish(plan, desired, day, meta));
  if (!options.quiet) {
    const lists = counted(plan.scopes.length, "list");
    io.message(
      visibleLines(
        `Published the plan ${hash}, ${lists}. Each worker takes lists with: platectl apply --claim ${hash}\n`,
      ),
    );
  }
  return hash;
}

/** Writes the plan document and gives its hash, by which an approval can name it. */
async function deliverPlan(path: string, document: PlanDocument, { quiet }: PlanInput, io: Io): Promise<string> {
  const text = planDocumentText(document);
  await writeOutput(path, text);
  const sha256 = planHash(text);
  if (!quiet) io.message(visibleLines(`Wrote the plan ${path}, SHA-256 ${sha256}\n`));
  return sha256;
}

async function withBase(inputs: RunInputs, { base: reference, file }: PlanInput): Promise<RunInputs> {
  if (reference === undefined) return inputs;
  const { base, warnings } = await loadBase(reference, fleetFiles(file), inputs.desired);
  return { ...inputs, base, warnings: [...warnings, ...inputs.warnings] };
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
  return sealDocument({
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
  });
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
