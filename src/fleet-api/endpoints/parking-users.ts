import { z } from "zod";
import { InterfaceError, type Page, type PageRequest } from "../../run/ports/index.ts";
import type { ClientContext } from "./context.ts";
import { allRows, getPage, judgedRows, onePage, type PagedList, pageOfJudged, type Row } from "./pages.ts";
import { accountPath, endpoint, get, read, segment } from "./read.ts";
import { digitsOf, type Fields, isObject, list, object, pageOf } from "./wire.ts";

const STATUSES = ["ACTIVE", "INACTIVE", "CLOSED"] as const;

const itemOf = (user: Fields) => ({
  id: user.int64("id"),
  firstName: user.optionalText("firstName"),
  lastName: user.optionalText("lastName"),
  phoneNumber: user.optionalText("phoneNumber"),
  email: user.optionalText("email"),
  costCenter: user.optionalText("costCenter"),
  status: user.value(
    "status",
    "ACTIVE, INACTIVE or CLOSED",
    (input) => STATUSES.find((one) => one === input),
    "ACTIVE",
  ),
});

const readItem = object(itemOf);

/** Far more than anybody has. */
const MOST_CARS = 10_000;
const cars = list(
  object((car) => ({ licenseNumber: car.plate("licenseNumber") })),
  MOST_CARS,
);

const readUser = object((user) => ({
  ...itemOf(user),
  cars: user.list("cars", cars),
  address: user.optionalObject("address", (address) => ({
    city: address.optionalText("city"),
    street: address.optionalText("street"),
    postalCode: address.optionalText("postalCode"),
    co: address.optionalText("co"),
  })),
}));

/** A page of parking users. */
export const pageOfUsers = pageOf(readItem);

const pageOfUserRows = pageOfJudged({
  read: readItem,
  idOf: ({ id }) => id,
  pick: (user) => user,
  known: (user) => ({ id: (isObject(user) ? digitsOf(user["id"]) : undefined) ?? "", licensePlate: "" }),
});

/** One row of the users of an account (interface 2); ids are digits. */
export type ParkingUserItem = ReturnType<typeof itemOf>;
/** One user with cars and address (interface 2). */
export type ParkingUser = NonNullable<ReturnType<typeof readUser>>;

/** The parking users of billing accounts. */
export interface ParkingUserReader {
  /** Interface 4.2. */
  parkingUser(baId: string, puId: string): Promise<ParkingUser>;
  /** Interface 4.4, one page. */
  parkingUserPage(baId: string, page: PageRequest): Promise<Page<ParkingUserItem>>;
  /** Interface 4.4, all pages; rejects at the first contradiction, after rows were given perhaps. */
  parkingUsers(baId: string): AsyncIterable<ParkingUserItem>;
  /** The same, with users who cannot be judged told apart from the others instead of a rejection. */
  parkingUserRows(baId: string): AsyncIterable<Row<ParkingUserItem>>;
}

/** Reads parking users. */
export function parkingUserReader(context: ClientContext): ParkingUserReader {
  return {
    async parkingUser(baId, puId) {
      const answered = await get(context, endpoint(context.baseUrl, parkingUserPath(baId, puId)));
      return read(context, answered, { read: readUser, numbers: "exact" });
    },
    parkingUserPage: async (baId, page) => onePage(context, { ...userList(context, baId), page: pageOfUsers }, page),
    parkingUsers: (baId) => allRows(context, { ...userList(context, baId), page: pageOfUsers, ...ROWS }),
    parkingUserRows: (baId) =>
      judgedRows(context, { ...userList(context, baId), page: pageOfUserRows, ...ROWS, repeats: "refuse" }),
  };
}

/** Whether a billing account is known to the server; `forbidden` where no call that these credentials may make says so. */
export async function accountExists(context: ClientContext, baId: string): Promise<boolean | "forbidden"> {
  // The users of an account are the one documented call that every account answers (interface 4.4).
  const list = { base: context.baseUrl, path: parkingUsersPath(baId) };
  const answered = await getPage(context, list, { number: 0, size: 1 }, { also: [403, 404] });
  const { status } = answered.reply;
  return status === 200 || (await isNamed(context, baId)) || (status === 403 ? "forbidden" : false);
}

// A server need not have a list of accounts: where it cannot be read, it says nothing.
async function isNamed(context: ClientContext, baId: string): Promise<boolean> {
  try {
    const { billingReader } = await import("./billing.ts");
    return (await billingReader(context).billingAccounts()).some((account) => account.baId === baId);
  } catch (error) {
    if (!(error instanceof InterfaceError) || error.endsRun) throw error;
    return false;
  }
}

/** The users of an account (interface 4.3, 4.4). */
export function parkingUsersPath(baId: string): string {
  return `${accountPath(baId)}/parking-users`;
}

/** One user (interface 4.2); their cars are below (4.5). */
export function parkingUserPath(baId: string, puId: string): string {
  return `${parkingUsersPath(baId)}/${segment(puId)}`;
}

const ROWS = { idOf: ({ id }: ParkingUserItem) => id };

function userList(context: ClientContext, baId: string): Pick<PagedList<ParkingUserItem>, "base" | "path" | "numbers"> {
  return { base: context.baseUrl, path: parkingUsersPath(baId), numbers: "exact" };
}

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
