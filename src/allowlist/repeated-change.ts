/** A change that did not last: `runs` runs in a row, up to the last one that looked at the list, made the same. */
export interface RepeatedChange {
  readonly licenseNumber: string;
  readonly action: "add" | "delete";
  readonly runs: number;
}

/** A change that this many runs in a row made without lasting effect is not made again (reliability E4). */
export const RUNS_TO_QUARANTINE = 3;

/** Why an add or a delete is not made again, or undefined when it may be. `earlier` is what the state knows of the car. */
export function quarantineReason(
  earlier: RepeatedChange | undefined,
  action: RepeatedChange["action"],
): string | undefined {
  if (earlier?.action !== action || earlier.runs < RUNS_TO_QUARANTINE) return undefined;
  return `left alone: the last ${RUNS_TO_QUARANTINE} runs each sent this ${action}, and it does not last`;
}
