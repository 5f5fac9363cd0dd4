import { type DesiredState, dayIn } from "../../allowlist/index.ts";
import { SendGate } from "../../apply/index.ts";
import type { Plan } from "../../plan/index.ts";
import { systemClock, systemRandom } from "../../process/system-clock.ts";
import { processWorld } from "../../process/this-process.ts";
import { counted, type DocumentMeta, REPORT_FORMATS, terminalText, visibleLines } from "../../render/index.ts";
import { MOST_AT_ONCE } from "../../run/collections.ts";
import { EXIT, exitCodeFor, exitCodeOfParts } from "../../run/exit-code.ts";
import { type PlanEnd, type PlanStore, StateError } from "../../state/index.ts";
import {
  mostBytes,
  openPublished,
  PLAN_ENDED,
  type PublishedPlan,
  planToPublish,
  reportOf,
  shareLimiter,
  type WorkDone,
  wholeReport,
  workOn,
} from "../../usecases/workers/index.ts";
import type { applySpec, reportSpec } from "../definitions/reconcile.ts";
import type { StateInput } from "../definitions/shared.ts";
import type { InputOf } from "../definitions/spec.ts";
import { optionName } from "../definitions/spec.ts";
import { requireReliable } from "../input/approved-plan.ts";
import { printReport } from "../output/deliver-report.ts";
import { chooseFormat, protectInputs } from "../output/result.ts";
import { describeFailure } from "../process/describe-failure.ts";
import { CommandFailure } from "../process/failure.ts";
import type { Io } from "../process/io.ts";
import { limitWork, settleMs } from "../process/limits.ts";
import { startedBy } from "../process/process-info.ts";
import { stateStore } from "../run/locked-state.ts";
import type { RunContext } from "../run/run-context.ts";
import { connectionFor, openApi, refusalReasons, type Server, targetAt } from "../run/session.ts";

/** `platectl report HASH`: what all workers have done of a published plan. Gives the exit code that one run would have had. */
export async function reportCommand(options: InputOf<typeof reportSpec>, io: Io): Promise<number> {
  const format = chooseFormat(options, REPORT_FORMATS);
  protectInputs({ "--output": options.output });
  const { plans, plan } = await openPlan(options.hash, options);
  const report = wholeReport(plan, await plans.outcomes(plan.hash, mostBytes(plan)));
  await printReport(report, format, options, io);
  return report.exitCode;
}

/** A published plan, and where it is. */
interface OpenPlan {
  readonly plans: PlanStore;
  readonly plan: PublishedPlan;
}

/** Opens a published plan. Throws a `CommandFailure`: 3 when the state has none of that hash, 7 when it was altered. */
async function openPlan(hash: string, input: StateInput): Promise<OpenPlan> {
  const plans = publishedPlans(input);
  const stored = await plans.read(hash);
  if (stored === undefined)
    throw new CommandFailure(
      EXIT.input,
      `The state has no plan with the hash ${hash}. Plans are removed 30 days after \`plan --publish\`. Nothing was sent.`,
    );
  const plan = openPublished(hash, stored);
  if (plan) return { plans, plan };
  throw new CommandFailure(
    EXIT.stale,
    `The plan ${hash} was altered after it was published, or another version of platectl made it. Nothing was sent. Publish a new plan and have it approved.`,
  );
}

/** Where plans are published. @throws CommandFailure (3) when the state is kept where no list has a lock of its own. */
function publishedPlans(input: StateInput): PlanStore {
  const { plans, name } = stateStore(input);
  if (plans) return plans;
  throw new CommandFailure(
    EXIT.input,
    `Plans are published in a state in PostgreSQL (--state postgres://HOST/DATABASE), and the state is ${name}. Without one, a single process applies: \`platectl apply\`. Nothing was sent.`,
  );
}

/** What publishes a plan that no guard stops, and gives its hash. Throws a `CommandFailure` (3) as `publishedPlans`. */
export function publisher(
  { connection: { partnerUrl } }: RunContext,
  options: StateInput,
  io: Io,
): (plan: Plan, desired: DesiredState, meta: DocumentMeta) => Promise<string | undefined> {
  const plans = publishedPlans(options);
  return async (plan, desired, meta) => {
    if (plan.guards.some(({ tripped }) => tripped)) return undefined;
    const day = dayIn(desired.timeZone, systemClock.now());
    const hash = await plans.publish(planToPublish(plan, desired, { day, partnerUrl, meta }));
    const lists = counted(plan.scopes.length, "list");
    const message = `Published the plan ${hash}, ${lists}. Each worker takes lists with: platectl apply --claim ${hash}\n`;
    io.message(visibleLines(message));
    return hash;
  };
}

