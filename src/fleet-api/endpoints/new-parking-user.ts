import { z } from "zod";

// The server would keep them, and no form of its own could have sent them.
const text = z.string("is missing").regex(/^\P{Cc}*$/u, "must not hold control characters or line breaks");
const filled = text.min(1, "must not be empty");

const newParkingUserShape = z.strictObject({
  firstName: filled,
  lastName: filled,
  email: z.email({ error: ({ input }) => (input === undefined ? "is missing" : "is not an e-mail address") }),
  phoneNumber: z.string("is missing").regex(/^\+\d{7,15}$/, "must be + and 7 to 15 digits"),
  costCenter: text.optional(),
  city: text.optional(),
  street: text.optional(),
  postalCode: text.optional(),
  co: text.optional(),
});

/** A user to be created (interface 4.3), as `parseNewParkingUser` gives it. */
export type NewParkingUser = Readonly<z.output<typeof newParkingUserShape>>;

/** A user that the interface's constraints allow, or every field that they do not. */
export type NewParkingUserReading =
  | { readonly kind: "user"; readonly user: NewParkingUser }
  | { readonly kind: "problems"; readonly problems: readonly string[] };

/** Checks a user against the constraints of interface 4.3, all problems at once. */
export function parseNewParkingUser(input: unknown): NewParkingUserReading {
  const parsed = newParkingUserShape.safeParse(input);
  if (parsed.success) return { kind: "user", user: parsed.data };
  return {
    kind: "problems",
    problems: parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`.trim()),
  };
}
