import type { LiveScope, Scope } from "../allowlist/index.ts";

/** A car in a write: the spelling to send, and its features in global mode. */
export interface CarToWrite {
  readonly licenseNumber: string;
  readonly features: readonly string[];
}

/** What a write does: adds cars to a list, deletes them from it, or takes them from a parking user who holds them. */
export type WriteAction = "add" | "delete" | "detach";

/** Whose cars: those of a scope's list, or those that a parking user of the account holds. */
export interface CarsOf {
  readonly scope: Scope;
  /** Id of the parking user. */
  readonly parkingUser?: string;
}

/**
 * One mutating request (interface 4.5, 4.7–4.9 and the global delete). Adding a car that is there updates its features;
 * a detach takes one car.
 */
export interface WriteRequest extends CarsOf {
  readonly action: WriteAction;
  readonly cars: readonly CarToWrite[];
}

/** One entry of a 207 body (interface 2, Failure entry). */
export interface FailureEntry {
  readonly licenseNumber: string;
  readonly error: string;
}

/** What an error body said (interface 7, RFC 9457); untrusted text, truncated. */
export interface ProblemText {
  readonly title: string;
  readonly detail: string;
  readonly traceId?: string;
}

/** The result of one mutating request, without judgement. */
export type Reply =
  | {
      readonly kind: "response";
      readonly status: number;
      /** The failures of a 200 or 207; `malformed` when such a body was expected and could not be read as one. */
      readonly failures: readonly FailureEntry[] | "malformed";
      readonly problem?: ProblemText;
      /** From `Retry-After`, in milliseconds from now; undefined when absent or unreadable. */
      readonly retryAfter?: number;
      readonly traceId?: string;
    }
  /** Proof that no byte of the request reached the server. `permanent`: trying again cannot help (certificate, refused login). */
  | { readonly kind: "not-sent"; readonly reason: string; readonly permanent: boolean }
  /** Bytes may have reached the server, and no whole reply came back. */
  | { readonly kind: "lost"; readonly reason: string };

/** How a request leaves. */
export interface Leaving {
  /** Called when it has left, where that is known: from then on, the caller's own work does not delay it. */
  readonly onLeft: () => void;
  /** Asked last, after the request has waited for its turn; false lets it go unsent. */
  readonly mayLeave: () => boolean;
}

/** What applying needs from the interface. */
export interface ListWriter {
  /** Sends one request, once (a refused token is renewed and the request sent once more). Never rejects. */
  send(request: WriteRequest, signal: AbortSignal, leaving?: Leaving): Promise<Reply>;
  /** Bytes of the request line and headers that `send` would use. */
  headBytes(request: WriteRequest): number;
}

/** One fresh, consistent reading of a scope's list, or of a parking user's cars. Rejects with an `InterfaceError`. */
export type ReadBack = (cars: CarsOf) => Promise<LiveScope>;
