import { exitCodeFor } from "../exit-code.ts";
import { type RunInputs, reconcile } from "../reconcile.ts";
import { type Format, planDocumentText, planFormats, sealPlan } from "../render/index.ts";
import { systemClock, systemRandom } from "../system-clock.ts";
import { loadBase } from "./base-revision.ts";
import { deliver } from "./deliver.ts";
import { refusal } from "./explain.ts";
import { listenForInterrupts } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { openReader, prepareChosen, type ReconcileOptions } from "./run-context.ts";
import { TOOL } from "./world.ts";

/** Options of `platectl plan`. */
export interface PlanOptions extends ReconcileOptions {
  readonly out?: string;
  readonly format: Format;
  readonly output?: string;
  readonly exitCode?: boolean;
  readonly all?: boolean;
  /** A git revision to tell causes by. */
  readonly base?: string;
}

/** `platectl plan`: reads, shows what apply would do, writes nothing to the server and nothing to the state. */
export async function planCommand(options: PlanOptions, io: Io): Promise<number> {
  const context = await prepareChosen(options, io);
  const inputs = await withBase(context.inputs, options);
  const interrupts = listenForInterrupts();
  const api = openReader(context, options, io, interrupts.stop);
  try {
    const memory = await context.store.memory(context.view);
    const ports = {
      reader: api,
      clock: systemClock,
      random: systemRandom,
      signal: interrupts.stop,
      memory: () => memory,
    };
    const run = await reconcile(inputs, ports);
    if (run.kind === "unreadable") throw refusal(run);
    const document = sealPlan(run.plan, { tool: TOOL, createdAt: new Date(systemClock.now()).toISOString() });
    if (options.out !== undefined) await deliver(options.out, planDocumentText(document));
    const format = options.json ? "json" : options.format;
    const style = options.output === undefined ? io.resultStyle : { ...io.resultStyle, color: false };
    const text = planFormats[format](document, style, { ...(options.all && { all: true }) });
    if (options.output === undefined) await io.result(text);
    else await deliver(options.output, text);
    return exitCodeFor(run, options.exitCode);
  } finally {
    interrupts.release();
    await api.close();
  }
}

async function withBase(inputs: RunInputs, { base: reference, file }: PlanOptions): Promise<RunInputs> {
  if (reference === undefined) return inputs;
  const { base, warnings } = await loadBase(reference, file, inputs.desired);
  return { ...inputs, base, warnings: [...warnings, ...inputs.warnings] };
}
