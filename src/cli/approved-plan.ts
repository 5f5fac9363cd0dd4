import { readFile } from "node:fs/promises";
import { EXIT } from "../exit-code.ts";
import { isIntact } from "../render/index.ts";
import { type PlanDocument, planDocumentSchema } from "../schema/index.ts";
import { systemClock } from "../system-clock.ts";
import { CommandFailure } from "./failure.ts";
import { TOOL } from "./world.ts";

/** How old an approved plan may be unless `--max-plan-age` says otherwise, hours. */
export const DEFAULT_PLAN_AGE_HOURS = 72;

const HOUR_MS = 3_600_000;

/**
 * Reads an approved plan and refuses what no run may rely on.
 * @throws CommandFailure: 3 when there is no such file, 7 when it is no plan, altered, of another version or too old.
 */
export async function readApprovedPlan(path: string, maxAgeHours: number): Promise<PlanDocument> {
  const document = parsePlan(path, await readText(path));
  if (!isIntact(document)) throw stale(path, "it was altered after it was made");
  if (document.tool.version !== TOOL.version) {
    throw stale(path, `it was made by platectl ${document.tool.version}, and this is ${TOOL.version}`);
  }
  const age = systemClock.now() - Date.parse(document.createdAt);
  if (age > maxAgeHours * HOUR_MS)
    throw stale(path, `it is ${Math.floor(age / HOUR_MS)} hours old, and plans expire after ${maxAgeHours}`);
  return document;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandFailure(
      EXIT.input,
      `The plan ${path} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function parsePlan(path: string, text: string): PlanDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw stale(path, "it is no JSON document, or was cut short");
  }
  const reading = planDocumentSchema.safeParse(value);
  if (reading.success) return reading.data;
  const [issue] = reading.error.issues;
  throw stale(
    path,
    `it is no plan of this version (${issue ? `${issue.path.join(".") || "document"}: ${issue.message}` : "unknown shape"})`,
  );
}

function stale(path: string, why: string): CommandFailure {
  return new CommandFailure(
    EXIT.stale,
    `The plan ${path} cannot be applied: ${why}. Nothing was sent. Make a new plan and have it approved.`,
  );
}
