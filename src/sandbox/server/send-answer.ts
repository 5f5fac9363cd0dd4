import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, problemText } from "../endpoints/answer.ts";
import type { SandboxBehaviour } from "../model/behaviour.ts";
import type { Fault } from "./chaos.ts";

const DRIP_PIECES = 20;
const DRIP_PAUSE_MS = 25;

/** What a problem body tells about its request: its path, milliseconds since the epoch, an identifier. */
export interface Occurrence {
  readonly instance: string;
  readonly timestamp: number;
  readonly traceId: string;
}

/** An answer in HTTP's terms. */
export interface WireAnswer {
  /** 0: the connection is reset instead. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const RESET: WireAnswer = { status: 0, headers: {}, body: Buffer.alloc(0) };

/** The answer in HTTP's terms, or a reset where the fault leaves nothing of it. */
export function wireAnswer(
  answer: Answer,
  fault: Fault,
  about: Occurrence,
  contentType: SandboxBehaviour["contentType"],
): WireAnswer {
  const nothingLeft = fault.kind === "cut" && answer.kind === "empty";
  if (fault.kind === "reset" || fault.kind === "lost" || nothingLeft) return RESET;
  if (answer.kind === "empty") return { status: 204, headers: {}, body: Buffer.alloc(0) };
  const isProblem = answer.kind === "problem";
  const body = Buffer.from(isProblem ? problemText(answer, about) : answer.text);
  const headers = {
    ...(isProblem ? answer.headers : {}),
    "Content-Type": isProblem ? "application/problem+json" : contentType,
    "Content-Length": String(body.length),
  };
  return { status: answer.status, headers, body };
}

/** Sends it, in the way that the fault says. */
export async function sendAnswer(outgoing: ServerResponse, answer: WireAnswer, fault: Fault): Promise<void> {
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
