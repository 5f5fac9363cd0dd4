/**
 * Every code of an error in the files that users write. Users filter by codes, so that a published one never changes;
 * docs/errors.md explains each.
 */
export const ERROR_CODES = [
  // Files: found, allowed, of a size that is read
  "no-such-file",
  "nothing-found",
  "file-outside",
  "git-folder",
  "unreadable-file",
  "not-a-file",
  "file-too-large",
  "files-too-large",
  "too-many-names",
  // Text: complete and undamaged
  "not-utf-8",
  "line-break",
  "control-character",
  "bidi-control",
  "conflict-marker",
  "git-lfs-pointer",
  "html",
  // YAML, and the part of it that is accepted
  "empty-file",
  "missing-value",
  "several-lines",
  "duplicate-key",
  "yaml-alias",
  "yaml-anchor",
  "yaml-block-scalar",
  "yaml-directive",
  "yaml-merge-key",
  "yaml-tag",
  "yaml-long-value",
  "yaml-too-long",
  // YAML: what the parser reports, under its own names
  "yaml-bad-dq-escape",
  "yaml-bad-indent",
  "yaml-bad-scalar-start",
  "yaml-block-as-implicit-key",
  "yaml-block-in-flow",
  "yaml-missing-char",
  "yaml-multiple-docs",
  "yaml-non-string-key",
  "yaml-resource-exhaustion",
  "yaml-tab-as-indent",
  "yaml-unexpected-token",
  // Keys and values
  "not-a-fleet-file",
  "not-specified",
  "missing-key",
  "unknown-key",
  "wrong-value",
  "wrong-mode",
  "features-not-accepted",
  "detach-without-accounts",
  "conflicting-setting",
  // Cars and accounts
  "not-a-plate",
  "conflicting-plate",
  "validity-backwards",
  "absent-and-wanted",
  "duplicate-absent",
  "duplicate-account",
  "count-differs",
  // Lists that fleet files refer to
  "list-outside",
  "list-kind",
  "list-twice",
  "list-unavailable",
  "empty-list",
  "list-too-short",
  "list-age-unknown",
  "not-text",
  "unknown-encoding",
  "wrong-encoding",
  "csv-no-column",
  "csv-no-header",
  "csv-columns",
  "unclear-list",
  "csv-quotes",
  "unknown-account",
  "not-a-workbook",
  "workbook-damaged",
  "workbook-too-large",
  "unknown-sheet",
  "too-many-problems",
] as const;

/** Codes of warnings of files that can be accepted (`policy.accept`): they stay as long as the thing that they name. */
export const ACCEPTABLE_IN_FILES = [
  "duplicate-plate",
  "duplicate-spelling",
  "lookalike-letters",
  "unusual-plate",
  "plate-series",
  "foreign-plates",
  "no-line-break-at-end",
  "odd-blanks",
  "lower-case-plates",
  "lost-zeros",
  "unused-dates",
  "unused-status",
  "zero-dates",
  "hidden-rows",
  "unknown-feature",
] as const;

/** Every code of a warning. */
export const WARNING_CODES = [
  // Of a fleet file
  ...ACCEPTABLE_IN_FILES,
  "unclear-row",
  "unknown-scope",
  "acceptance-past",
  "acceptance-unused",
  // Of a run
  "fleet-unreadable",
  "forgotten-account",
  "unmanaged-account",
  "no-memory",
  "base-not-comparable",
  "too-many-problems",
] as const;

/** The same of warnings of live lists. Those that call for a check of each run, such as a list that shrank, cannot be accepted. */
export const ACCEPTABLE_OF_LISTS = [
  "fleet-unreadable",
  "not-a-plate",
  "equal-rows",
  "two-spellings",
  "absent-kept",
] as const;

/** Every code of a warning or note that a plan or an audit gives about live lists, earlier runs and what could be read. */
export const RUN_WARNING_CODES = [
  ...ACCEPTABLE_OF_LISTS,
  // Live lists
  "live-unknown",
  "others-unknown",
  "first-plan",
  "live-shrunk",
  "live-grown",
  // What the plan would do
  "half-move",
  "deletes-blocked",
  "left-out",
  "skip-unused",
  "undone-again",
  "shown-late",
  "edit-without-effect",
  "list-released",
  "acknowledgement-past",
  "acknowledgement-unused",
  "acknowledgement-too-small",
  "money-unknown",
  // List files and the journal
  "list-not-known",
  "list-cars-kept",
  "list-cars-returned",
  // Audits
  "accounts-not-offered",
  "list-not-offered",
  "unmanaged-accounts-skipped",
  "journal-of-another-server",
  "history-missing",
  "commit-days",
  "records-outside-range",
  "acceptance-past",
  "acceptance-unused",
  "earlier-findings-not-seen",
] as const;

/** Every code that can be accepted. */
export const ACCEPTABLE_CODES = [...ACCEPTABLE_IN_FILES, ...ACCEPTABLE_OF_LISTS] as const;

/** One of them. */
export type AcceptableCode = (typeof ACCEPTABLE_CODES)[number];
/** What an error of a file is known by. */
export type ErrorCode = (typeof ERROR_CODES)[number];
/** What a warning of a file, or of reading it, is known by. */
export type WarningCode = (typeof WARNING_CODES)[number];
/** What a message about files, lists or a run is known by. */
export type MessageCode = ErrorCode | WarningCode | (typeof RUN_WARNING_CODES)[number];
