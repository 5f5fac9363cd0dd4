import { EXIT } from "../../exit-code.ts";
import {
  createConnections,
  createTransport,
  type Exchange,
  type ProxySettings,
  retryAfterOf,
} from "../../fleet-api/index.ts";
import { MAX_ATTEMPTS, retryDelay } from "../../runtime/retry-policy.ts";
import { systemClock, systemRandom } from "../../runtime/system-clock.ts";
import { CommandFailure } from "../failure.ts";
import { TOOL } from "../process-info.ts";

/** A webhook, and the proxies on the way to it. Its address is a secret. */
export interface Webhook {
  readonly url: URL;
  readonly proxy: ProxySettings;
}

/** For one request, from connecting to the last byte of the answer. */
const DEADLINE_MS = 30_000;
/** Services answer in a few words. */
const MOST_BYTES = 64 * 1024;
/** A longer pause than this is not waited for. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Posts a body of JSON. It is sent again only when it certainly was not taken: when it never left, or was refused with 429.
 * @param log takes one line for each request; like every message, it never holds the address.
 * @throws CommandFailure (11) with the reason.
 */
export async function sendToWebhook(body: string, webhook: Webhook, log: (line: string) => void): Promise<void> {
  const connections = createConnections(webhook.proxy);
  const transport = createTransport(connections, DEADLINE_MS);
  const headers = { "content-type": "application/json; charset=utf-8", "user-agent": `platectl/${TOOL.version}` };
  const request = { method: "POST", url: webhook.url, headers, body, maxBytes: MOST_BYTES } as const;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await transport(request);
      log(
        `POST (webhook) ${exchange.kind === "reply" ? exchange.reply.status : `failed (${reasonOf(exchange, webhook)})`}`,
      );
      if (exchange.kind === "reply" && exchange.reply.status >= 200 && exchange.reply.status < 300) return;
      const pause = pauseAfter(exchange);
      if (pause === undefined || attempt >= MAX_ATTEMPTS.write) throw undelivered(reasonOf(exchange, webhook));
      await systemClock.sleep(retryDelay(attempt + 1, systemRandom, pause));
    }
  } finally {
    connections.close();
  }
}

/** How long to wait at least before the same may be sent again, in milliseconds; undefined when it may not. */
function pauseAfter(exchange: Exchange): number | undefined {
  if (exchange.kind === "failed") return exchange.mayHaveLeft || exchange.permanent ? undefined : 0;
  if (exchange.reply.status !== 429) return undefined;
  const pause = retryAfterOf(exchange.reply.headers, systemClock.now()) ?? 0;
  return pause <= LONGEST_PAUSE_MS ? pause : undefined;
}

function reasonOf(exchange: Exchange, { url }: Webhook): string {
  if (exchange.kind === "failed")
    return exchange.reason.replaceAll(url.origin, "the webhook").replaceAll(url.hostname, "the webhook");
  const { status, text } = exchange.reply;
  // Slack's errors are words such as `channel_is_archived`. Everything else may be long, or repeat the address.
  const isCode = /^[a-z]{2,20}(?:_[a-z]{2,20}){1,4}$/.test(text) && !url.href.includes(text);
  return `the webhook answered ${status}${isCode ? ` (${text})` : ""}: ${meaningOf(status)}`;
}

function meaningOf(status: number): string {
  if (status >= 300 && status < 400) return "redirects are not followed; use the address that it leads to";
  switch (status) {
    case 400:
      return "it does not take this body; check --form";
    case 401:
    case 403:
    case 404:
    case 410:
      return "the address is wrong, or was revoked; make a new webhook";
    case 413:
      return "the message is too long for it";
    case 429:
      return "it is told too much; try again later";
    default:
      return status >= 500
        ? "the service failed; whether the message was taken is not known"
        : "it refuses the message";
  }
}

function undelivered(reason: string): CommandFailure {
  return new CommandFailure(EXIT.undelivered, `The notification was not delivered: ${reason}.`);
}
