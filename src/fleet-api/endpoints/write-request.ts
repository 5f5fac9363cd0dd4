import { accountIdOf, type DeleteParameter } from "../../allowlist/index.ts";
import type { WriteRequest } from "../../run/ports/index.ts";
import type { HttpRequest } from "../http/exchange.ts";
import { carsPath } from "./car-lists.ts";
import { type ClientContext, commonHeaders, MAX_BODY_BYTES } from "./context.ts";
import { parkingUserPath } from "./parking-users.ts";
import { endpoint, type Query } from "./read.ts";

/** What a mutating request needs of its client. */
type Sender = Pick<ClientContext, "baseUrl" | "settings" | "userAgent">;

/** Replaces a token that was not fetched yet; JWTs of this size are already large. */
const ASSUMED_TOKEN_LENGTH = 2048;

/** What the connection adds to our headers. */
const ADDED_HEADERS = { connection: "keep-alive" } as const;

/** The request for a change of a list or of a user's cars (interface 4.5, 4.7–4.9, gaps). Throws a RangeError for one that can't be sent. */
export function buildWrite(sender: Sender, write: WriteRequest): HttpRequest {
  switch (write.action) {
    case "add":
      return buildAdd(sender, write);
    case "delete":
      return buildDelete(sender, write);
    case "detach":
      return buildDetach(sender, write);
  }
}

/** A mutating request to a path, with a JSON body or a query. */
export function mutation(
  sender: Sender,
  method: "POST" | "DELETE",
  path: string,
  payload: { readonly query: Query } | { readonly body: unknown },
): HttpRequest {
  const headers = commonHeaders(sender.userAgent);
  const base = { method, maxBytes: MAX_BODY_BYTES };
  if ("query" in payload) return { ...base, url: endpoint(sender.baseUrl, path, payload.query), headers };
  return {
    ...base,
    url: endpoint(sender.baseUrl, path),
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(payload.body),
  };
}

/** Bytes of a request's first line and headers as they go over the wire, with that token or a large one. */
export function headBytesOf(request: HttpRequest, token: string | undefined): number {
  const { url, method, body } = request;
  const headers = {
    host: url.host,
    ...ADDED_HEADERS,
    ...request.headers,
    authorization: `Bearer ${token ?? "x".repeat(ASSUMED_TOKEN_LENGTH)}`,
    ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
  };
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    ...Object.entries(headers).map((h) => h.join(": ")),
    "",
  ];
  return lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 2, 0);
}

function buildAdd(sender: Sender, { scope, cars }: WriteRequest): HttpRequest {
  const isGlobal = accountIdOf(scope) === undefined;
  const body = isGlobal
    ? cars.map(({ licenseNumber, features }) => ({ licenseNumber, features }))
    : { licenseNumbers: cars.map(({ licenseNumber }) => licenseNumber) };
  return mutation(sender, "POST", carsPath(scope), { body });
}

function buildDelete(sender: Sender, { scope, cars }: WriteRequest): HttpRequest {
  const parameter = deleteParameter(sender, scope);
  const plates = cars.map(({ licenseNumber }) => licenseNumber);
  // An empty query would be a delete of who knows what (reliability G12).
  if (plates.length === 0) throw new RangeError("a delete without cars is never sent");
  return mutation(sender, "DELETE", carsPath(scope), deletePayload(parameter, plates));
}

function deletePayload(parameter: DeleteParameter, plates: readonly string[]) {
  if ("shape" in parameter) return { body: plates };
  const { in: place, name } = parameter;
  return place === "query" ? { query: [[name, plates] as const] } : { body: { [name]: plates } };
}

function buildDetach(sender: Sender, { scope, parkingUser, cars }: WriteRequest): HttpRequest {
  const baId = accountIdOf(scope);
  const [car, another] = cars;
  if (baId === undefined || parkingUser === undefined || car === undefined || another !== undefined)
    throw new RangeError("a detach takes one car from one parking user of one billing account");
  return removalOf(sender, { baId, puId: parkingUser }, car.licenseNumber);
}

/** The request that takes a car from a parking user (interface 4.5). Throws a RangeError for an id that is none. */
export function removalOf(
  sender: Sender,
  { baId, puId }: { readonly baId: string; readonly puId: string },
  licenseNumber: string,
): HttpRequest {
  const query: [string, string][] = [[sender.settings.userCarParam, licenseNumber]];
  return mutation(sender, "DELETE", `${parkingUserPath(baId, puId)}/cars`, { query });
}

function deleteParameter({ settings }: Sender, scope: WriteRequest["scope"]): DeleteParameter {
  if (accountIdOf(scope) !== undefined) return settings.accountDelete;
  if (settings.globalDelete === false)
    throw new RangeError("interface.globalDelete is false: this list takes no deletes");
  return settings.globalDelete;
}
