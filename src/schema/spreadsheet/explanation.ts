import type { ErrorCode } from "../../allowlist/index.ts";

/** What is wrong and what to do, for a diagnostic; the caller adds the file and the place. */
export interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string;
}
