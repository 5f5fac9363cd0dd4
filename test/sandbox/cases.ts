import { expect } from "vitest";
import type { SandboxBehaviour, SandboxOptions } from "../../src/sandbox/index.ts";
import { loosely, testRows } from "../case-files.ts";
import { platesOf, type Seen, visit, visitorOf } from "./visitor.ts";

/** One request to a sandbox, its answer, and what is on the list afterwards. */
interface Step {
  /** Milliseconds that pass before it. */
  readonly after?: number;
  /** Whether the visitor logs in again before it. */
  readonly isLogin?: boolean;
  readonly request: string;
  readonly body?: unknown;

  readonly status: number;
  /** The methods that a 405 allows. */
  readonly allow?: string;
  /** Seconds that a 429 asks for. */
  readonly retryAfter?: string;
  /** What the body holds; a text that begins or ends with `…` need only be held. */
  readonly answer?: object;
  /** The whole body, parsed or as text. */
  readonly "body is"?: object;
  readonly text?: string;
  readonly plates?: readonly string[];
  readonly left?: readonly string[];
}

/** A sandbox, and one request to it or several. */
interface Case extends Partial<Step> {
  readonly what: string;
  readonly mode?: SandboxOptions["mode"];
  readonly start?: SandboxOptions["start"];
  /** With the contents of the seed. */
  readonly isSeeded?: boolean;
  readonly behaviour?: Partial<SandboxBehaviour>;
  /** Without a login. */
  readonly isOut?: boolean;
  readonly steps?: readonly Step[];
}

const NOW = Date.UTC(2026, 2, 1, 8, 15);

/** A test for each row with requests in the data file beside a test. */
export function requestCases(test: string): void {
  testRows(
    test,
    async ({ mode = "global", start = {}, isSeeded, behaviour = {}, isOut, steps = [], ...one }: Case) => {
      let now = NOW;
      const clock = { now: () => now };
      const visitor = await visit({ mode, ...(!isSeeded && { start }), behaviour, clock });
      const { model } = visitor.sandbox;
      const { request, status = 200 } = one;
      for (const step of request === undefined ? steps : [{ ...one, request, status }]) {
        now += step.after ?? 0;
        if (step.isLogin) await visitor.login();
        const [method = "", path = ""] = step.request.split(/ (.*)/s);
        const { send } = isOut ? visitorOf(visitor.sandbox) : visitor;
        judge(await send(method, path, step.body), step, path, now);
        const scope = mode === "global" ? "global" : "account:4711";
        if (step.left) expect(model.plates(scope)).toEqual(step.left);
      }
    },
    ({ request, steps }) => request !== undefined || steps !== undefined,
  );
}

function judge(reply: Seen, step: Step, path: string, now: number): void {
  const { status, allow = null, retryAfter = null, answer, plates, text } = step;
  const headers = ["allow", "retry-after"].map((name) => reply.headers.get(name));
  expect([reply.status, ...headers]).toEqual([status, allow, retryAfter]);
  if (answer) expect(reply.body).toMatchObject(loosely(answer));
  if (step["body is"]) expect(reply.body).toEqual(step["body is"]);
  if (text !== undefined) expect(reply.text).toBe(text);
  if (plates) expect(platesOf(reply)).toEqual(plates);
  if (status === 401 && path !== "/auth/v1") expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  if (status < 400) return;
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  expect(reply.text).not.toContain("idToken");
  expect(reply.body).toEqual({
    type: expect.stringMatching(/^https:/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: path.replace(/\?.*/, ""),
    timestamp: now,
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
}
