import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { type Answer, problem } from "../endpoints/answer.ts";
import type { Call } from "../endpoints/call.ts";
import type { SandboxBehaviour } from "../model/behaviour.ts";
import type { SandboxModel } from "../model/model.ts";
import { hexOf } from "../model/random.ts";
import { RateWindow, refuseForeign, refuseHead } from "./admission.ts";
import { type ChaosProfile, type Fault, fateOf } from "./chaos.ts";
import { type RequestBody, readRequestBody } from "./request-body.ts";
import { type RecordedRequest, record, recordedBody } from "./request-log.ts";
import { sendAnswer, wireAnswer } from "./send-answer.ts";

/** What the HTTP side works with. */
export interface World {
  readonly model: SandboxModel;
  readonly seed: number;
  readonly clientSecret: string;
  readonly chaos: ChaosProfile;
  readonly requests: RecordedRequest[];
  behaviour: SandboxBehaviour;
  /** How many requests came since the start. */
  requestCount: number;
  now(): number;
  log(line: string): void;
}

/** Node's request and answer travel beside hono's. */
export type Env = { Bindings: HttpBindings };

/** What an endpoint makes of a call. */
export type Produce = (call: Call) => Answer | Promise<Answer>;

/** Sees one request through: counts it, draws its fate, admits it, lets `produce` answer, sends and records the answer. */
export type Respond = (c: Context<Env>, produce: Produce) => Promise<Response>;

/** The one way in which all requests are answered. Answers go out through Node itself, so that faults can spoil them. */
export function createResponder(world: World): Respond {
  const rate = new RateWindow();
  return async (c, produce) => {
    world.requestCount += 1;
    const request = world.requestCount;
    const { incoming, outgoing } = c.env;
    const { carFault, delay, fault } = fateOf(world.chaos, world.seed, request);
    if (delay > 0) await sleep(delay);
    const body = await readRequestBody(incoming);
    if (body.kind === "client-gone") return RESPONSE_ALREADY_SENT;
    const { path, query } = splitTarget(incoming.url ?? "");
    const now = world.now();
    const { model, behaviour } = world;
    const ids = { baId: c.req.param("baId") ?? "", puId: c.req.param("puId") ?? "" };
    const search = new URLSearchParams(query);
    const call: Call = { ...ids, model, behaviour, request, query: search, body: body.text, now, fault: carFault };
    const refusal =
      refuseForeign(incoming) ??
      refuseHead(incoming, behaviour) ??
      rate.admit(behaviour.rateLimit, now) ??
      refuseBody(body);
    const answer = refusal ?? (await underFault(fault, async () => produce(call)));
    const traceId = hexOf(`trace:${world.seed}:${request}`);
    const wire = wireAnswer(answer, fault, { instance: path, timestamp: now, traceId }, behaviour.contentType);
    record(world.requests, { method: c.req.method, path, query, body: recordedBody(body.text), status: wire.status });
    world.log(`${c.req.method} ${path} ${wire.status === 0 ? "connection reset" : wire.status}`);
    await sendAnswer(outgoing, wire, fault);
    return RESPONSE_ALREADY_SENT;
  };
}

function refuseBody({ kind }: RequestBody): Answer | undefined {
  return kind === "too-large" ? problem(413, "The body is too large") : undefined;
}

async function underFault(fault: Fault, produce: () => Promise<Answer>): Promise<Answer> {
  if (fault.kind === "reset") return { kind: "empty" };
  if (fault.kind !== "status") return await produce();
  if (fault.done) await produce();
  const headers = fault.status === 429 ? { "Retry-After": "1" } : undefined;
  return problem(fault.status, "The sandbox's chaos profile says so", headers);
}

function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf("?");
  return at < 0 ? { path: target, query: "" } : { path: target.slice(0, at), query: target.slice(at + 1) };
}
