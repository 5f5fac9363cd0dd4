/** Why the interface could not be read; closed, so that every caller decides about each. */
export type InterfaceFailure =
  /** Login or permission refused. */
  | { readonly kind: "auth"; readonly status: number }
  /** Not reached, cut off, or too slow. */
  | { readonly kind: "transport" }
  /** An unexpected status. */
  | { readonly kind: "status"; readonly status: number }
  /** An answer that is not what the interface document says. */
  | { readonly kind: "shape" }
  /** The list kept changing: its pages contradicted each other every time it was read. */
  | { readonly kind: "inconsistent" }
  /** The time of the whole run is over. */
  | { readonly kind: "deadline" }
  /** We stopped it. */
  | { readonly kind: "aborted" };

const PASSING_REFUSALS: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/** A failed read or login. The message is complete: what was asked, what came back, what to do. */
export class InterfaceError extends Error {
  override readonly name = "InterfaceError";
  readonly failure: InterfaceFailure;
  readonly traceId: string | undefined;

  constructor(message: string, failure: InterfaceFailure, traceId?: string) {
    super(message);
    this.failure = failure;
    this.traceId = traceId;
  }

  /** Whether the run as a whole was stopped, and not this reading alone. */
  get endsRun(): boolean {
    return this.failure.kind === "aborted" || this.failure.kind === "deadline";
  }

  /**
   * Whether an answer to a page past the end says that there is none: any client error but those about the login, the
   * permission, the pace or the time.
   */
  get isNoSuchPage(): boolean {
    if (this.failure.kind !== "status" || PASSING_REFUSALS.has(this.failure.status)) return false;
    return this.failure.status >= 400 && this.failure.status < 500;
  }
}
