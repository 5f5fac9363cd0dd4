import type { z } from "zod";
import { accountScope, isAccountId, type Scope } from "../../allowlist/index.ts";
import type { SandboxBehaviour } from "../model/behaviour.ts";
import type { AccountState, SandboxModel } from "../model/model.ts";
import type { WriteRules } from "../model/write-cars.ts";
import { type Answer, type Problem, problem } from "./answer.ts";

/** One request to an endpoint, login and HTTP already dealt with. Implements `WriteRules`. */
export interface Call extends WriteRules {
  readonly model: SandboxModel;
  readonly behaviour: SandboxBehaviour;
  /** Counts requests from 1; seeds all that must differ between them. */
  readonly request: number;
  /** Path parameters, decoded; empty where the path has none. */
  readonly baId: string;
  readonly puId: string;
  readonly query: URLSearchParams;
  /** The body as sent. */
  readonly body: string;
}

/** An endpoint: a call in, an answer out. It changes the model and nothing else. */
export type Handler = (call: Call) => Answer;

/** Passes the call on with the billing account of its path: 422 when that is not an int64, 404 when unknown, 403 when closed. */
export function withAccount(handle: (call: Call, account: AccountState, scope: Scope) => Answer): Handler {
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
