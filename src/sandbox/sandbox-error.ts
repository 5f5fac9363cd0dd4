/** A sandbox that cannot start or save for a reason that the user can fix; the message says which. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}