type ClaimInput = Omit<InputOf<typeof applySpec>, "claim">;

/** What a published plan has decided already, or what `platectl report` does. */
const DECIDED = [
  ...(["file", "account", "only", "skip", "reassert", "planHash", "report"] as const),
  ...(["allowDeletes", "allowAdds", "allowUpdates", "allowShrink", "allowAge"] as const),
];

/** `platectl apply --claim HASH`: a worker, which takes lists of a published plan until none is left. */
export async function applyClaimed(hash: string, options: ClaimInput, io: Io): Promise<number> {
  refuseDecided(options);
  const format = chooseFormat(options, REPORT_FORMATS);
  const connection = connectionFor(options, io);
  const { plans, plan } = await openPlan(hash, options);
  const target = targetAt({ connection }, plan.document.mode);
  requireReliable(hash, plan.document, target, options.maxPlanAge);
  const { done, interrupted } = await work({ plans, plan }, connection, options, io);
  const report = reportOf(plan, done.lists);
  const failed: number[] = done.unreadable.map((run) => exitCodeFor(run));
  if (done.ended || done.altered.length > 0) failed.push(EXIT.stale);
  failed.push(...done.failures.map((failure) => describeFailure(failure).exitCode));
  const exitCode = interrupted ?? exitCodeOfParts([report.exitCode, ...failed], report.counts);
  for (const text of problemsOf(done, exitCode)) io.message(visibleLines(`${text}\n`));
  await printReport({ ...report, exitCode }, format, { all: options.all }, io);
  return exitCode;
}

type Connection = Server["connection"];

async function work(
  { plans, plan }: OpenPlan,
  connection: Connection,
  options: ClaimInput,
  io: Io,
): Promise<{ readonly done: WorkDone; readonly interrupted: number | undefined }> {
  const most = connection.concurrency ?? MOST_AT_ONCE;
  const limits = limitWork(options.deadline);
  const { stop, cancel, at: deadline } = limits;
  const gate = new SendGate(systemClock, stop, deadline);
  const onEnded = (why: PlanEnd) => gate.end(`the plan was ended: ${PLAN_ENDED[why]}`);
  const { hash, document } = plan;
  const sharing = { hash, target: document.target.fingerprint, mostAtOnce: most, onEnded };
  const { limiter, end } = shareLimiter(plans, sharing, processWorld());
  const api = openApi({ connection: { ...connection, limiter }, settings: plan.common.interface }, options, io, {
    signal: limits.cancel,
  });
  let fleet: ReturnType<typeof api.reader.fleetCars> | undefined;
  const applying = { stop, cancel, deadline, gate, settleMs: settleMs(options) };
  try {
    const done = await workOn(plan, most, {
      plans,
      reader: { ...api.reader, fleetCars: () => (fleet ??= api.reader.fleetCars()) },
      writer: api.writer,
      clock: systemClock,
      random: systemRandom,
      signal: stop,
      options: { ...applying, onProgress: () => undefined },
      confirm: async () => true,
      by: startedBy(),
    });
    return { done, interrupted: limits.exitCode() };
  } finally {
    end();
    limits.release();
    await api.close();
  }
}

function refuseDecided(options: ClaimInput): void {
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const given = DECIDED.filter((key) => isGiven(options[key])).map((key) => optionName(key));
  if (isGiven(options.plan)) given.unshift("a plan");
  if (given.length === 0) return;
  throw new CommandFailure(
    EXIT.input,
    `--claim takes lists of a published plan, which says what is done: leave ${given.join(", ")} out, or give it to \`plan --publish\`. Nothing was contacted.`,
  );
}

function problemsOf({ unreadable, altered, failures, ended }: WorkDone, exitCode: number): readonly string[] {
  const after = exitCode === EXIT.input ? "Nothing was sent." : "No list was taken after that.";
  return [
    ...(ended
      ? [
          `The plan was ended: ${PLAN_ENDED[ended]}. Nothing more of it is sent. See \`platectl report\`, then publish a new plan and have it approved.`,
        ]
      : []),
    ...failures.slice(0, 1).map((failure) => `${messageOfState(failure)}\n${after}`),
    ...new Set(
      unreadable.map((run) => [...refusalReasons(run), "No list that could not be read was changed."].join("\n")),
    ),
    ...altered.map(
      (scope) => `${scope}: its part of the plan was altered after it was published. Nothing of it was sent.`,
    ),
  ];
}

function messageOfState(failure: unknown): string {
  if (failure instanceof StateError) return terminalText(failure.message);
  throw failure;
}
