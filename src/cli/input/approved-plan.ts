import { createHash } from "node:crypto";
import type { Choice } from "../../allowlist/index.ts";
import { type PlanDocument, planDocumentSchema } from "../../documents/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { isIntact, NO_DIGEST } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import { TOOL } from "../process/process-info.ts";
import { ownDocument, readDocumentFile } from "./named-file.ts";

/** Default of `--max-plan-age`, hours. */
export const DEFAULT_PLAN_AGE_HOURS = 72;

const HOUR_MS = 3_600_000;

/** Clocks of two machines may differ by so much. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** An approved plan, and the SHA-256 of its file. */
export interface ApprovedPlan {
  readonly document: PlanDocument;
  readonly sha256: string;
}

/** What a run requires of an approved plan. */
export interface PlanTerms {
  readonly maxAgeHours: number;
  /** The hash of the file that was approved (`--plan-hash`). */
  readonly sha256?: string | undefined;
}

/** The hash of a plan document's file: what `plan` prints and `--plan-hash` takes. */
export function planHash(file: string | Buffer): string {
  return createHash("sha256").update(file).digest("hex");
}

/**
 * Reads an approved plan and refuses one that a run must not rely on. The hash is checked first: a file that was not
 * approved is not parsed.
 * @throws CommandFailure: 3 when the file does not exist; 7 when it is not the approved one, not a plan, altered, of another
 * version, too old or dated in the future.
 */
export async function readApprovedPlan(path: string, { maxAgeHours, sha256 }: PlanTerms): Promise<ApprovedPlan> {
  const refused = (why: string) => new CommandFailure(EXIT.input, `The plan ${path} cannot be read: ${why}`);
  const file = await readDocumentFile(path, refused);
  const actual = planHash(file);
  if (sha256 !== undefined && sha256 !== actual) {
    throw stale(
      path,
      `its SHA-256 is ${actual}, but --plan-hash requires ${sha256}: it is not the file that was approved`,
    );
  }
  const document = ownDocument(file, planDocumentSchema, "a plan", (why) => stale(path, why));
  if (document.integrity === NO_DIGEST) throw stale(path, "its plates are masked; use the file written by --plan-file");
  if (!isIntact(document)) throw stale(path, "it was altered after it was made");
  if (document.tool.version !== TOOL.version) {
    throw stale(path, `it was made by platectl ${document.tool.version}, but this is ${TOOL.version}`);
  }
  const age = systemClock.now() - Date.parse(document.createdAt);
  if (age > maxAgeHours * HOUR_MS)
    throw stale(path, `it is ${Math.floor(age / HOUR_MS)} hours old; plans expire after ${maxAgeHours}`);
  if (age < -CLOCK_DIFFERENCE_MS) {
    throw stale(path, `it is dated ${document.createdAt}, which is in the future: check the clocks of both machines`);
  }
  return { document, sha256: actual };
}

function stale(path: string, why: string): CommandFailure {
  return new CommandFailure(
    EXIT.stale,
    `The plan ${path} cannot be applied: ${why}. Nothing was sent. Make a new plan and have it approved.`,
  );
}

/** Refuses to choose among the changes of an approved plan: its choice is sealed. Throws a `CommandFailure` (3). */
export function refuseChoice({ only, skip }: Choice): void {
  if (!only && !skip) return;
  throw wrongInput("A PLAN is applied as it was approved: give --only and --skip to plan, which seals them.");
}
