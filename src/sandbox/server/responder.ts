import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, type Handler, problem, problemText, type SandboxAnswer } from "../endpoints/call.ts";
import type { SandboxBehaviour } from "../model/behaviour.ts";
import type { SandboxModel } from "../model/model.ts";
import { hexOf } from "../model/random.ts";
import { RateWindow, refuseForeign, refuseHead } from "./admission.ts";
import { type ChaosProfile, type Fault, fateOf } from "./chaos.ts";

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

/** Where a request leads: what its path names, and what makes the answer. */
interface Route {
  readonly ids: Pick<Call, "baId" | "puId">;
  readonly produce: Handler;
}

/** Finds the route of a request by its method and path. */
export type RouteOf = (incoming: IncomingMessage, path: string) => Route;

/** Answers all requests in one way: counts each, draws its fate, admits it, follows its route, sends and records the answer. */
export function createListener(world: World, routeOf: RouteOf): RequestListener {
  const rate = new RateWindow();
  return (incoming, outgoing) => {
    respond(world, rate, { incoming, outgoing }, routeOf).catch((error: Error) => {
      world.log(`a defect in the sandbox: ${error.message}`);
      outgoing.writeHead(500).end("The sandbox failed; this is a defect in platectl");
    });
  };
}

async function respond(
  world: World,
  rate: RateWindow,
  { incoming, outgoing }: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse },
  routeOf: RouteOf,
): Promise<void> {
  world.requestCount += 1;
  const request = world.requestCount;
  const { carFault, delay, fault } = fateOf(world.chaos, world.seed, request);
  if (delay > 0) await sleep(delay);
  const body = await readRequestBody(incoming);
  if (body.kind === "client-gone") return;
  const [path = "", query = ""] = (incoming.url ?? "").split(/\?(.*)/s);
  const now = world.now();
  const { model, behaviour } = world;
  const { ids, produce } = routeOf(incoming, path);
  const search = new URLSearchParams(query);
  const call: Call = { ...ids, model, behaviour, request, query: search, body: body.text, now, fault: carFault };
  const refusal =
    refuseForeign(incoming) ??
    refuseHead(incoming, behaviour) ??
    rate.admit(behaviour.rateLimit, now) ??
    (body.kind === "too-large" ? problem(413, "The body is too large") : undefined);
  const answer = refusal ?? underFault(fault, () => produce(call));
  const traceId = hexOf(`trace:${world.seed}:${request}`);
  const wire = wireAnswer(answer, fault, { instance: path, timestamp: now, traceId });
  const { method = "" } = incoming;
  world.requests.push({ method, path, query, body: recordedBody(body.text), status: wire.status });
  if (world.requests.length > REQUESTS_KEPT) world.requests.shift();
  world.log(`${method} ${path} ${wire.status === 0 ? "connection reset" : wire.status}`);
  await sendAnswer(outgoing, wire, fault);
}

function underFault(fault: Fault, produce: () => SandboxAnswer): SandboxAnswer {
  if (fault.kind === "reset") return { kind: "empty" };
  if (fault.kind !== "status") return produce();
  if (fault.done) produce();
  const headers = fault.status === 429 ? { "Retry-After": "1" } : undefined;
  return problem(fault.status, "The sandbox's chaos profile says so", headers);
}

const DRIP_PIECES = 20;
const DRIP_PAUSE_MS = 25;

/** An answer in HTTP's terms. */
interface WireAnswer {
  /** 0: the connection is reset instead. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const RESET: WireAnswer = { status: 0, headers: {}, body: Buffer.alloc(0) };

/** The answer in HTTP's terms, or a reset where the fault leaves nothing of it. */
function wireAnswer(answer: SandboxAnswer, fault: Fault, about: Parameters<typeof problemText>[1]): WireAnswer {
  const nothingLeft = fault.kind === "cut" && answer.kind === "empty";
  if (fault.kind === "reset" || fault.kind === "lost" || nothingLeft) return RESET;
  if (answer.kind === "empty") return { status: 204, headers: {}, body: Buffer.alloc(0) };
  const isProblem = answer.kind === "problem";
  const body = Buffer.from(isProblem ? problemText(answer, about) : answer.text);
  const headers = {
    ...(isProblem ? answer.headers : {}),
    "Content-Type": isProblem ? "application/problem+json" : "application/json",
    "Content-Length": String(body.length),
  };
  return { status: answer.status, headers, body };
}

/** Sends it, in the way that the fault says. */
async function sendAnswer(outgoing: ServerResponse, answer: WireAnswer, fault: Fault): Promise<void> {
  if (answer.status === 0) {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  outgoing.writeHead(answer.status, answer.headers);
  if (fault.kind === "cut") await cut(outgoing, answer.body);
  else if (fault.kind === "drip") await drip(outgoing, answer.body);
  else outgoing.end(answer.body);
}

async function cut(outgoing: ServerResponse, body: Buffer): Promise<void> {
  await new Promise((resolve) => outgoing.write(body.subarray(0, Math.floor(body.length / 2)), resolve));
  outgoing.destroy();
}

async function drip(outgoing: ServerResponse, body: Buffer): Promise<void> {
  const step = Math.max(1, Math.ceil(body.length / DRIP_PIECES));
  for (let at = 0; at < body.length && !outgoing.destroyed; at += step) {
    outgoing.write(body.subarray(at, at + step));
    await sleep(DRIP_PAUSE_MS);
  }
  outgoing.end();
}

/** How many requests are remembered; older ones are forgotten. */
const REQUESTS_KEPT = 1000;

/** One request as it came, and the status it got. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** Parsed where it was JSON, else the text; undefined when there was none. A client secret is masked. */
  readonly body: unknown;
  /** 0 when the connection was reset instead of an answer. */
  readonly status: number;
}

/** The body of a request as the log keeps it. */
function recordedBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    // A reviver is slow, and a batch of cars holds no secret.
    if (!text.includes("clientSecret")) return JSON.parse(text);
    return JSON.parse(text, (key, value) => (key === "clientSecret" ? "***" : value));
  } catch {
    return text;
  }
}

/** Most bytes of a request body: a million cars fit, a runaway client does not. */
const MAX_BODY_BYTES = 128 * 1024 * 1024;

/** What came as a body. Of one that is too large nothing is kept; `client-gone`: the connection ended in the middle. */
type RequestBody = { readonly kind: "whole" | "too-large" | "client-gone"; readonly text: string };

/** Reads a body to its end, even when it is too large, so that the answer can arrive. Never rejects. */
async function readRequestBody(incoming: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming) {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    return { kind: "client-gone", text: "" };
  }
  if (bytes > MAX_BODY_BYTES) return { kind: "too-large", text: "" };
  return { kind: "whole", text: Buffer.concat(chunks).toString("utf8") };
}
