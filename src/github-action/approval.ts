import { existsSync } from "node:fs";
import { dayAfter } from "../allowlist/index.ts";
import type { Variables } from "../cli/index.ts";
import type { PlanDocument } from "../documents/index.ts";
import { ACKNOWLEDGED_DAYS, acknowledgementsFor } from "../plan/index.ts";
import type { PlanShowing } from "../render/index.ts";
import { entryText } from "../schema/index.ts";

/** Where the example for approvals is copied to. */
const WORKFLOW = "fleet-acknowledge.yml";

/**
 * The form on GitHub that lets a stopped plan pass, where this repository has it and entries of the fleet file are enough. Reads the
 * working folder.
 */
export function approvalOf(
  { guards, createdAt }: PlanDocument,
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_HEAD_REF: branch }: Variables,
): Pick<PlanShowing, "approval"> {
  const { entries, others } = acknowledgementsFor(guards);
  if (entries.length === 0 || others.length > 0) return {};
  if (!server || !repository || !existsSync(`.github/workflows/${WORKFLOW}`)) return {};
  const path = [...repository.split("/"), "actions", "workflows", WORKFLOW].map(encodeURIComponent).join("/");
  const until = dayAfter(createdAt.slice(0, "2026-01-01".length), ACKNOWLEDGED_DAYS);
  return {
    approval: {
      page: new URL(path, `${server}/`).href,
      ...(branch && { branch }),
      entries: entries.map((entry) => entryText({ ...entry, until, reason: "…" })),
    },
  };
}
