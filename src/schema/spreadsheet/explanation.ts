/** What is wrong and what to do, for a diagnostic; the caller adds the file and the place. */
export interface Explanation {
  /** Stable, kebab-case, as in diagnostics. */
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}
