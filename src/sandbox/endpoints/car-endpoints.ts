import { z } from "zod";
import type { DeleteParameter, Mode, Scope } from "../../allowlist/index.ts";
import type { SandboxCar } from "../model/data.ts";
import { type CarToAdd, deleteCars, storeCars, type WriteOutcome } from "../model/write-cars.ts";
import {
  type Call,
  type Handler,
  isProblem,
  type Pageable,
  type Problem,
  pageAnswer,
  parseBody,
  problem,
  type SandboxAnswer,
  withAccount,
  writeAnswer,
} from "./call.ts";

const featuresBody = z.array(z.string().min(1));
const carsBody = z.array(z.object({ licenseNumber: z.string(), features: featuresBody.optional() }));
const carsBodyWithFeatures = z.array(z.object({ licenseNumber: z.string(), features: featuresBody }));
const platesBody = z.object({ licenseNumbers: z.array(z.string()) });

/** `GET /api/cars` (interface 4.10). */
export const listGlobalCars: Handler = inMode("global", (call) =>
  pageAnswer(call, carPages(call, "global", globalCarText), call.behaviour.maxCarPageSize),
);

/** `POST /api/cars` (interface 4.9). */
export const addGlobalCars: Handler = inMode("global", (call) => {
  const cars = parseBody<CarToAdd[]>(call, call.behaviour.featuresRequired ? carsBodyWithFeatures : carsBody);
  return isProblem(cars) ? cars : answerTo(call, storeCars(call.model.list("global"), cars, call));
});

/** `DELETE /api/cars`, which the interface document lacks. */
export const deleteGlobalCars: Handler = inMode("global", (call) =>
  deleteFrom(call, "global", call.behaviour.globalDelete),
);

/** `GET /api/billing-accounts/{baId}/cars`, which the interface document lacks. */
export const listAccountCars: Handler = inMode(
  "billing-account",
  withAccount((call, _, scope) => {
    const { accountCars, accountCarItem, maxCarPageSize } = call.behaviour;
    if (accountCars !== "offered") return problem(accountCars, "Cars of a billing account cannot be listed");
    return pageAnswer(
      call,
      carPages(call, scope, accountCarItem === "string" ? plateText : accountCarText),
      maxCarPageSize,
    );
  }),
);

/** `POST /api/billing-accounts/{baId}/cars` (interface 4.7). */
export const addAccountCars: Handler = inMode(
  "billing-account",
  withAccount((call, _, scope) => {
    const body = parseBody(call, platesBody);
    if (isProblem(body)) return body;
    const cars = body.licenseNumbers.map((licenseNumber) => ({ licenseNumber }));
    return answerTo(call, storeCars(call.model.list(scope), cars, call));
  }),
);

/** `DELETE /api/billing-accounts/{baId}/cars` (interface 4.8). */
export const deleteAccountCars: Handler = inMode(
  "billing-account",
  withAccount((call, _, scope) => deleteFrom(call, scope, call.behaviour.accountDelete)),
);

function inMode(mode: Mode, handle: Handler): Handler {
  return (call) =>
    call.model.mode === mode ? handle(call) : problem(403, `This integration's allowlist mode is ${call.model.mode}`);
}

function deleteFrom(call: Call, scope: Scope, parameter: DeleteParameter | false): SandboxAnswer {
  if (parameter === false) return problem(405, "Cars of this list cannot be deleted", { Allow: "GET, POST" });
  const plates = platesToDelete(call, parameter);
  if (isProblem(plates)) return plates;
  const list = call.model.list(scope);
  if (plates.length > 0) return answerTo(call, deleteCars(list, plates, call));
  switch (call.behaviour.deleteWithoutCars) {
    case "refuse":
      return problem(422, `License numbers are required in the ${parameter.in}, at least one`);
    case "everything":
      list.write((cars) => cars.clear(), call.now);
      return answerTo(call, { kind: "done", failures: [] });
    case "nothing":
      return answerTo(call, { kind: "done", failures: [] });
  }
}

function platesToDelete(call: Call, parameter: DeleteParameter): readonly string[] | Problem {
  if (parameter.in === "query") return call.query.getAll(parameter.name);
  if (call.body === "") return [];
  if ("shape" in parameter) return parseBody(call, z.array(z.string()));
  const { name } = parameter;
  const body = parseBody(call, z.object({ [name]: z.array(z.string()).optional() }));
  return isProblem(body) ? body : (body[name] ?? []);
}

function answerTo(call: Call, outcome: WriteOutcome): SandboxAnswer {
  if (outcome.kind === "refused") return problem(outcome.status, outcome.detail);
  return writeAnswer(outcome.failures, call.behaviour.successStatus);
}

function carPages(call: Call, scope: Scope, text: (car: SandboxCar) => string): Pageable {
  const list = call.model.list(scope).readAt(call.now);
  const rows = (offset: number, count: number) => list.slice(offset, Math.max(0, count), call.request);
  const size = list.size + Math.min(call.behaviour.duplicateRows, list.size);
  const texts = (offset: number, count: number) => {
    const again = Math.max(offset, list.size);
    const twice = rows(again - list.size, Math.min(offset + count, size) - again);
    return [...rows(offset, count), ...twice].map(text);
  };
  return { size, texts };
}

function globalCarText({ licenseNumber, createdDate, features, addedByCustomerCare }: SandboxCar): string {
  return JSON.stringify({ licenseNumber, createdDate, features, addedByCustomerCare });
}

function accountCarText({ licenseNumber, createdDate }: SandboxCar): string {
  return JSON.stringify({ licenseNumber, createdDate });
}

function plateText({ licenseNumber }: SandboxCar): string {
  return JSON.stringify(licenseNumber);
}
