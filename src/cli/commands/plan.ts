import { systemClock } from "../../process/system-clock.ts";
import { PLAN_FORMATS, planDocument, planText } from "../../render/index.ts";
import { exitCodeFor } from "../../run/exit-code.ts";
import { makePlan, type RunInputs } from "../../run/make-plan.ts";
import type { planSpec } from "../definitions/reconcile.ts";
import type { InputOf } from "../definitions/spec.ts";
import { fleetFiles, requireEnding } from "../input/fleet-file.ts";
import type { Findings } from "../output/metrics-file.ts";
import { chooseFormat, deliverResult, protectInputs, withMetrics } from "../output/result.ts";
import type { Io } from "../process/io.ts";
import { TOOL } from "../process/process-info.ts";
import { prepareRun } from "../run/run-context.ts";
import { guardedAfterPlan, readPorts, refusalMessage, withReader } from "../run/session.ts";

type PlanInput = InputOf<typeof planSpec>;

/** `platectl plan`: reads, shows what apply would do, writes nothing to the server and nothing to the state. */
export function planCommand(options: PlanInput, io: Io): Promise<number> {
  return withMetrics("plan", options.metrics, io, (findings) => showPlan(options, io, findings));
}

async function showPlan(options: PlanInput, io: Io, findings: Findings): Promise<number> {
  const format = chooseFormat(options, PLAN_FORMATS);
  const context = await prepareRun(options, io);
  const { desired } = context.inputs;
  const publish = options.publish && (await import("./published.ts")).publisher(context, options, io);
  protectInputs({ "--output": options.output, "--plan-file": options.planFile }, desired);
  requireEnding(options.planFile, [".json"], "the plan document, which is JSON");
  const isPlain = format === "text" && options.planFile === undefined && options.money === undefined;
  // Loaded before anything is contacted: a file of the program may be gone later.
  const complete = isPlain ? undefined : (await import("../run/plan-document.ts")).completePlan;
  const inputs = await withBase(context.inputs, options);
  return withReader(context, options, io, async (reader) => {
    const { store, view, origins, older } = context;
    const memory = await store.memory(view);
    const run = await makePlan(inputs, memory, { ...readPorts(reader), origins, older, memory: () => memory });
    if (run.kind === "unreadable") throw refusalMessage(run);
    findings.run = { kind: "planned", plan: run.plan };
    const meta = { tool: TOOL, createdAt: new Date(systemClock.now()).toISOString() };
    const published = publish && (await publish(run.plan, run.inputs.desired, meta));
    const bare = { ...planDocument(run.plan, meta), ...(published && { published }) };
    const { document, show, sha256 } = complete
      ? await complete(bare, options, format, desired, reader, io)
      : { document: bare, show: planText, sha256: undefined };
    const hash = sha256 ?? published;
    const showing = { ...(options.all && { all: true }), ...(hash && { sha256: hash }) };
    await deliverResult(format, (plates, style) => show(plates.document(document), style, showing), options, io);
    if (publish && !published) throw guardedAfterPlan({ kind: "guarded", plan: run.plan });
    return exitCodeFor({ kind: "planned", plan: run.plan }, options.exitCode);
  });
}

async function withBase(inputs: RunInputs, { base: reference, file }: PlanInput): Promise<RunInputs> {
  if (reference === undefined) return inputs;
  const { loadBase } = await import("../input/base-revision.ts");
  const { base, warnings } = await loadBase(reference, fleetFiles(file), inputs.desired);
  return { ...inputs, source: { kind: "own", base }, warnings: [...warnings, ...inputs.warnings] };
}
