import { z } from "zod";
import type { SandboxUser } from "../model/data.ts";
import type { AccountState, SandboxModel } from "../model/model.ts";
import {
  type Call,
  exactJsonText,
  type Handler,
  isProblem,
  json,
  MAX_PAGE_SIZE,
  pageAnswer,
  pageable,
  parseBody,
  problem,
  withAccount,
} from "./call.ts";

/** Ids of created users go on from here, or from the largest id that is there. Above 2^53, as an int64 may be. */
const FIRST_CREATED_ID = 9_007_199_254_741_000n;

const anyText = z.string().optional();
const filledText = z.string().min(1, "must have at least 1 character").optional();
const userFields = z.object({
  firstName: filledText,
  lastName: filledText,
  email: z.email("must be an email address").optional(),
  phoneNumber: z
    .string()
    .regex(/^\+\d{7,15}$/, "must match ^\\+\\d{7,15}$")
    .optional(),
  costCenter: anyText,
  city: anyText,
  street: anyText,
  postalCode: anyText,
  co: anyText,
});

/** `GET …/parking-users/{puId}` (interface 4.2). */
export const getUser: Handler = withUser((_, user) => {
  const cars = user.cars.map((licenseNumber) => ({ licenseNumber }));
  return json(exactJsonText({ ...user, cars }));
});

/** `POST …/parking-users` (interface 4.3). */
export const createUser: Handler = withAccount((call, account) => {
  const fields = parseBody(call, userFields);
  if (isProblem(fields)) return fields;
  const missing = call.behaviour.requiredUserFields.filter((name) => !Object.hasOwn(fields, name));
  if (missing.length > 0) return problem(422, `${missing.join(", ")} must be given`);
  const { city = "", street = "", postalCode = "", co = "", ...rest } = fields;
  if (rest.phoneNumber !== undefined && phoneIsTaken(call.model, rest.phoneNumber)) {
    return problem(422, "phoneNumber belongs to another parking user");
  }
  const person = { firstName: "", lastName: "", email: "", phoneNumber: "", costCenter: "" };
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const id = nextUserId(call.model);
  const address = { city, street, postalCode, co };
  account.users.set(id, { ...person, ...given, id, status: "ACTIVE", cars: [], address });
  return json(id, 201);
});

/** `GET …/parking-users` (interface 4.4). */
export const listUsers: Handler = withAccount((call, account) =>
  pageAnswer(call, pageable([...account.users.values()], userItemText), MAX_PAGE_SIZE),
);

/** `DELETE …/parking-users/{puId}/cars` (interface 4.5). */
export const deleteUserCar: Handler = withUser((call, user, account) => {
  const { userCarParam, confirmWithoutDoing } = call.behaviour;
  const licenseNumber = call.query.get(userCarParam);
  if (!licenseNumber) return problem(422, `${userCarParam} is required in the query and has at least 1 character`);
  if (!user.cars.includes(licenseNumber)) return problem(404, `Parking user ${user.id} has no such car`);
  if (!confirmWithoutDoing) {
    account.users.set(user.id, { ...user, cars: user.cars.filter((plate) => plate !== licenseNumber) });
  }
  return { kind: "empty" };
});

function withUser(handle: (call: Call, user: SandboxUser, account: AccountState) => ReturnType<Handler>): Handler {
  return withAccount((call, account) => {
    const { puId } = call;
    if (!/^[0-9]{1,19}$/.test(puId)) return problem(422, "puId must be an int64");
    const user = account.users.get(puId);
    return user ? handle(call, user, account) : problem(404, `Parking user ${puId} not found`);
  });
}

function userItemText({ cars: _, address: __, ...item }: SandboxUser): string {
  return exactJsonText(item);
}

function phoneIsTaken(model: SandboxModel, phoneNumber: string): boolean {
  return allUsers(model).some((user) => user.phoneNumber === phoneNumber);
}

function nextUserId(model: SandboxModel): string {
  const largest = allUsers(model).reduce((max, { id }) => (BigInt(id) > max ? BigInt(id) : max), FIRST_CREATED_ID - 1n);
  return String(largest + 1n);
}

function allUsers(model: SandboxModel): SandboxUser[] {
  return [...model.accounts.values()].flatMap((account) => [...account.users.values()]);
}
