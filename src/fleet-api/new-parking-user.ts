import { z } from "zod";

const filled = z.string().min(1, "must not be empty");

const newParkingUserShape = z.strictObject({
  firstName: filled,
  lastName: filled,
  email: z.email("is no e-mail address"),
  phoneNumber: z.string().regex(/^\+\d{7,15}$/, "must be + and 7 to 15 digits"),
  costCenter: z.string().optional(),
  city: z.string().optional(),
  street: z.string().optional(),
  postalCode: z.string().optional(),
  co: z.string().optional(),
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
