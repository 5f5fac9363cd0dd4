import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import { accountScope, isAccountId, type Scope } from "../../allowlist/index.ts";
import type { SandboxBehaviour } from "../model/behaviour.ts";
import type { AccountState, SandboxModel } from "../model/model.ts";
import type { SandboxFailure, WriteRules } from "../model/write-cars.ts";

/** One request to an endpoint, login and HTTP already dealt with. Implements `WriteRules`. */
export interface Call extends WriteRules {
  readonly model: SandboxModel;
  readonly behaviour: SandboxBehaviour;
  /** Counts requests from 1; seeds all that must differ between them. */
  readonly request: number;
  /** Path parameters; empty where the path has none. */
  readonly baId: string;
  readonly puId: string;
  readonly query: URLSearchParams;
  /** The body as sent. */
  readonly body: string;
}

/** An endpoint: a call in, an answer out. It changes the model and nothing else. */
export type Handler = (call: Call) => SandboxAnswer;

/** Passes the call on with the billing account of its path: 422 when that is not an int64, 404 when unknown, 403 when closed. */
export function withAccount(handle: (call: Call, account: AccountState, scope: Scope) => SandboxAnswer): Handler {
  return (call) => {
    const { baId } = call;
    if (!isAccountId(baId)) return problem(422, "baId must be a positive int64");
    const account = call.model.accounts.get(baId);
    if (!account) return problem(404, `Billing account ${baId} not found`);
    if (account.closed) return problem(403, `Billing account ${baId} is not open to this client`);
    return handle(call, account, accountScope(baId));
  };
}

/** The body as JSON of that shape, or a 422 that names up to three problems. */
export function parseBody<Body>(call: Call, schema: z.ZodType<Body>): Body | Problem {
  let value: unknown;
  try {
    value = JSON.parse(call.body);
  } catch {
    return problem(422, "The body is not JSON");
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issues = read.error.issues.slice(0, 3).map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  return problem(422, issues.join("; "));
}

/** Whether something read from a call turned out to be an error answer. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "problem";
}

/** Largest page of parking users and billing records (interface 8). */
export const MAX_PAGE_SIZE = 1000;

interface PageAsked {
  /** As in the request, for servers that merely repeat it. */
  readonly askedNumber: number;
  readonly askedSize: number;
  /** What will be served, counted from 0. */
  readonly number: number;
  readonly size: number;
}

/** Something that can be read in pieces. */
export interface Pageable {
  readonly size: number;
  /** The JSON texts of `count` items from `offset`. */
  texts(offset: number, count: number): readonly string[];
}

/** The page that the call asks for, in the page wrapper (interface 2); 422 for a number or size that is none. */
export function pageAnswer(call: Call, list: Pageable, largest: number): SandboxAnswer {
  const asked = readPage(call, largest);
  if (isProblem(asked)) return asked;
  const totalPages = Math.ceil(list.size / asked.size);
  const isPastTheEnd = asked.number >= Math.max(totalPages, 1);
  const { pastTheEnd } = call.behaviour;
  if (isPastTheEnd && typeof pastTheEnd === "number") return problem(pastTheEnd, "There is no such page");
  const number = isPastTheEnd && pastTheEnd === "last" ? Math.max(totalPages - 1, 0) : asked.number;
  const items = list.texts(number * asked.size, asked.size);
  const echo = pageEcho(call.behaviour, { ...asked, number });
  const page = JSON.stringify({ ...echo, totalElements: list.size, totalPages });
  return json(`{"content":[${items.join(",")}],"page":${page}}`);
}

/** An array to be read in pieces; `text` gives the JSON of one item. */
export function pageable<Item>(items: readonly Item[], text: (item: Item) => string): Pageable {
  return { size: items.length, texts: (offset, count) => items.slice(offset, offset + count).map(text) };
}

function readPage({ query, behaviour }: Call, largest: number): PageAsked | Problem {
  const { pageParam, sizeParam, firstPage, pageZero, oversize } = behaviour;
  const askedNumber = readCount(query, pageParam, firstPage);
  const askedSize = readCount(query, sizeParam, Math.min(behaviour.defaultPageSize, largest));
  if (askedNumber === undefined) return problem(422, `${pageParam} must be an integer of at least 0`);
  if (askedNumber < firstPage && pageZero !== "first") return problem(pageZero, "Pages are counted from 1");
  if (askedSize === undefined || askedSize === 0) return problem(422, `${sizeParam} must be an integer of at least 1`);
  if (askedSize > largest && oversize === "refuse") return problem(422, `${sizeParam} must be at most ${largest}`);
  const number = Math.max(askedNumber - firstPage, 0);
  return { askedNumber, askedSize, number, size: Math.min(askedSize, largest) };
}

function readCount(query: URLSearchParams, name: string, otherwise: number): number | undefined {
  const text = query.get(name);
  if (text === null) return otherwise;
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}

function pageEcho(
  { pageEcho: echo, firstPage }: SandboxBehaviour,
  page: PageAsked,
): { size?: number; number?: number } {
  const echoes = {
    served: { size: page.size, number: page.number },
    numbered: { size: page.size, number: page.number + firstPage },
    asked: { size: page.askedSize, number: page.askedNumber },
    none: {},
  };
  return echoes[echo];
}

/** What the server answers, apart from HTTP. */
export type SandboxAnswer =
  | { readonly kind: "json"; readonly status: number; readonly text: string }
  | { readonly kind: "empty" }
  | Problem;

/** An error answer; the server adds the rest of its problem body (RFC 9457, interface 7). */
export interface Problem {
  readonly kind: "problem";
  readonly status: number;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error answer. */
export function problem(status: number, detail: string, headers?: Readonly<Record<string, string>>): Problem {
  return { kind: "problem", status, detail, ...(headers && { headers }) };
}

/** A JSON answer of text that is JSON already. */
export function json(text: string, status = 200): SandboxAnswer {
  return { kind: "json", status, text };
}

/** The answer to an add or delete: all done (204, or 200 where the behaviour says so), or 207 with the failures. */
export function writeAnswer(failures: readonly SandboxFailure[], successStatus: 204 | 200): SandboxAnswer {
  if (failures.length > 0) return json(JSON.stringify({ failures }), 207);
  return successStatus === 204 ? { kind: "empty" } : json('{"failures":[]}');
}

/** The body of an error answer. `instance` is the request's path, `timestamp` milliseconds since the epoch. */
export function problemText(
  { status, detail }: Problem,
  about: { readonly instance: string; readonly timestamp: number; readonly traceId: string },
): string {
  const title = STATUS_CODES[status] ?? "Error";
  const type = `https://sandbox.example/problems/${title.toLowerCase().replaceAll(" ", "-")}`;
  return JSON.stringify({ type, title, status, detail, ...about });
}

const NUMBERS =
  /"(baId|id|infoId|infoRecordId|areaId|vat|amountExcludingVat|amountIncludingVat)":"(-?[0-9]+(?:\.[0-9]+)?)"/g;

/** JSON in which ids (int64) and amounts (exact decimals), texts in the model, are numbers, digit by digit. */
export function exactJsonText(value: unknown): string {
  return JSON.stringify(value).replace(NUMBERS, '"$1":$2');
}
