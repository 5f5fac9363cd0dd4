/** A parking user with the cars that are linked to it (interface 4.2). */
export interface AuditedUser {
  readonly id: string;
  readonly status: "ACTIVE" | "INACTIVE" | "CLOSED";
  readonly cars: readonly string[];
  /** Empty for a user without one. */
  readonly costCenter?: string;
}
