import { z } from "zod";
import type { Page, PageRequest } from "../../ports/index.ts";
import type { ClientContext } from "../client-context.ts";
import { allRows, getPage, type IdentifiedList, onePage } from "./pages.ts";
import { accountPath, endpoint, segment } from "./paths.ts";
import { get, read } from "./read.ts";
import { expected, int64, list, object, optionalObject, optionalText, pageShape, plateText, text } from "./wire.ts";

// Far above any real list, and small enough that what is kept of the rows fits into the memory of a usual machine.
const MOST_USERS = 2_000_000;

const status = z.enum(["ACTIVE", "INACTIVE", "CLOSED"], expected("ACTIVE, INACTIVE or CLOSED"));

const parkingUserItemShape = object({
  id: int64,
  firstName: text,
  lastName: text,
  phoneNumber: text,
  email: text,
  costCenter: text,
  status,
});

const parkingUserShape = object({
  ...parkingUserItemShape.shape,
  cars: list(object({ licenseNumber: plateText })),
  address: optionalObject({ city: optionalText, street: optionalText, postalCode: optionalText, co: optionalText }),
});

/** A page of parking users. */
export const pageOfUsers = pageShape(parkingUserItemShape);

/** One row of the users of an account (interface 2); ids are digits. */
export type ParkingUserItem = z.output<typeof parkingUserItemShape>;
/** One user with cars and address (interface 2). */
export type ParkingUser = z.output<typeof parkingUserShape>;

/** The parking users of billing accounts. */
export interface ParkingUserReader {
  /** Interface 4.2. */
  parkingUser(baId: string, puId: string): Promise<ParkingUser>;
  /** Interface 4.4, one page. */
  parkingUserPage(baId: string, page: PageRequest): Promise<Page<ParkingUserItem>>;
  /** Interface 4.4, all pages; rejects at the first contradiction, after rows were given perhaps. */
  parkingUsers(baId: string): AsyncIterable<ParkingUserItem>;
}

/** Reads parking users. */
export function parkingUserReader(context: ClientContext): ParkingUserReader {
  return {
    async parkingUser(baId, puId) {
      const answered = await get(context, endpoint(context.baseUrl, parkingUserPath(baId, puId)));
      return read(context, answered, { shape: parkingUserShape, numbers: "exact" });
    },
    parkingUserPage: async (baId, page) => onePage(context, userList(context, baId), page),
    parkingUsers: (baId) => allRows(context, userList(context, baId)),
  };
}

/** Whether a billing account is known to the server and open to these credentials. */
export async function accountExists(context: ClientContext, baId: string): Promise<boolean> {
  // The users of an account are the one documented call that every account answers (interface 4.4).
  const list = { base: context.baseUrl, path: parkingUsersPath(baId) };
  const answered = await getPage(context, list, { number: 0, size: 1 }, { also: [403, 404] });
  return answered.reply.status === 200;
}

/** The users of an account (interface 4.3, 4.4). */
export function parkingUsersPath(baId: string): string {
  return `${accountPath(baId)}/parking-users`;
}

/** One user (interface 4.2); their cars are below (4.5). */
export function parkingUserPath(baId: string, puId: string): string {
  return `${parkingUsersPath(baId)}/${segment(puId)}`;
}

function userList(context: ClientContext, baId: string): IdentifiedList<ParkingUserItem> {
  return {
    base: context.baseUrl,
    path: parkingUsersPath(baId),
    page: pageOfUsers,
    numbers: "exact",
    mostRows: MOST_USERS,
    idOf: (user) => user.id,
  };
}
