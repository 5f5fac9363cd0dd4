import type { CommitTime } from "../../allowlist/index.ts";
import { commitTimeOf } from "../../history/index.ts";
import { environment } from "../process/process-info.ts";

/** When a file was last committed, by the git of this process. */
export function commitTime(real: string): Promise<CommitTime> {
  return commitTimeOf(real, environment());
}
