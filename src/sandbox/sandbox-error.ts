/** A sandbox that cannot start or save for a reason the user can mend; the message says which. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}
