// Not their members, which a tool that simulates the network, such as `nock`, replaces.
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import { readBody } from "./body.ts";
import type { Connections } from "./connections.ts";
import type { Exchange, HttpFailure, HttpRequest, ReplyHeaders, Transport } from "./exchange.ts";
import { leftBefore, networkFailure } from "./network-failure.ts";

/** How far one request got. */
interface RequestTrace {
  /** What carries it, once it was written there. */
  carrier: Duplex | undefined;
  stopped: "aborted" | "deadline" | undefined;
}

const SWITCHING_PROTOCOLS = 101;

/** Told every two seconds of a request that has no answer yet: where it went, and how many seconds it has waited. */
export type OnSilence = (origin: string, seconds: number) => void;

const SILENCE_S = 2;

/** Sends requests: one deadline each (milliseconds), no redirect followed, nothing sent twice. */
export function createTransport(connections: Connections, deadline: number, onSilence?: OnSilence): Transport {
  return async (request) => {
    if (request.signal?.aborted) return failed("aborted", false, true, "it was stopped before it was sent");
    const trace: RequestTrace = { carrier: undefined, stopped: undefined };
    let stop = (_why: "aborted" | "deadline") => {};
    const onAbort = () => stop("aborted");
    const timer = setTimeout(() => stop("deadline"), deadline);
    const silence = onSilence && setInterval(whileSilent(request.url.origin, onSilence), SILENCE_S * 1000);
    request.signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await new Promise<Exchange>((resolve, reject) => {
        const message = send(request, connections, trace);
        stop = (why) => {
          trace.stopped ??= why;
          reject(message.destroy());
        };
        message.on("error", reject);
        const take = (answer: IncomingMessage) => replyTo(request, answer).then(resolve, reject);
        message.on("response", take);
        message.on("upgrade", take);
      });
    } catch (error) {
      return explain(error, trace, { request, connections, deadline });
    } finally {
      clearTimeout(timer);
      clearInterval(silence);
      request.signal?.removeEventListener("abort", onAbort);
    }
  };
}

function whileSilent(origin: string, onSilence: OnSilence): () => void {
  let seconds = 0;
  return () => {
    seconds += SILENCE_S;
    onSilence(origin, seconds);
  };
}

function send(request: HttpRequest, connections: Connections, trace: RequestTrace): ClientRequest {
  const { url, method, body, onLeft, mayLeave } = request;
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const length = body === undefined ? {} : { "content-length": bytes };
  const options = { method, headers: { ...request.headers, ...length }, agent: connections.agentFor(url) };
  const message = (url.protocol === "http:" ? http : https).request(url, options);
  message.once("socket", (socket) =>
    // Nothing is written before: a failure until then proves that nothing reached a server, and TLS that it is the right one.
    connections.whenOpen(socket, () => {
      const write = () => {
        if (message.destroyed || socket.destroyed) return;
        trace.carrier = socket;
        // The same bytes where all characters are ASCII, as in most bodies, and written in less time.
        message.end(body, bytes === body?.length ? "latin1" : "utf8");
        if (onLeft) setImmediate(onLeft);
      };
      const drop = () => {
        trace.stopped ??= "aborted";
        message.destroy();
      };
      const writeIfWanted = mayLeave ? () => mayLeave().then((may) => (may ? write() : drop()), drop) : write;
      // The server may have closed it while we calculated, and only a whole turn of the loop brings the news.
      if (message.reusedSocket) setImmediate(() => setImmediate(writeIfWanted));
      else writeIfWanted();
    }),
  );
  return message;
}

async function replyTo(request: HttpRequest, answer: IncomingMessage): Promise<Exchange> {
  const headers = headersOf(answer);
  // What comes behind it is of a protocol that was not asked for, and does not end.
  if (answer.statusCode === SWITCHING_PROTOCOLS) {
    answer.socket.destroy();
    return { kind: "reply", reply: { status: SWITCHING_PROTOCOLS, headers, text: "" } };
  }
  const body = await readBody(answer, headers, request);
  return { kind: "reply", reply: { status: answer.statusCode ?? 0, headers, ...body } };
}

function headersOf({ rawHeaders }: IncomingMessage): ReplyHeaders {
  const values = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    const before = values.get(name);
    const value = rawHeaders[at + 1] ?? "";
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return values;
}

interface Attempt {
  readonly request: HttpRequest;
  readonly connections: Connections;
  readonly deadline: number;
}

function explain(
  error: unknown,
  { carrier, stopped }: RequestTrace,
  { request, connections, deadline }: Attempt,
): HttpFailure {
  // Of a simulated connection only the failure itself says how far it got.
  const mayHaveLeft = carrier !== undefined && (connections.owns(carrier) || !leftBefore(error));
  if (stopped === "aborted") return failed("aborted", mayHaveLeft, true, "it was stopped");
  if (stopped === "deadline") {
    return failed("deadline", mayHaveLeft, false, `no whole answer came within ${deadline / 1000} seconds`);
  }
  const { reason, permanent, advice } = networkFailure(error, request.url, mayHaveLeft);
  return { ...failed("network", mayHaveLeft, permanent && !mayHaveLeft, reason), ...(advice && { advice }) };
}

function failed(cause: HttpFailure["cause"], mayHaveLeft: boolean, permanent: boolean, reason: string): HttpFailure {
  return { kind: "failed", cause, mayHaveLeft, permanent, reason };
}
