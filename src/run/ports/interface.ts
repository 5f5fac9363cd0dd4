import type { LiveScope, Scope } from "../../allowlist/index.ts";

/** Which page of a list, and how long; `number` counts from 0 (interface 4, Pagination). */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
}

/** One page as the server gave it. The echo of the request has been checked, the totals have not. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly number: number;
  readonly size: number;
  readonly totalElements: number;
  readonly totalPages: number;
}

/** One row of a car list (interface 2, Global allowlist car; an account's rows carry no features). */
export interface CarRow {
  readonly licenseNumber: string;
  readonly features: readonly string[];
  readonly addedByCustomerCare: boolean;
  /** When it was put on the list, as the server writes it; absent where it does not say. */
  readonly createdDate?: string | undefined;
}

/** One fleet car (interface 4.11). */
export interface FleetCarRow {
  readonly licenseNumber: string;
  readonly createdDate: string;
}

/** What reading live needs from the interface. Every method rejects with an `InterfaceError`. */
export interface ListReader {
  /** One page of a scope's cars; `not-offered` when the server answers 404, 405 or 501 for that list. */
  carPage(scope: Scope, page: PageRequest): Promise<Page<CarRow> | "not-offered">;
  /** Whether a billing account is known to the server; `forbidden` where no call that these credentials may make says so. */
  accountExists(baId: string): Promise<boolean | "forbidden">;
  fleetCars(): Promise<readonly FleetCarRow[]>;
}

/** What finding accounts needs from the interface. */
export interface AccountReader {
  /** The billing accounts that the server names (interface 4.12). Rejects with an `InterfaceError`. */
  billingAccounts(): Promise<readonly { readonly baId: string }[]>;
}

/** A parking user and the cars that they hold (interface 2, ParkingUser). */
export interface UserRow {
  readonly id: string;
  readonly cars: readonly { readonly licenseNumber: string }[];
}

/** What finding the holders of cars needs from the interface. Both fail with an `InterfaceError`. */
export interface UserReader {
  /** Every parking user of an account (interface 4.4). */
  parkingUsers(baId: string): AsyncIterable<{ readonly id: string }>;
  /** A parking user with their cars (interface 4.2). */
  parkingUser(baId: string, puId: string): Promise<UserRow>;
}

/** A car in a write: the spelling to send, and its features in global mode. */
export interface CarToWrite {
  readonly licenseNumber: string;
  readonly features: readonly string[];
}

/** What a write does: adds cars to a list, deletes them from it, or takes them from a parking user who holds them. */
export type WriteAction = "add" | "delete" | "detach";

/** Whose cars: those of a scope's list, or those that a parking user of the account holds. */
export interface CarTarget {
  readonly scope: Scope;
  /** Id of the parking user. */
  readonly parkingUser?: string;
}

/**
 * One mutating request (interface 4.5, 4.7–4.9 and the global delete). Adding a car that is there updates its features;
 * a detach takes one car.
 */
export interface WriteRequest extends CarTarget {
  readonly action: WriteAction;
  readonly cars: readonly CarToWrite[];
}

/** One entry of a 207 body (interface 2, Failure entry). */
export interface FailureEntry {
  readonly licenseNumber: string;
  readonly error: string;
}

/** The content of an error body (interface 7, RFC 9457); untrusted text, truncated. */
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
export interface SendControl {
  /** Called when it has left, where that is known: from then on, the caller's own work does not delay it. */
  readonly onLeft: () => void;
  /** Asked last, after each wait: for its turn, and for the connection. False lets the request go unsent. */
  readonly mayLeave: () => Promise<boolean>;
}

/** What applying needs from the interface. */
export interface ListWriter {
  /** Sends one request, once (a refused token is renewed and the request sent once more). Never rejects. */
  send(request: WriteRequest, signal: AbortSignal, control?: SendControl): Promise<Reply>;
  /** Bytes of the request line and headers that `send` would use. */
  headBytes(request: WriteRequest): number;
}

/** One fresh, consistent reading of a scope's list, or of a parking user's cars. Rejects with an `InterfaceError`. */
export type ReadBack = (cars: CarTarget) => Promise<LiveScope>;

/** Time as the core sees it. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Never runs backwards; milliseconds since an arbitrary start. */
  monotonic(): number;
  /** Resolves after that many milliseconds, or rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /**
   * Lets in what waits between two long calculations: a signal to the process is seen there. Rejects with the signal's reason
   * when that is aborted.
   */
  turn(signal?: AbortSignal): Promise<void>;
}

/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** Why the interface could not be read; closed, so that every caller decides about each. */
export type InterfaceFailure =
  /** Login or permission refused. */
  | { readonly kind: "auth"; readonly status: number }
  /** Not reached, cut off, or too slow. */
  | { readonly kind: "transport" }
  | { readonly kind: "status"; readonly status: number }
  /** An answer that is not what the interface document says. */
  | { readonly kind: "shape" }
  /** The list kept changing: its pages contradicted each other every time it was read. */
  | { readonly kind: "inconsistent" }
  | { readonly kind: "deadline" }
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
