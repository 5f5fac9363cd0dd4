import { createHash } from "node:crypto";
import type { Choice } from "../../allowlist/index.ts";
import { type PlanDocument, planDocumentSchema } from "../../documents/index.ts";
import type { Target } from "../../plan/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { EXIT } from "../../run/exit-code.ts";
import { PLAN_AGE_HOURS, refusalOf } from "../../usecases/approved-plan.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import { TOOL } from "../process/process-info.ts";
import { ownDocument, readDocumentFile } from "./named-file.ts";

/** An approved plan, and the SHA-256 of its file. */
export interface ApprovedPlan {
  readonly document: PlanDocument;
  readonly sha256: string;
}

/** The hash of a plan document's file: what `plan` prints and `--plan-hash` takes. */
export function planHash(file: string | Buffer): string {
  return createHash("sha256").update(file).digest("hex");
}

/**
 * Reads an approved plan, after checking the hash of its file (`--plan-hash`): another one is not parsed. Its choice is sealed.
 * Throws a `CommandFailure`: 3 when it does not exist, or for a choice; 7 when it is not the approved one, or not a plan.
 */
export async function readApprovedPlan(
  path: string,
  { planHash: sha256, only, skip }: Choice & { readonly planHash?: string } = {},
): Promise<ApprovedPlan> {
  if (only || skip)
    throw wrongInput("A PLAN is applied as it was approved: give --only and --skip to plan, which seals them.");
  const refused = (why: string) => wrongInput(`The plan ${path} cannot be read: ${why}`);
  const file = await readDocumentFile(path, refused);
  const actual = planHash(file);
  if (sha256 !== undefined && sha256 !== actual) {
    throw stale(
      path,
      `its SHA-256 is ${actual}, but --plan-hash requires ${sha256}: it is not the file that was approved`,
    );
  }
  return { document: ownDocument(file, planDocumentSchema, "a plan", (why) => stale(path, why)), sha256: actual };
}

/** Refuses an approved plan that a run for this target must not rely on. `name`: its path or hash. Throws a `CommandFailure` (7). */
export function requireReliable(
  name: string,
  document: PlanDocument,
  target: Target,
  maxAgeHours = PLAN_AGE_HOURS,
): void {
  const terms = { maxAgeHours, version: TOOL.version, target, now: systemClock.now() };
  const why = refusalOf(document, terms);
  if (why !== undefined) throw stale(name, why);
}

function stale(name: string, why: string): CommandFailure {
  return new CommandFailure(
    EXIT.stale,
    `The plan ${name} cannot be applied: ${why}. Nothing was sent. Make a new plan and have it approved.`,
  );
}
